import { creditNote, invoice } from "../../support/documents.ts";
import { add, category, double, make, remove, set } from "../../support/edit-tree.ts";
import { type RuleCases, type Xml, xml } from "../../support/rule-cases.ts";
import {
  discount,
  exempt,
  freight,
  lineOf,
  margin,
  outOfScope,
  reverseChargeLine,
  standard,
  zeroRated,
} from "../../support/vat-lines.ts";

const breakdown = "cac:TaxTotal/cac:TaxSubtotal";
const item = "cac:InvoiceLine/cac:Item";
const lineCategory = `${item}/cac:ClassifiedTaxCategory`;

const sold = (...lines: ReturnType<typeof lineOf>[]) => invoice({ document_lines: lines });

/** Returns an invoice of type 480, outside the scope of VAT, with a line in this category. */
function ofType480(tax: typeof standard, edit: Parameters<typeof xml>[1] = () => undefined): Xml {
  return xml(sold(lineOf(tax)), (root) => {
    set(root, "cbc:InvoiceTypeCode", "480");
    edit(root);
  });
}

function ofType380(tax: typeof standard): Xml {
  return xml(sold(lineOf(tax)), (root) => set(root, "cbc:InvoiceTypeCode", "380"));
}

const withoutBreakdown = (document: ReturnType<typeof invoice>) => xml(document, (root) => remove(root, breakdown));

/** Returns a breakdown group of category S whose amounts are 0.00. */
function emptyStandardGroup() {
  const aed = { currencyID: "AED" };
  return make("cac:TaxSubtotal", [
    make("cbc:TaxableAmount", "0.00", aed),
    make("cbc:TaxAmount", "0.00", aed),
    category("cac:TaxCategory", "S", "5"),
  ]);
}

export const cases: RuleCases = {
  "IBR-145-AE": {
    holds: { "a category": invoice() },
    breaks: {
      "no category": {
        given: xml(sold(lineOf(standard), lineOf(standard)), (root) => remove(root, lineCategory)),
        at: ["/Invoice/cac:InvoiceLine[1]"],
        also: ["ALIGNED-IBRP-S-08"],
      },
    },
  },
  "IBR-139-AE": {
    holds: {
      "each of the categories but N": sold(
        lineOf(standard),
        lineOf(zeroRated),
        lineOf(exempt),
        lineOf(outOfScope),
        reverseChargeLine(),
      ),
    },
    breaks: {
      "a Greek letter that looks like N": {
        given: sold(lineOf({ ...margin, id: "\u039d" })),
        at: [
          "/Invoice/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:ID",
          "document_lines[0].classified_tax_category.id",
        ],
      },
      "a small letter": {
        given: sold(lineOf({ ...zeroRated, id: "z" })),
        at: [
          "/Invoice/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:ID",
          "document_lines[0].classified_tax_category.id",
        ],
      },
    },
  },
  "IBR-123-AE": {
    holds: { "one category": ofType480(outOfScope) },
    breaks: {
      "two categories": {
        given: ofType480(outOfScope, (root) => add(root, item, category("cac:ClassifiedTaxCategory", "E"))),
        at: ["/Invoice/cac:InvoiceLine[1]"],
        also: ["ALIGNED-IBRP-E-01", "IBR-163-AE", "IBR-167-AE"],
      },
    },
    skips: { "a tax invoice": invoice() },
  },
  "IBR-122-AE": {
    holds: { "category O": ofType480(outOfScope), "category Z": ofType480(zeroRated) },
    breaks: { "category S": { given: ofType480(standard), at: ["/Invoice"] } },
    skips: { "a tax invoice": invoice(), "a tax credit note": creditNote() },
  },
  "IBR-151-AE": {
    holds: { "category S": { given: ofType380(standard), also: ["IBR-CL-01"] } },
    breaks: { "only category O": { given: ofType380(outOfScope), at: ["/Invoice"], also: ["IBR-CL-01"] } },
    skips: { "a self-billed invoice of category O": sold(lineOf(outOfScope)) },
  },
  "ALIGNED-IBRP-S-01": {
    holds: {
      "lines of category S": invoice(),
      "no S anywhere": sold(lineOf(outOfScope)),
      "a charge of category S beside lines of Z": invoice({
        document_lines: [lineOf(zeroRated)],
        charges: [freight(standard)],
      }),
    },
    breaks: {
      "lines without breakdown": { given: withoutBreakdown(invoice()), at: ["/Invoice"] },
      "a breakdown without lines": {
        given: xml(sold(lineOf(outOfScope)), (root) => add(root, "cac:TaxTotal", emptyStandardGroup())),
        at: ["/Invoice"],
        also: ["ALIGNED-IBRP-S-08"],
      },
    },
  },
  "ALIGNED-IBRP-Z-01": {
    holds: { "one breakdown for two lines": sold(lineOf(zeroRated), lineOf(zeroRated)) },
    breaks: {
      "no breakdown": { given: withoutBreakdown(sold(lineOf(zeroRated))), at: ["/Invoice"] },
      "two breakdowns": { given: xml(sold(lineOf(zeroRated)), (root) => double(root, breakdown)), at: ["/Invoice"] },
    },
    skips: { "no line of the category": invoice() },
  },
  "ALIGNED-IBRP-E-01": {
    holds: { "one breakdown for two lines": sold(lineOf(exempt), lineOf(exempt)) },
    breaks: {
      "no breakdown": { given: withoutBreakdown(sold(lineOf(exempt))), at: ["/Invoice"] },
      "two breakdowns": { given: xml(sold(lineOf(exempt)), (root) => double(root, breakdown)), at: ["/Invoice"] },
    },
    skips: { "no line of the category": invoice() },
  },
  "ALIGNED-IBRP-O-01": {
    holds: {
      "one breakdown for a line and a discount": invoice({
        document_lines: [lineOf(outOfScope)],
        allowances: [discount(outOfScope)],
      }),
    },
    breaks: {
      "no breakdown": { given: withoutBreakdown(sold(lineOf(outOfScope))), at: ["/Invoice"] },
      "two breakdowns": { given: xml(sold(lineOf(outOfScope)), (root) => double(root, breakdown)), at: ["/Invoice"] },
    },
    skips: { "no line of the category": invoice() },
  },
  "ALIGNED-IBRP-AE-01-AE": {
    holds: {
      "one breakdown": sold(reverseChargeLine()),
      "two breakdowns": xml(sold(reverseChargeLine()), (root) => double(root, breakdown)),
    },
    breaks: { "no breakdown": { given: withoutBreakdown(sold(reverseChargeLine())), at: ["/Invoice"] } },
    skips: { "no line of the category": invoice() },
  },
  "IBR-105-AE": {
    holds: { "one breakdown": sold(lineOf(margin)) },
    breaks: {
      "two breakdowns": { given: xml(sold(lineOf(margin)), (root) => double(root, breakdown)), at: ["/Invoice"] },
    },
    skips: {
      "no margin scheme": invoice(),
      "margin lines without any breakdown": withoutBreakdown(sold(lineOf(margin))),
    },
  },
};
