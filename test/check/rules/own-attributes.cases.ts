import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, invoice } from "../../support/documents.ts";
import { add, at, make, setAttribute } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const supplier = "cac:AccountingSupplierParty/cac:Party";
const line = "cac:InvoiceLine";

const changed = (edit: (root: UblElement) => void) => xml(invoice(), edit);

/** The XML of an invoice with one place written in another way. */
const written = (place: RegExp, instead: string) => ({ xml: changed(() => undefined).xml.replace(place, instead) });

export const cases: RuleCases = {
  "SB-0908": {
    holds: {
      "an invoice as it is written": invoice(),
      "a credit note as it is written": creditNote(),
      "what UBL allows and nobody needs": changed((root) => {
        setAttribute(root, `${line}/cac:Item/cbc:Name`, "languageID", "en");
        setAttribute(root, "cbc:DocumentCurrencyCode", "listName", "Currencies");
        setAttribute(root, `${supplier}/cbc:EndpointID`, "schemeAgencyName", "The authority");
      }),
      "an attribute of an element that UBL does not know here": {
        given: changed((root) => at(root, `${line}/cac:Item`).append(make("cbc:Colour", "sand", { shade: "dark" }))),
        also: ["SB-0901"],
      },
    },
    breaks: {
      "an attribute that nobody knows": {
        given: changed((root) => setAttribute(root, "cbc:ID", "colour", "sand")),
        at: ["/Invoice/cbc:ID"],
      },
      "an attribute that is another type's": {
        given: changed((root) => setAttribute(root, `${line}/cbc:InvoicedQuantity`, "currencyID", "AED")),
        at: [`/Invoice/${line}[1]/cbc:InvoicedQuantity`],
      },
      "an attribute of a group": {
        given: changed((root) => setAttribute(root, supplier, "id", "1")),
        at: [`/Invoice/${supplier}`],
      },
      "a measure without its unit": {
        given: changed((root) =>
          add(root, "cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory", make("cbc:BaseUnitMeasure", "1")),
        ),
        at: ["/Invoice/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:BaseUnitMeasure"],
      },
    },
  },
  "SB-0909": {
    holds: {
      "an invoice as it is written": invoice(),
      "a credit note as it is written": creditNote(),
    },
    breaks: {
      "a word between two elements": {
        given: written(/<cac:Party>/, "<cac:Party>see the contract"),
        at: [`/Invoice/${supplier}`],
      },
      "a word behind the elements of a line": {
        given: written(/<\/cac:InvoiceLine>/, "free of charge</cac:InvoiceLine>"),
        at: [`/Invoice/${line}[1]`],
      },
    },
  },
};
