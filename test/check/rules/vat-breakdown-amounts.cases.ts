import type { SelfBilledDocument, TaxCategory } from "../../../src/document/index.ts";
import { creditNote, invoice } from "../../support/documents.ts";
import { set } from "../../support/edit-tree.ts";
import { type RuleCases, type Xml, xml } from "../../support/rule-cases.ts";
import {
  discount,
  exempt,
  freight,
  lineOf,
  margin,
  outOfScope,
  reverseCharge,
  reverseChargeLine,
  standard,
  zeroRated,
} from "../../support/vat-lines.ts";

const subtotal = "cac:TaxTotal/cac:TaxSubtotal";
const category = "/Invoice/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory";

const sold = (line: ReturnType<typeof lineOf>) => invoice({ document_lines: [line] });
const stating = (document: SelfBilledDocument, taxable: string): Xml =>
  xml(document, (root) => set(root, `${subtotal}/cbc:TaxableAmount`, taxable));

/** An invoice with a line of 10,000.00, a discount of 100 and freight of 40, all in one VAT category. */
function mixed(line: ReturnType<typeof lineOf>, tax: TaxCategory): SelfBilledDocument {
  return invoice({ document_lines: [line], allowances: [discount(tax)], charges: [freight(tax)] });
}

const exactly = (line: ReturnType<typeof lineOf>, tax: TaxCategory) => ({
  holds: { "lines alone": sold(line), "lines less a discount plus freight": mixed(line, tax) },
  breaks: {
    "a fils too much": { given: stating(sold(line), "10000.01"), at: [category] },
    "lines without the discount and the freight": { given: stating(mixed(line, tax), "10000.00"), at: [category] },
  },
});

export const cases: RuleCases = {
  "ALIGNED-IBRP-S-08": {
    holds: {
      "lines alone": invoice(),
      "a credit note": creditNote(),
      "lines less a discount plus freight": mixed(lineOf(standard), standard),
      "two fils too much": stating(invoice(), "10000.02"),
      "two fils too little": stating(invoice(), "9999.98"),
    },
    breaks: {
      "three fils too much": { given: stating(invoice(), "10000.03"), at: [category] },
      "lines without the discount and the freight": {
        given: stating(mixed(lineOf(standard), standard), "10000.00"),
        at: [category],
        also: ["ALIGNED-IBRP-S-09"],
      },
      "a rate that no line has": {
        given: xml(invoice(), (root) => set(root, `${subtotal}/cac:TaxCategory/cbc:Percent`, "5.01")),
        at: [category],
        also: ["ALIGNED-IBRP-S-09", "IBR-190-AE"],
      },
    },
  },
  "ALIGNED-IBRP-S-09": {
    holds: {
      "five percent": invoice(),
      "two fils too much": {
        given: xml(invoice(), (root) => set(root, `${subtotal}/cbc:TaxAmount`, "500.02")),
        also: ["IBR-CO-14"],
      },
      "a negative amount on both sides": {
        given: xml(invoice(), (root) => {
          set(root, `${subtotal}/cbc:TaxableAmount`, "-10000.00");
          set(root, `${subtotal}/cbc:TaxAmount`, "-500.00");
        }),
        also: ["ALIGNED-IBRP-S-08", "IBR-CO-14"],
      },
    },
    breaks: {
      "three fils too much": {
        given: xml(invoice(), (root) => set(root, `${subtotal}/cbc:TaxAmount`, "500.03")),
        at: [category],
        also: ["IBR-CO-14"],
      },
    },
  },
  "ALIGNED-IBRP-Z-08": exactly(lineOf(zeroRated), zeroRated),
  "ALIGNED-IBRP-E-08": exactly(lineOf(exempt), exempt),
  "ALIGNED-IBRP-O-08": exactly(lineOf(outOfScope), outOfScope),
  "ALIGNED-IBRP-AE-08-AE": exactly(reverseChargeLine(), reverseCharge),
  "IBR-102-AE": {
    holds: { "lines alone": sold(lineOf(margin)), "two fils too much": stating(sold(lineOf(margin)), "10000.02") },
    breaks: {
      "three fils too much": { given: stating(sold(lineOf(margin)), "10000.03"), at: [category] },
      "a rate that no line has": {
        given: xml(sold(lineOf(margin)), (root) => set(root, `${subtotal}/cac:TaxCategory/cbc:Percent`, "4")),
        at: [category],
      },
    },
  },
};
