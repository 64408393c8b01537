import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Database, openDatabase } from "../../src/database/index.ts";
import { type Attempt, type Intent, type Journal, openJournal } from "../../src/journal/index.ts";
import type { Result } from "../../src/problem/index.ts";
import { createdResult, intent } from "./intents.ts";

/** The value of a result that must be one. */
export function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value;
}

/** The journal in a folder, as a process has it; closed with the test, or earlier. */
export function journalIn(folder: string): Journal {
  const journal = given(openJournal(join(folder, "journal.db")));
  let open = true;
  const close = journal.close.bind(journal);
  journal.close = () => {
    if (open) close();
    open = false;
  };
  onTestFinished(() => journal.close());
  return journal;
}

/** What a hand does to the file that is none of ours. */
export function byHand<T>(folder: string, work: (database: Database) => T): T {
  const database = given(openDatabase(join(folder, "journal.db"), ""));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

export async function attemptAt(journal: Journal, what: Intent = intent(), body?: string): Promise<Attempt> {
  const begun = given(await journal.begin(what, { allowSimilar: true, ...(body === undefined ? {} : { body }) }));
  if (begun.is !== "begun") throw new Error(begun.is);
  return begun.attempt;
}

/** Records a document that was created; the name of the try. */
export async function sendOne(journal: Journal, what: Intent = intent(), id = "4bf90b8c"): Promise<string> {
  const attempt = await attemptAt(journal, what);
  for (const found of [await attempt.armed(), await attempt.result(createdResult(id))])
    if (found) throw new Error(found.message);
  return attempt.id;
}
