import type { Desk } from "../../desk/index.ts";
import type { Remarks } from "./check-documents.ts";
import { bookWatch } from "./compare-suppliers.ts";
import { sameNumber } from "./same-number.ts";

/**
 * What is found in each document of a run beside the checks of its file, by the supplier book and by the other documents of the run. It opens no
 * journal: every command that judges documents asks this or `remarksOf`, which asks the journal as well.
 */
export function remarksOfRun(desk: Desk): Remarks {
  const number = sameNumber();
  const book = bookWatch(desk);
  return async (each) => [...number(each), ...(await book(each))];
}
