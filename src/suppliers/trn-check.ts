import { aYearAfter } from "./agreement.ts";
import { identityOf } from "./identity.ts";
import type { Supplier } from "./supplier.ts";

/**
 * `abroad`: the UAE's lookup does not cover the supplier. `none`: no check recorded. `void`: the TRN has changed
 * since. `old`: checked more than a year ago.
 */
export type TrnCheckState = "abroad" | "no-trn" | "none" | "void" | "old" | "valid";

/** Returns whether the TRN was looked up and the check still counts. `today` is YYYY-MM-DD. */
export function trnCheckState(supplier: Supplier, today: string): TrnCheckState {
  const { trn_check: check, accounting_supplier_party: party } = supplier;
  const { trn } = identityOf(supplier);
  if ((party?.postal_address?.country_code ?? "AE") !== "AE") return "abroad";
  if (trn === "") return "no-trn";
  if (check === undefined) return "none";
  if (check.trn !== trn) return "void";
  return aYearAfter(check.date) <= today ? "old" : "valid";
}

/** Whether the user must look up the TRN with the tax authority. */
export function needsTrnCheck(state: TrnCheckState): boolean {
  return state === "none" || state === "void" || state === "old";
}

/** Returns text such as `2026-06-01` or `TRN changed since 2026-06-01`. */
export function trnCheckWords(supplier: Supplier, today: string): string {
  const { date = "" } = supplier.trn_check ?? {};
  switch (trnCheckState(supplier, today)) {
    case "abroad":
      return "not in the UAE";
    case "no-trn":
      return "";
    case "none":
      return "never";
    case "void":
      return `TRN changed since ${date}`;
    case "old":
      return `over a year ago: ${date}`;
    case "valid":
      return date;
  }
}
