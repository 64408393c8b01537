import type { CalculatedEntry, CalculatedLine, Totals } from "./calculate.ts";
import { money } from "./money.ts";

export const totalWords: Readonly<Record<keyof Totals, string>> = {
  line_extension_amount: "Sum of lines",
  allowance_total_amount: "Allowances",
  charge_total_amount: "Charges",
  tax_exclusive_amount: "Net",
  tax_amount: "VAT total",
  tax_amount_in_aed: "VAT total in AED",
  tax_inclusive_amount: "Gross",
  prepaid_amount: "Prepaid",
  payable_rounding_amount: "Rounding",
  payable_amount: "Payable",
  payable_amount_in_aed: "Payable in AED",
  total_item_allowances: "Allowances of the lines",
  total_item_charges: "Charges of the lines",
  total_taxable_amount: "Taxable total",
  total_non_taxable_amount: "Total without VAT",
};

/** Returns the net price of a line, with the quantity that it applies to unless that is 1: `12.50 per 1000`. */
export function priceWords({ priceAmount, baseQuantity }: CalculatedLine): string {
  const per = baseQuantity.toFixed();
  return `${money.forPeople(priceAmount)}${per === "1" ? "" : ` per ${per}`}`;
}

/** Returns a line's own allowances and charges, which its net amount includes: `− 10.50 (Discount)`. */
export function entryWords({ allowances, charges }: CalculatedLine): string[] {
  const words =
    (sign: string) =>
    ({ entry, amount }: CalculatedEntry): string =>
      `${sign} ${money.forPeople(amount)} (${entry.reason?.trim() || entry.reason_code?.trim() || "no reason"})`;
  return [...allowances.map(words("−")), ...charges.map(words("+"))];
}
