import { creditNote, invoice, line } from "../../support/documents.ts";
import { remove, set } from "../../support/edit-tree.ts";
import { type RuleCases, type Xml, xml } from "../../support/rule-cases.ts";

const reference = "cac:BillingReference";

/** Returns a document of type 81, a credit note outside the scope of VAT; the rules for credit notes also cover it. */
function outOfScope(change: Parameters<typeof creditNote>[0], edit: Parameters<typeof xml>[1] = () => undefined): Xml {
  const free = line({ quantity: "4", classified_tax_category: { id: "O", tax_scheme: "VAT" } });
  return xml(creditNote({ document_lines: [free], ...change }), (root) => {
    set(root, "cbc:CreditNoteTypeCode", "81");
    edit(root);
  });
}

function of381(edit: Parameters<typeof xml>[1] = () => undefined): Xml {
  return xml(creditNote(), (root) => {
    set(root, "cbc:CreditNoteTypeCode", "381");
    edit(root);
  });
}

export const cases: RuleCases = {
  "IBR-001-AE": {
    holds: { "goods returned": creditNote(), "a volume discount": creditNote({ discrepancy_response: "VD" }) },
    breaks: {
      "a reason in words": { given: creditNote({ discrepancy_response: "returned" }), at: ["discrepancy_response"] },
      "a reason in small letters": { given: creditNote({ discrepancy_response: "vd" }), at: ["discrepancy_response"] },
    },
  },
  "IBR-055-AE": {
    holds: {
      "a return that names its invoice": outOfScope({}),
      "a volume discount that names none": outOfScope({ discrepancy_response: "VD" }, (root) =>
        remove(root, reference),
      ),
    },
    breaks: {
      "a return that names no invoice": {
        given: outOfScope({}, (root) => remove(root, reference)),
        at: ["/CreditNote"],
      },
      "a volume discount that names one": { given: outOfScope({ discrepancy_response: "VD" }), at: ["/CreditNote"] },
      "no reason": { given: outOfScope({}, (root) => remove(root, "cac:DiscrepancyResponse")), at: ["/CreditNote"] },
    },
    skips: {
      "a self-billed credit note": creditNote(),
      "a self-billed credit note that names no invoice": xml(creditNote(), (root) => remove(root, reference)),
      "an invoice": invoice(),
    },
  },
  "IBR-158-AE": {
    holds: { "type 381 with a reason": { given: of381(), also: ["IBR-CL-01"] } },
    breaks: {
      "type 381 without a reason": {
        given: of381((root) => remove(root, "cac:DiscrepancyResponse")),
        at: ["/CreditNote"],
        also: ["IBR-055-AE", "IBR-CL-01"],
      },
    },
    skips: {
      "a self-billed credit note": creditNote(),
      "a self-billed credit note without a reason": xml(creditNote(), (root) =>
        remove(root, "cac:DiscrepancyResponse"),
      ),
    },
  },
};
