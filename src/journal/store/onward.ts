import { JournalDamage } from "./second-path.ts";

/**
 * Returns the position from which to read the next page of rows, given the number of the last row of this one; the same
 * position if there was no row. Throws if the last row lies before the start: in a damaged file rows may be out of
 * order, and the pages would never end.
 */
export function onward(from: number, last: unknown): number {
  if (last === undefined || Number(last) > from) return Number(last ?? from);
  throw new JournalDamage(`its rows after ${from} are not in their order`);
}

/** Returns the position of the next page, for pages that start with the newest row. */
export function backward(from: number, last: unknown): number {
  if (last === undefined || Number(last) < from) return Number(last ?? from);
  throw new JournalDamage(`its rows before ${from} are not in their order`);
}
