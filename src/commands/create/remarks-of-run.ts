import type { Desk } from "../../desk/index.ts";
import type { Remarks } from "./check-documents.ts";
import { bookWatch } from "./compare-suppliers.ts";
import { sameNumber } from "./same-number.ts";

/**
 * Returns the findings in each document of a run in addition to the checks of its file, from the supplier book and the other documents of the run.
 * Opens no journal: every command that checks documents uses this or `remarksOf`, which also asks the journal.
 */
export function remarksOfRun(desk: Desk): Remarks {
  const number = sameNumber();
  const book = bookWatch(desk);
  return async (each) => [...number(each), ...(await book(each))];
}
