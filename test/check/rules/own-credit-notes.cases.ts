import { creditNote, invoice } from "../../support/documents.ts";
import { add, make, remove, set } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const reference = "cac:BillingReference";
const outsideVat = (root: Parameters<typeof set>[0]) => set(root, "cbc:CreditNoteTypeCode", "81");

export const cases: RuleCases = {
  "SB-0101": {
    holds: { "a return that names its invoice": creditNote() },
    breaks: {
      "a return that names no invoice": {
        given: xml(creditNote(), (root) => remove(root, reference)),
        at: ["/CreditNote"],
      },
    },
    skips: {
      "a volume discount": creditNote({ discrepancy_response: "VD" }),
      "a volume discount that names no invoice": xml(creditNote({ discrepancy_response: "VD" }), (root) =>
        remove(root, reference),
      ),
      "an invoice": invoice(),
      "a credit note outside the scope of VAT": { given: xml(creditNote(), outsideVat), also: ["IBR-122-AE"] },
    },
  },
  "SB-0102": {
    holds: { "a credit note with its reason": creditNote() },
    breaks: {
      "a credit note without a reason": {
        given: xml(creditNote(), (root) => remove(root, "cac:DiscrepancyResponse")),
        at: ["/CreditNote"],
      },
    },
    skips: {
      "an invoice": invoice(),
      "a credit note outside the scope of VAT": { given: xml(creditNote(), outsideVat), also: ["IBR-122-AE"] },
    },
  },
  "SB-0103": {
    holds: { "a credit note without a VAT point date": creditNote() },
    breaks: {
      "a credit note with a VAT point date": {
        given: xml(creditNote(), (root) => add(root, "", make("cbc:TaxPointDate", "2026-06-10"))),
        at: ["/CreditNote"],
      },
    },
    skips: {
      "an invoice with a VAT point date": xml(invoice(), (root) =>
        add(root, "", make("cbc:TaxPointDate", "2026-06-10")),
      ),
    },
  },
  "SB-0104": {
    holds: {
      "a credit note after its invoice": creditNote(),
      "a credit note of the same day": creditNote({
        billing_reference: [{ id: "SB-2026-0001", issue_date: "2026-06-20" }],
      }),
    },
    breaks: {
      "a credit note before its invoice": {
        given: creditNote({ billing_reference: [{ id: "SB-2026-0001", issue_date: "2026-06-21" }] }),
        at: ["billing_reference[0].issue_date"],
      },
      "the second of two invoices": {
        given: creditNote({
          billing_reference: [
            { id: "SB-2026-0001", issue_date: "2026-06-15" },
            { id: "SB-2026-0002", issue_date: "2027-06-15" },
          ],
        }),
        at: ["billing_reference[1].issue_date"],
      },
    },
    skips: { "a reference without a date": creditNote({ billing_reference: [{ id: "SB-2026-0001" }] }) },
  },
  "SB-0105": {
    holds: { "a credit note of another document": creditNote() },
    breaks: {
      "a credit note of itself": {
        given: creditNote({ billing_reference: [{ id: "SBC-2026-0001" }] }),
        at: ["billing_reference[0].id"],
      },
    },
    skips: { "an invoice without a reference": invoice() },
  },
};
