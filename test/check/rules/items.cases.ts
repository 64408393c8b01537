import type { DocumentLine } from "../../../src/document/index.ts";
import { creditNote, invoice, line } from "../../support/documents.ts";
import { remove } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const goods = { commodity_code: "G", item_classification_code: "69072100", item_classification_list_id: "HS" };
const service = [{ id: "998313", scheme_id: "SAC" }];
const classification = "document_lines[0].commodity_classification";

function sold(change: Partial<DocumentLine>) {
  return invoice({ document_lines: [line(change)] });
}

const serviceOnly = sold({
  commodity_classification: { commodity_code: "S" },
  additional_item_identification: service,
});
const plain = (() => {
  const { commodity_classification: _, ...rest } = line();
  return invoice({ document_lines: [rest] });
})();

export const cases: RuleCases = {
  "IBR-125-AE": {
    holds: { "a description": invoice(), "a description in a credit note": creditNote() },
    breaks: {
      "no description": {
        given: xml(invoice(), (root) => remove(root, "cac:InvoiceLine/cac:Item/cbc:Description")),
        at: ["/Invoice/cac:InvoiceLine[1]/cac:Item"],
      },
    },
  },
  "IBR-184-AE": {
    holds: { "goods with an HS code": invoice() },
    breaks: {
      "goods without code": {
        given: sold({ commodity_classification: { commodity_code: "G" } }),
        at: [classification],
      },
    },
    skips: { "a service": serviceOnly, "an item without type": plain },
  },
  "IBR-185-AE": {
    holds: { "a service with its code": serviceOnly },
    breaks: {
      "a service without code": {
        given: sold({ commodity_classification: { commodity_code: "S" } }),
        at: [classification],
      },
    },
    skips: { goods: invoice() },
  },
  "IBR-186-AE": {
    holds: {
      "both codes": sold({
        commodity_classification: { ...goods, commodity_code: "B" },
        additional_item_identification: service,
      }),
    },
    breaks: {
      "only the HS code": {
        given: sold({ commodity_classification: { ...goods, commodity_code: "B" } }),
        at: [classification],
      },
      "only the service code": {
        given: sold({ commodity_classification: { commodity_code: "B" }, additional_item_identification: service }),
        at: [classification],
      },
    },
    skips: { goods: invoice(), "a service": serviceOnly },
  },
  "IBR-188-AE": {
    holds: { "list HS": invoice() },
    breaks: {
      "another list": {
        given: sold({ commodity_classification: { ...goods, item_classification_list_id: "STI" } }),
        at: [`${classification}.item_classification_code`],
        fixed: {
          safe: false,
          changes: [["document_lines[0].commodity_classification.item_classification_list_id", "HS"]],
        },
      },
    },
    skips: { "an item without classification": plain },
  },
  "IBR-189-AE": {
    holds: { "scheme SAC": serviceOnly },
    breaks: {
      "another scheme": {
        given: sold({
          commodity_classification: { commodity_code: "S" },
          additional_item_identification: [{ id: "998313", scheme_id: "HS" }],
        }),
        at: ["document_lines[0].additional_item_identification[0].id"],
        fixed: { safe: true, changes: [["document_lines[0].additional_item_identification[0].scheme_id", "SAC"]] },
      },
    },
    skips: { "goods without service code": invoice() },
  },
};
