import type { Desk } from "../../desk/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import type { Remarks } from "./check-documents.ts";
import { correctsWatch } from "./corrects-watch.ts";
import { sameNumber } from "./same-number.ts";
import { bookWatch, supplierWatch } from "./supplier-changes.ts";

/**
 * What is found in each document of a run beside the checks of its file, by the supplier book and by the other documents of the run. It opens no
 * journal: every command that judges documents asks this or `remarksOf`, which asks the journal as well.
 */
export function remarksOfRun(desk: Desk): Remarks {
  const number = sameNumber();
  const book = bookWatch(desk);
  return async (each) => [...number(each), ...(await book(each))];
}

/** The same by a command that has a journal: what it knows of suppliers and documents counts too, and what the command knows besides. */
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
