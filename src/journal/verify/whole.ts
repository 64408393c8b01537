import type { Database } from "../../database/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { keptTexts } from "../store/kept-texts.ts";
import { notesAfter } from "../store/notes.ts";
import { onward } from "../store/onward.ts";
import { recordsTable } from "../store/records-table.ts";
import { seenStates } from "../store/seen-states.ts";

/** How many rows are held at a time; fewer of texts, which may have megabytes. */
const page = 500;
const pageOfTexts = 10;

/** Everything that is never changed or removed: records, later states, notes, texts; each an object for one line. */
export function* everything(database: Database): Generator<object> {
  for (const record of pages((after) => recordsTable(database).after(after, page), "sequence")) yield record;
  for (const seen of pages((after) => seenStates(database).after(after, page), "sequence"))
    yield { ...seen, type: "seen" };
  for (const { type: note, ...rest } of pages((after) => notesAfter(database, after, page), "sequence"))
    yield { ...rest, type: "note", note };
  for (const { hash, text } of pages((after) => keptTexts(database).after(after, pageOfTexts), "number"))
    yield { type: "text", hash, text };
}

/** Passes them on one by one until `take` returns false; `read` guards each access to the file. */
export async function handOut(
  all: Generator<object>,
  read: <T>(work: () => T) => Result<T>,
  take: (record: object) => Promise<boolean>,
): Promise<Result<void>> {
  for (;;) {
    const next = read(() => all.next());
    if (!next.ok) return next;
    if (next.value.done || !(await take(next.value.value))) return ok(undefined);
  }
}

function* pages<K extends string, T extends Readonly<Record<K, number>>>(
  next: (after: number) => readonly T[],
  by: K,
): Generator<T> {
  for (let after = 0; ; ) {
    const rows = next(after);
    yield* rows;
    if (rows.length === 0) return;
    after = onward(after, rows.at(-1)?.[by]);
  }
}
