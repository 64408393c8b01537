import { JournalDamage } from "./second-path.ts";

/**
 * Returns the position of a page's last row, or `from` if the page was empty. Throws if that row does not lie after
 * `from`: in a damaged file rows may be out of order, and paging would never end.
 */
export function onward(from: number, last: unknown): number {
  if (last === undefined || Number(last) > from) return Number(last ?? from);
  throw new JournalDamage(`its rows after ${from} are not in their order`);
}

/** Like `onward`, but for pages that start with the newest row. */
export function backward(from: number, last: unknown): number {
  if (last === undefined || Number(last) < from) return Number(last ?? from);
  throw new JournalDamage(`its rows before ${from} are not in their order`);
}
