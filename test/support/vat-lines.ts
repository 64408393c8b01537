import type { AllowanceOrCharge, DocumentLine, TaxCategory } from "../../src/document/index.ts";
import { line } from "./documents.ts";

/** Tax categories as a clerk would write them, and valid lines for each. */
export const standard: TaxCategory = { id: "S", percent: "5", tax_scheme: "VAT" };
export const zeroRated: TaxCategory = { id: "Z", percent: "0", tax_scheme: "VAT" };
export const exempt: TaxCategory = {
  id: "E",
  tax_exemption_reason_code: "DL8.46.2",
  tax_exemption_reason: "Residential lease",
  tax_scheme: "VAT",
};
export const outOfScope: TaxCategory = { id: "O", tax_scheme: "VAT" };
export const reverseCharge: TaxCategory = { id: "AE", percent: "5", tax_scheme: "VAT" };
export const margin: TaxCategory = { id: "N", percent: "5", tax_scheme: "VAT" };

export function lineOf(category: TaxCategory, change: Partial<DocumentLine> = {}): DocumentLine {
  return line({ classified_tax_category: category, ...change });
}

/** A complete line: 40 boxes at 250. */
export function reverseChargeLine(change: Partial<DocumentLine> = {}): DocumentLine {
  return lineOf(reverseCharge, {
    commodity_classification: {
      commodity_code: "G",
      item_classification_code: "71081200",
      item_classification_list_id: "HS",
      nature_code: "DL8.48.8.1",
    },
    standard_item_identification: { id: "04012345123456", scheme_id: "0160" },
    ...change,
  });
}

/** A discount of 100 on the whole document. */
export function discount(tax_category: TaxCategory, change: Partial<AllowanceOrCharge> = {}): AllowanceOrCharge {
  return { reason_code: "95", reason: "Discount", amount: "100", tax_category, ...change };
}

/** A freight charge of 40 on the whole document. */
export function freight(tax_category: TaxCategory, change: Partial<AllowanceOrCharge> = {}): AllowanceOrCharge {
  return { reason_code: "FC", reason: "Freight", amount: "40", tax_category, ...change };
}
