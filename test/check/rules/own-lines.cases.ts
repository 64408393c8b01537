import type { UblElement } from "../../../src/ubl/index.ts";
import { creditNote, invoice, line } from "../../support/documents.ts";
import { set } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const two = invoice({ document_lines: [line(), line()] });
const shipped = (terms: string) => invoice({ delivery: { terms } });

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
      },
      "no box": {
        given: invoice({ document_lines: [line(), line({ quantity: "0" })] }),
        at: ["document_lines[1].quantity"],
      },
    },
    skips: {
      "a quantity in words": {
        given: xml(invoice(), (root) => set(root, "cac:InvoiceLine/cbc:InvoicedQuantity", "forty")),
        also: ["IBR-147-AE"],
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
};
