import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, invoice, line } from "../../support/documents.ts";
import { set } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const two = invoice({ document_lines: [line(), line()] });
const shipped = (terms: string) => invoice({ delivery: { terms } });

const hsCode = "document_lines[0].commodity_classification.item_classification_code";
const classified = (code: string) =>
  invoice({
    document_lines: [
      line({
        commodity_classification: {
          commodity_code: "G",
          item_classification_code: code,
          item_classification_list_id: "HS",
        },
      }),
    ],
  });
const serviced = (code: string) =>
  invoice({
    document_lines: [
      line({
        commodity_classification: { commodity_code: "S" },
        additional_item_identification: [{ id: code, scheme_id: "SAC" }],
      }),
    ],
  });

export const cases: RuleCases = {
  "SB-0801": {
    holds: { "lines 1 and 2": two },
    breaks: {
      "two lines 1": {
        given: xml(two, (root) => set(root.all("cac:InvoiceLine")[1] as UblElement, "cbc:ID", "1")),
        at: ["/Invoice/cac:InvoiceLine[2]/cbc:ID"],
      },
    },
  },
  "SB-0802": {
    holds: { "forty boxes": invoice(), "four returned boxes": creditNote() },
    breaks: {
      "four boxes less": {
        given: creditNote({ document_lines: [line({ quantity: "-4" })] }),
        at: ["document_lines[0].quantity"],
        also: ["SB-0709"],
      },
      "no box": {
        given: invoice({ document_lines: [line(), line({ quantity: "0" })] }),
        at: ["document_lines[1].quantity"],
      },
    },
    skips: {
      "a quantity in words": {
        given: xml(invoice(), (root) => set(root, "cac:InvoiceLine/cbc:InvoicedQuantity", "forty")),
        also: ["IBR-147-AE", "SB-0903"],
      },
    },
  },
  "SB-0803": {
    holds: { goods: invoice() },
    breaks: {
      "a word": {
        given: xml(invoice(), (root) =>
          set(root, "cac:InvoiceLine/cac:Item/cac:CommodityClassification/cbc:CommodityCode", "goods"),
        ),
        at: ["/Invoice/cac:InvoiceLine[1]/cac:Item/cac:CommodityClassification/cbc:CommodityCode"],
      },
    },
  },
  "SB-0805": {
    holds: { "free on board": shipped("FOB") },
    breaks: { "a sentence": { given: shipped("free to the gate"), at: ["delivery.terms"] } },
  },
  "SB-0806": {
    holds: {
      "eight digits": invoice(),
      "a heading alone": classified("6907"),
      "twelve digits, of which the first six are international": classified("690721000000"),
      "a chapter of the country": classified("98010000"),
    },
    breaks: {
      "a word": { given: classified("tile"), at: [hsCode] },
      "the word constructor": { given: classified("constructor"), at: [hsCode] },
      "three digits": { given: classified("690"), at: [hsCode] },
      "thirteen digits": { given: classified("6907210000000"), at: [hsCode] },
      "dots between the digits": {
        given: classified("6907.21"),
        at: [hsCode],
        fixed: {
          safe: true,
          changes: [["document_lines[0].commodity_classification.item_classification_code", "690721"]],
        },
      },
      "a chapter that does not exist": { given: classified("77010000"), at: [hsCode] },
      "a heading that does not exist": { given: classified("69150000"), at: [hsCode] },
      "dates, whose zero a spreadsheet dropped": {
        given: classified("8041020"),
        at: [hsCode],
        fixed: {
          safe: false,
          changes: [["document_lines[0].commodity_classification.item_classification_code", "08041020"]],
        },
      },
    },
  },
  "SB-0807": {
    holds: { "six digits": serviced("995463") },
    breaks: {
      "a word": { given: serviced("hello"), at: ["document_lines[0].additional_item_identification[0].id"] },
    },
  },
};
