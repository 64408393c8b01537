import type { Desk } from "../../desk/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import type { Remarks } from "./check-documents.ts";
import { bookWatch } from "./compare-suppliers.ts";
import { correctsWatch } from "./corrects-watch.ts";
import { supplierWatch } from "./supplier-changes.ts";
import { sameNumber } from "./within-run.ts";

/** Adds findings from the journal to those of `remarksOfRun`. */
export function remarksOf(profile: ServiceProfile | undefined, desk: Desk, more?: Remarks): Remarks {
  const number = sameNumber();
  const watch = supplierWatch(profile, desk);
  const corrected = correctsWatch(profile, desk);
  return async (each) => [
    ...((await more?.(each)) ?? []),
    ...number(each),
    ...(await corrected(each)),
    ...(await watch(each)),
  ];
}

/**
 * Finds repeated numbers in the run, and suppliers that differ from the book or from earlier documents in the run; does
 * not open a journal. `remarksOf` also uses the journal.
 */
export function remarksOfRun(desk: Desk): Remarks {
  const number = sameNumber();
  const book = bookWatch(desk);
  return async (each) => [...number(each), ...(await book(each))];
}
