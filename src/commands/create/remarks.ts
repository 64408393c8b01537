import type { Desk } from "../../desk/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import type { Remarks } from "./check-documents.ts";
import { correctsWatch } from "./corrects-watch.ts";
import { sameNumber } from "./same-number.ts";
import { supplierWatch } from "./supplier-changes.ts";

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
