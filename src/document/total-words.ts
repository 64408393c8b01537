import type { Totals } from "./calculate.ts";

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
