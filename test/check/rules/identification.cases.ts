import { creditNote, invoice } from "../../support/documents.ts";
import { add, make, remove, set } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const customization = "cbc:CustomizationID";
const profile = "cbc:ProfileID";
const inInvoice = (edit: Parameters<typeof xml>[1]) => xml(invoice(), edit);
const withTaxPoint = (date: string) => inInvoice((root) => add(root, "", make("cbc:TaxPointDate", date)));
const creditNoteOfType = (type: string, taxPoint?: string) =>
  xml(creditNote(), (root) => {
    set(root, "cbc:CreditNoteTypeCode", type);
    if (taxPoint) add(root, "", make("cbc:TaxPointDate", taxPoint));
  });

export const cases: RuleCases = {
  "ALIGNED-IBRP-001-AE": {
    holds: {
      "the identifier of self-billing": invoice(),
      "the identifier of billing": inInvoice((root) => set(root, customization, "urn:peppol:pint:billing-1@ae-1")),
      "blanks around it": inInvoice((root) => set(root, customization, " urn:peppol:pint:selfbilling-1@ae-1\n")),
    },
    breaks: {
      "the identifier of another country": {
        given: inInvoice((root) => set(root, customization, "urn:peppol:pint:selfbilling-1@my-1")),
        at: ["/Invoice"],
      },
    },
  },
  "ALIGNED-IBRP-002-AE": {
    holds: {
      "the self-billing process": invoice(),
      "the billing process": inInvoice((root) => set(root, profile, "urn:peppol:bis:billing")),
    },
    breaks: {
      "another process": {
        given: inInvoice((root) => set(root, profile, "urn:peppol:bis:ordering")),
        at: ["/Invoice"],
      },
    },
  },
  "IBR-193-AE": {
    holds: { "a UUID": invoice() },
    breaks: { "no UUID": { given: inInvoice((root) => remove(root, "cbc:UUID")), at: ["/Invoice"] } },
  },
  "IBR-141-AE": {
    holds: { "the day before the issue": withTaxPoint("2026-06-14") },
    breaks: {
      "the day of issue": { given: withTaxPoint("2026-06-15"), at: ["/Invoice"] },
      "the day after": { given: withTaxPoint("2026-06-16"), at: ["/Invoice"] },
    },
    skips: { "a document without VAT point date": invoice() },
  },
  "IBR-124-AE": {
    holds: {
      "type 381 without VAT point date": { given: creditNoteOfType("381"), also: ["IBR-CL-01"] },
    },
    breaks: {
      "type 381 with one": {
        given: creditNoteOfType("381", "2026-06-01"),
        at: ["/CreditNote"],
        also: ["IBR-CL-01"],
      },
    },
    skips: {
      "a self-billed credit note": creditNote(),
      "a self-billed credit note with a VAT point date": creditNoteOfType("261", "2026-06-01"),
    },
  },
  "IBR-005-AE": {
    holds: { "a month": invoice({ invoice_period: { start_date: "2026-05-01", description: "MTH" } }) },
    breaks: {
      "a word that is no code": {
        given: invoice({ invoice_period: { start_date: "2026-05-01", description: "monthly" } }),
        at: ["invoice_period.description"],
        fixed: { safe: true, changes: [["invoice_period.description", "MTH"]] },
      },
      "two codes at once": {
        given: invoice({ invoice_period: { start_date: "2026-05-01", description: "MTH QTR" } }),
        at: ["invoice_period.description"],
      },
    },
  },
  "IBR-160-AE": {
    holds: {
      "OTH with a note": invoice({
        invoice_period: { start_date: "2026-05-01", description: "OTH" },
        note: "Every ten days",
      }),
    },
    breaks: {
      "OTH without a note": {
        given: invoice({ invoice_period: { start_date: "2026-05-01", description: "OTH" } }),
        at: ["invoice_period.description"],
      },
    },
    skips: { "a month": invoice({ invoice_period: { start_date: "2026-05-01", description: "MTH" } }) },
  },
};
