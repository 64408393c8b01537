import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, invoice, line } from "../../support/documents.ts";
import { add, make, remove } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const exempt = {
  id: "E",
  tax_exemption_reason_code: "DL8.46.2",
  tax_exemption_reason: "Residential lease",
  tax_scheme: "VAT",
};
const lease = invoice({ document_lines: [line({ classified_tax_category: exempt })] });
const leaseWithFee = invoice({
  ...lease,
  charges: [{ reason_code: "FC", amount: "7.35", tax_category: exempt }],
});
const category = "cac:Item/cac:ClassifiedTaxCategory";
const second = () => make("cbc:TaxExemptionReason", "Bare land");
const changed = (edit: (root: UblElement) => void, document = lease) => xml(document, edit);

export const cases: RuleCases = {
  "IBR-SR-58": {
    holds: { "a code": invoice() },
    breaks: {
      "no code": {
        given: xml(invoice(), (root) => remove(root, `cac:InvoiceLine/${category}/cbc:ID`)),
        at: [`/Invoice/cac:InvoiceLine[1]/${category}`],
        also: ["ALIGNED-IBRP-S-01", "ALIGNED-IBRP-S-08"],
      },
    },
    skips: {
      "a credit note, whose lines are not asked": {
        given: xml(creditNote(), (root) => remove(root, `cac:CreditNoteLine/${category}/cbc:ID`)),
        also: ["ALIGNED-IBRP-S-01", "ALIGNED-IBRP-S-08"],
      },
    },
  },
  "IBR-SR-32": {
    holds: { "one reason": lease, "no reason": invoice() },
    breaks: {
      "two reasons": {
        given: changed((root) => add(root, "cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory", second())),
        at: ["/Invoice/cac:TaxTotal/cac:TaxSubtotal"],
      },
    },
  },
  "IBR-SR-38": {
    holds: { "one reason": lease, "no reason": invoice() },
    breaks: {
      "two reasons": {
        given: changed((root) => add(root, `cac:InvoiceLine/${category}`, second())),
        at: ["/Invoice/cac:InvoiceLine[1]"],
      },
    },
  },
  "IBR-SR-61": {
    holds: { "one reason": leaseWithFee },
    breaks: {
      "two reasons": {
        given: changed((root) => add(root, "cac:AllowanceCharge/cac:TaxCategory", second()), leaseWithFee),
        at: ["/Invoice/cac:AllowanceCharge/cac:TaxCategory"],
      },
    },
  },
};
