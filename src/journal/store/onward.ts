import { JournalDamage } from "./second-path.ts";

/**
 * From where the next page of rows is read, by the number of the last row of this one; where it has none, from the same place. Throws where
 * the last row lies before: in a damaged file rows may be out of their order, and pages would follow each other without an end.
 */
export function onward(from: number, last: unknown): number {
  if (last === undefined || Number(last) > from) return Number(last ?? from);
  throw new JournalDamage(`its rows after ${from} are not in their order`);
}

/** Where the next page begins, of pages that start with the newest row. */
export function backward(from: number, last: unknown): number {
  if (last === undefined || Number(last) < from) return Number(last ?? from);
  throw new JournalDamage(`its rows before ${from} are not in their order`);
}
