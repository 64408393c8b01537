import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Database, openDatabase } from "../../src/database/index.ts";
import {
  type Attempt,
  type Intent,
  type Journal,
  type JournalOptions,
  journalOn,
  openJournal,
} from "../../src/journal/index.ts";
import type { Result } from "../../src/problem/index.ts";
import { createdResult, intent } from "./intents.ts";
import { diskFor, onServer, ownersHand, withOwnersHand } from "./server-journal.ts";

/** Returns the value of a result, which must have succeeded. */
export function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problems[0].message);
  return result.value;
}

/** Opens a journal in a folder, or its counterpart on the server; it is closed when the test ends, or earlier. */
export function journalIn(folder: string, options: JournalOptions = {}): Journal {
  const journal = onServer
    ? journalOn(given(diskFor(folder)), options)
    : given(openJournal(join(folder, "journal.db"), options));
  let open = true;
  const close = journal.close.bind(journal);
  journal.close = () => {
    if (open) close();
    open = false;
  };
  onTestFinished(() => journal.close());
  return journal;
}

/** Opens the journal's database directly, bypassing selfbill; the caller closes it. */
export function databaseIn(folder: string): Database {
  return onServer ? ownersHand(folder) : given(openDatabase(join(folder, "journal.db"), ""));
}

/** Changes the journal's database directly, bypassing selfbill. */
export function byHand<T>(folder: string, work: (database: Database) => T): T {
  if (onServer) return withOwnersHand(folder, work);
  const database = databaseIn(folder);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Makes every insert into a table fail, as on a full disk; with `type`, only inserts of records of that type. */
export function failing(folder: string, table: string, type?: string): { mend(): void } {
  const condition = type === undefined ? "" : `WHEN (NEW.type = '${type}')`;
  const full = "database or disk is full";
  byHand(folder, (database) => {
    if (!onServer)
      return database.exec(
        `CREATE TRIGGER full_now BEFORE INSERT ON ${table} ${condition} BEGIN SELECT RAISE(ABORT, '${full}'); END`,
      );
    database.exec(
      `CREATE OR REPLACE FUNCTION fail_now() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE '${full}'; END $$`,
    );
    database.exec(
      `CREATE TRIGGER full_now BEFORE INSERT ON ${table} FOR EACH ROW ${condition} EXECUTE FUNCTION fail_now()`,
    );
  });
  return {
    mend: () => byHand(folder, (database) => database.exec(`DROP TRIGGER full_now${onServer ? ` ON ${table}` : ""}`)),
  };
}

export async function attemptAt(journal: Journal, what: Intent = intent(), body?: string): Promise<Attempt> {
  const begun = given(await journal.begin(what, { allowSimilar: true, ...(body === undefined ? {} : { body }) }));
  if (begun.is !== "begun") throw new Error(begun.is);
  return begun.attempt;
}

/** Records a created document; returns the id of the attempt. */
export async function sendOne(journal: Journal, what: Intent = intent(), id = "4bf90b8c"): Promise<string> {
  const attempt = await attemptAt(journal, what);
  for (const found of [await attempt.armed(), await attempt.result(createdResult(id))])
    if (found) throw new Error(found.message);
  return attempt.id;
}
