import type { Desk } from "../../desk/index.ts";
import type { ServiceProfile } from "../../settings/index.ts";
import type { Remarks } from "./check-documents.ts";
import { correctsWatch } from "./corrects-watch.ts";
import { sameNumber } from "./same-number.ts";
import { supplierWatch } from "./supplier-changes.ts";

/** As `remarksOfRun`, by a command that has a journal: what it knows of suppliers and documents counts too, and what the command knows besides. */
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
