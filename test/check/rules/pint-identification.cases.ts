import { creditNote, invoice } from "../../support/documents.ts";
import { add, make, remove, set } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const both = { "an invoice": invoice(), "a credit note": creditNote() };
const without = (name: string, document = invoice()) => xml(document, (root) => remove(root, name));
const withText = (name: string, text: string, document = invoice()) => xml(document, (root) => set(root, name, text));
const ourSpecification = "urn:peppol:pint:selfbilling-1@ae-1";

export const cases: RuleCases = {
  "IBR-001": {
    holds: both,
    breaks: {
      "no CustomizationID": { given: without("cbc:CustomizationID"), at: ["/Invoice"], also: ["ALIGNED-IBRP-001-AE"] },
      "a blank CustomizationID": {
        given: withText("cbc:CustomizationID", " \n "),
        at: ["/Invoice"],
        also: ["ALIGNED-IBRP-001-AE", "IBR-079"],
      },
    },
  },
  "IBR-SR-63": {
    holds: both,
    breaks: {
      "an asterisk at the end": { given: withText("cbc:CustomizationID", `${ourSpecification}*`), at: ["/Invoice"] },
    },
    skips: {
      "no CustomizationID": { given: without("cbc:CustomizationID"), also: ["ALIGNED-IBRP-001-AE", "IBR-001"] },
    },
  },
  "IBR-076": {
    holds: both,
    breaks: {
      "no ProfileID": { given: without("cbc:ProfileID"), at: ["/Invoice"], also: ["ALIGNED-IBRP-002-AE"] },
    },
  },
  "IBR-002": {
    holds: { ...both, "a document not numbered yet": invoice({ document_number: "" }) },
    breaks: {
      "no ID": { given: without("cbc:ID"), at: ["/Invoice"] },
      "a blank ID": { given: withText("cbc:ID", "  "), at: ["/Invoice"], also: ["IBR-079"] },
    },
  },
  "IBR-004": {
    holds: both,
    breaks: {
      "an invoice without": { given: without("cbc:InvoiceTypeCode"), at: ["/Invoice"] },
      "a credit note without": {
        given: without("cbc:CreditNoteTypeCode", creditNote()),
        at: ["/CreditNote"],
        also: ["IBR-127-AE", "IBR-191-AE"],
      },
    },
  },
  "IBR-CL-01": {
    holds: { ...both, "blanks around the code": withText("cbc:InvoiceTypeCode", " 389 ") },
    breaks: {
      "the code of an ordinary invoice": {
        given: withText("cbc:InvoiceTypeCode", "380"),
        at: ["/Invoice/cbc:InvoiceTypeCode"],
      },
      "a credit note's code in an invoice": {
        given: withText("cbc:InvoiceTypeCode", "261"),
        at: ["/Invoice/cbc:InvoiceTypeCode"],
      },
      "an invoice's code in a credit note": {
        given: withText("cbc:CreditNoteTypeCode", "389", creditNote()),
        at: ["/CreditNote/cbc:CreditNoteTypeCode"],
        also: ["IBR-127-AE", "IBR-191-AE"],
      },
      "two codes in one": {
        given: withText("cbc:InvoiceTypeCode", "389 480"),
        at: ["/Invoice/cbc:InvoiceTypeCode"],
      },
    },
  },
  "IBR-005": {
    holds: both,
    breaks: {
      "no currency": {
        given: without("cbc:DocumentCurrencyCode"),
        at: ["/Invoice"],
        also: ["IBR-126", "IBR-159-AE", "IBR-175-AE", "IBR-CO-15"],
      },
    },
  },
  "IBR-SR-51": {
    holds: { ...both, "one note": invoice({ note: "Self-billed under agreement 7" }) },
    breaks: {
      "two notes": {
        given: xml(invoice({ note: "One" }), (root) => add(root, "", make("cbc:Note", "Two"))),
        at: ["/Invoice"],
      },
    },
  },
};
