import type { Problem } from "../problem/index.ts";
import { dateAhead } from "./date-ahead.ts";
import { foreignSupplier } from "./foreign-supplier.ts";
import type { Prepared } from "./prepared.ts";
import { unnamedPrepayment } from "./prepayment.ts";
import { rateDateOff } from "./rate-date.ts";
import { volumeDiscount } from "./volume-discount.ts";

/** Warnings about what no rule forbids and what is usually an error. They rest on the document and the day alone. */
export function remarksOn(prepared: Prepared, now: Date): Problem[] {
  return [
    ...dateAhead(prepared, now),
    ...foreignSupplier(prepared),
    ...unnamedPrepayment(prepared),
    ...rateDateOff(prepared),
    ...volumeDiscount(prepared),
  ];
}
