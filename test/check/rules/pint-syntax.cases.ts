import { creditNote, invoice } from "../../support/documents.ts";
import { add, make, remove, set } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const note = (text: string) => xml(invoice(), (root) => add(root, "", make("cbc:Note", text)));

export const cases: RuleCases = {
  "IBR-079": {
    holds: {},
    breaks: {
      "an empty note": { given: note(""), at: ["/Invoice/cbc:Note"] },
      "a note of blanks": { given: note(" \n\t "), at: ["/Invoice/cbc:Note"] },
      "an empty group": {
        given: xml(invoice(), (root) => add(root, "", make("cac:OrderReference", []))),
        at: ["/Invoice/cac:OrderReference"],
      },
    },
    skips: {
      "a note of text": note("Self-billed"),
      "an empty endpoint, which an earlier context takes": xml(invoice(), (root) =>
        set(root, "cac:AccountingSupplierParty/cac:Party/cbc:EndpointID", ""),
      ),
    },
  },
  "IBR-SR-57": {
    holds: { "an invoice": invoice(), "a credit note": creditNote() },
    breaks: {
      "a registration without a number": {
        given: xml(invoice(), (root) =>
          remove(root, "cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID"),
        ),
        at: ["/Invoice/cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme"],
      },
    },
  },
};
