import type { Desk } from "../../desk/index.ts";
import type { Remarks } from "./check-documents.ts";
import { bookWatch } from "./compare-suppliers.ts";
import { sameNumber } from "./same-number.ts";

/**
 * Finds repeated numbers in the run, and suppliers that differ from the book or from earlier documents in the run; does
 * not open a journal. `remarksOf` also uses the journal.
 */
export function remarksOfRun(desk: Desk): Remarks {
  const number = sameNumber();
  const book = bookWatch(desk);
  return async (each) => [...number(each), ...(await book(each))];
}
