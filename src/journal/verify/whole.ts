import type { Database } from "../../database/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { keptTexts } from "../store/kept-texts.ts";
import { notesAfter } from "../store/notes.ts";
import { onward } from "../store/onward.ts";
import { recordsTable } from "../store/records-table.ts";
import { seenStates } from "../store/seen-states.ts";

/** Maximum number of rows in memory at once. */
const page = 500;

/**
 * How to read one kind of row that is never changed or removed: the rows after a given number, the number of a row, and
 * the object that is passed on for it.
 */
interface Kind<T> {
  readonly after: (last: number) => readonly T[];
  readonly place: (row: T) => number;
  readonly as: (row: T) => object;
}

/** Passes all rows of a kind to `take`; the result is false if `take` asked to stop. */
const handOutOf =
  (take: (record: object) => Promise<boolean>, read: Read) =>
  async <T>({ after, place, as }: Kind<T>): Promise<Result<boolean>> => {
    let from = 0;
    let end: T | undefined;
    // `onward` throws if the file is damaged, so it is called inside `read`, which turns errors into problems.
    const next = () => {
      const start = end === undefined ? from : onward(from, place(end));
      return { start, rows: after(start) };
    };
    for (;;) {
      const found = await read(next);
      if (!found.ok) return found;
      const { start, rows } = found.value;
      for (const row of rows) if (!(await take(as(row)))) return ok(false);
      end = rows.at(-1);
      if (end === undefined) return ok(true);
      from = start;
    }
  };

type Read = <T>(work: () => T) => Promise<Result<T>>;

/**
 * Passes records, states, notes and stored content to `take`, one object at a time, until it returns false. Each page
 * is read separately with `read`, which may retry it after a lost connection.
 */
export async function handOut(
  database: Database,
  read: Read,
  take: (record: object) => Promise<boolean>,
): Promise<Result<void>> {
  const of = handOutOf(take, read);
  const sequence = (row: { readonly sequence: number }): number => row.sequence;
  const kinds = [
    () => of({ after: (last) => recordsTable(database).after(last, page), place: sequence, as: (row) => row }),
    () =>
      of({
        after: (last) => seenStates(database).after(last, page),
        place: sequence,
        as: (row) => ({ ...row, type: "seen" }),
      }),
    () =>
      of({
        after: (last) => notesAfter(database, last, page),
        place: sequence,
        as: ({ type: note, ...rest }) => ({ ...rest, type: "note", note }),
      }),
    () =>
      of({
        after: (last) => keptTexts(database).after(last),
        place: ({ number }) => number,
        as: ({ hash, text }) => ({ type: "text", hash, text }),
      }),
  ];
  for (const each of kinds) {
    const done = await each();
    if (!done.ok) return done;
    if (!done.value) break;
  }
  return ok(undefined);
}
