import { atMost, exists } from "../conditions.ts";
import { allowanceChargeCategory, invoiceLineCategory, line, vatBreakdown } from "../contexts/contexts-shared.ts";
import { type Context, defineRule, pintAe, type Rule } from "../rule.ts";

/** The published context does not include lines of a credit note. */
export const lineCategoryHasACode = defineRule({
  id: "IBR-SR-58",
  says: "The VAT category of an invoice line must have a code.",
  hint: "Add id to classified_tax_category: S, Z, E, O, AE or N.",
  source: pintAe("IBT-151"),
  of: invoiceLineCategory,
  holds: exists("cbc:ID"),
});

function oneReason(id: string, of: Context, where: string, steps: string, ...terms: string[]): Rule {
  return defineRule({
    id,
    says: `${where} must not give more than one exemption reason in words.`,
    hint: "Keep one tax_exemption_reason.",
    source: pintAe(...terms),
    of,
    holds: atMost(steps),
    because: [steps],
  });
}

export const breakdownHasOneReason = oneReason(
  "IBR-SR-32",
  vatBreakdown,
  "A VAT breakdown",
  "cac:TaxCategory/cbc:TaxExemptionReason",
  "IBT-120",
);

export const lineHasOneReason = oneReason(
  "IBR-SR-38",
  line,
  "A line",
  "cac:Item/cac:ClassifiedTaxCategory/cbc:TaxExemptionReason",
  "IBT-185",
);

export const allowanceOrChargeHasOneReason = oneReason(
  "IBR-SR-61",
  allowanceChargeCategory,
  "The VAT category of an allowance or charge",
  "cbc:TaxExemptionReason",
  "IBT-197",
  "IBT-199",
);
