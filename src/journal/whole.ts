import type { Database } from "../database/index.ts";
import { keptTexts } from "./kept-texts.ts";
import { recordsTable } from "./records-table.ts";
import { seenStates } from "./seen-states.ts";

/** So many rows are held at a time; of texts, which may be megabytes, fewer. */
const page = 500;
const pageOfTexts = 10;

/** What is wrong, in words that go after a colon; undefined when everything is as it was recorded. Every page and text is read. */
export function wholeDamage(database: Database): string | undefined {
  const found = String(database.get("PRAGMA integrity_check(1)")?.integrity_check);
  if (found !== "ok") return found;
  const number = (sql: string): number => Number(Object.values(database.get(sql) ?? {})[0] ?? 0);
  // In one statement: other processes may be adding records meanwhile.
  const missing = number(
    "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'record'), 0) - (SELECT count(*) FROM record)",
  );
  if (missing !== 0) return `${missing} of its records were removed`;
  const unreadable = database.get("SELECT sequence FROM record WHERE NOT json_valid(data) LIMIT 1");
  if (unreadable) return `record ${unreadable.sequence} cannot be read`;
  const orphan = database.get(
    `SELECT sequence FROM record AS each WHERE type <> 'intent' AND NOT EXISTS
       (SELECT 1 FROM record WHERE attempt = each.attempt AND type = 'intent') LIMIT 1`,
  );
  if (orphan) return `record ${orphan.sequence} belongs to nothing that was to be sent`;
  return damagedText(database);
}

function damagedText(database: Database): string | undefined {
  try {
    for (const _ of pages((after) => keptTexts(database).after(after, pageOfTexts), "number"));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Everything that is never changed or removed: records, later states, texts; each as an object for one line. */
export function* everything(database: Database): Generator<object> {
  for (const record of pages((after) => recordsTable(database).after(after, page), "sequence")) yield record;
  for (const seen of pages((after) => seenStates(database).after(after, page), "sequence"))
    yield { ...seen, type: "seen" };
  for (const { hash, text } of pages((after) => keptTexts(database).after(after, pageOfTexts), "number"))
    yield { type: "text", hash, text };
}

function* pages<K extends string, T extends Readonly<Record<K, number>>>(
  next: (after: number) => readonly T[],
  by: K,
): Generator<T> {
  for (let after = 0; ; ) {
    const rows = next(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last[by];
  }
}
