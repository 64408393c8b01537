import type { DocumentLine } from "../../../src/document/index.ts";
import { creditNote, invoice } from "../../support/documents.ts";
import { add, make, remove, set } from "../../support/edit-tree.ts";
import { boughtBy, type RuleCases, xml } from "../../support/rule-cases.ts";
import { exempt, lineOf, outOfScope, reverseChargeLine, standard, zeroRated } from "../../support/vat-lines.ts";

const extension = "cac:InvoiceLine/cac:ItemPriceExtension";
const first = "/Invoice/cac:InvoiceLine[1]";
const category = "document_lines[0].classified_tax_category";
const commodity = "document_lines[0].commodity_classification";

const sold = (line: DocumentLine) => invoice({ document_lines: [line] });
const edited = (line: DocumentLine, edit: Parameters<typeof xml>[1]) => xml(sold(line), edit);
const lineTax = (text: string) => make("cac:TaxTotal", [make("cbc:TaxAmount", text, { currencyID: "AED" })]);

/** Cases for a line of a category whose VAT in AED must be 0. */
const withoutVat = (line: DocumentLine) => ({
  holds: { "VAT of 0": sold(line) },
  breaks: {
    "VAT of 500": {
      given: edited(line, (root) => set(root, `${extension}/cac:TaxTotal/cbc:TaxAmount`, "500.00")),
      at: [`${first}/cac:Item/cac:ClassifiedTaxCategory`],
    },
    "no VAT at all": {
      given: edited(line, (root) => remove(root, `${extension}/cac:TaxTotal`)),
      at: [`${first}/cac:Item/cac:ClassifiedTaxCategory`],
      also: ["IBR-104-AE"],
    },
  },
});

const { standard_item_identification: _, ...withoutGtin } = reverseChargeLine();
const { nature_code: __, ...withoutNature } = reverseChargeLine().commodity_classification ?? {};

export const cases: RuleCases = {
  "IBR-194-AE": {
    holds: { "an invoice": invoice(), "a credit note": creditNote(), "an exempt line": sold(lineOf(exempt)) },
    breaks: {
      "no amount on an exempt line": {
        given: edited(lineOf(exempt), (root) => remove(root, extension)),
        at: [first],
      },
    },
  },
  "IBR-104-AE": {
    holds: { "both amounts": invoice(), "both amounts on a line of category O": sold(lineOf(outOfScope)) },
    breaks: {
      "no VAT": { given: edited(lineOf(standard), (root) => remove(root, `${extension}/cac:TaxTotal`)), at: [first] },
      neither: {
        given: edited(lineOf(standard), (root) => remove(root, extension)),
        at: [first],
        also: ["IBR-194-AE"],
      },
    },
    skips: { "an exempt line": sold(lineOf(exempt)) },
  },
  "IBR-163-AE": {
    holds: { "no VAT": sold(lineOf(exempt)) },
    breaks: {
      "VAT of 0": {
        given: edited(lineOf(exempt), (root) => add(root, extension, lineTax("0.00"))),
        at: [`${first}/cac:Item/cac:ClassifiedTaxCategory`],
      },
    },
  },
  "IBR-165-AE": withoutVat(lineOf(zeroRated)),
  "IBR-162-AE": withoutVat(reverseChargeLine()),
  "IBR-167-AE": {
    holds: { "a reason": sold(lineOf(exempt)) },
    breaks: { "no reason": { given: sold(lineOf({ id: "E", tax_scheme: "VAT" })), at: [category] } },
    skips: { "a line of category S": invoice() },
  },
  "IBR-103-AE": {
    holds: { "a buyer with a TRN": sold(reverseChargeLine()) },
    breaks: {
      "a buyer without one, once for each line": {
        given: boughtBy(
          { party_tax_scheme: undefined },
          invoice({ document_lines: [reverseChargeLine(), lineOf(standard), reverseChargeLine()] }),
        ),
        at: [
          `${first}/cac:Item/cac:ClassifiedTaxCategory`,
          "/Invoice/cac:InvoiceLine[3]/cac:Item/cac:ClassifiedTaxCategory",
        ],
      },
    },
  },
  "IBR-166-AE": {
    holds: { gold: sold(reverseChargeLine()) },
    breaks: {
      "no kind of goods": {
        given: sold(reverseChargeLine({ commodity_classification: withoutNature })),
        at: [commodity],
      },
    },
    skips: { "a line of category S": invoice() },
  },
  "IBR-174-AE": {
    holds: { "a GTIN": sold(reverseChargeLine()) },
    breaks: {
      "no identifier": { given: sold(withoutGtin), at: [category] },
      "another scheme": {
        given: sold(reverseChargeLine({ standard_item_identification: { id: "4012345000009", scheme_id: "0088" } })),
        at: [category],
      },
    },
  },
  "IBR-006-AE": {
    holds: { gold: sold(reverseChargeLine()) },
    breaks: {
      "goods in words": {
        given: sold(reverseChargeLine({ commodity_classification: { ...withoutNature, nature_code: "gold" } })),
        at: [`${commodity}.nature_code`],
      },
    },
  },
};
