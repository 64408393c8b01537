import type { Desk } from "../../desk/index.ts";
import type { Remarks } from "./check-documents.ts";
import { bookWatch } from "./compare-suppliers.ts";
import { sameNumber } from "./same-number.ts";

/**
 * Uses the supplier book and the other documents of the run; does not open a journal. `remarksOf` also uses the
 * journal.
 */
export function remarksOfRun(desk: Desk): Remarks {
  const number = sameNumber();
  const book = bookWatch(desk);
  return async (each) => [...number(each), ...(await book(each))];
}
