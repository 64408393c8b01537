import type { Desk } from "../../desk/index.ts";
import { doubtfulValues, unnamedPrepayment } from "../../prepare/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import type { Remarks } from "./check-documents.ts";
import { correctsWatch } from "./corrects-watch.ts";
import { rateDateRemarks } from "./rate-options.ts";
import { supplierWatch } from "./supplier-changes.ts";

/** What is found in each document beside the checks of its file: a changed supplier, doubtful values, and what a command knows besides. */
export function remarksOf(profile: ServiceProfile | undefined, desk: Desk, more?: Remarks): Remarks {
  const watch = supplierWatch(profile, desk);
  const corrected = correctsWatch(profile, desk);
  return async (each) => [
    ...((await more?.(each)) ?? []),
    ...rateDateRemarks(each),
    ...(await corrected(each)),
    ...(await watch(each)),
    ...doubtfulValues(each, desk.now()),
    ...unnamedPrepayment(each),
  ];
}
