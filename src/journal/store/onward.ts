import { JournalDamage } from "./second-path.ts";

/**
 * From where the next page of rows is read, given the number of the last row of this one; from the same place if there was no row. Throws
 * if the last row lies before the start: in a damaged file rows may be out of order, and the pages would never end.
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
