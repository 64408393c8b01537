import type { DocumentLine } from "../../../src/document/index.ts";
import { creditNote, invoice, line } from "../../support/documents.ts";
import { remove, set } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const first = "/Invoice/cac:InvoiceLine[1]";

function sold(change: Partial<DocumentLine>) {
  return invoice({ document_lines: [line(change)] });
}

const discounted = sold({ price: { base_amount: "5", base_quantity: "1", allowance: { amount: "0.10" } } });

export const cases: RuleCases = {
  "IBR-147-AE": {
    holds: {
      "a price for one": invoice(),
      "a credited quantity": creditNote(),
      "a price for a hundred": sold({ quantity: "250", price: { base_amount: "9.99", base_quantity: "100" } }),
      "an allowance and a charge": sold({
        allowances: [{ reason_code: "95", reason: "Discount", amount: "100" }],
        charges: [{ reason_code: "FC", reason: "Freight", amount: "40" }],
      }),
      "half a fils up": sold({ quantity: "1", price: { base_amount: "0.125", base_quantity: "1" } }),
    },
    breaks: {
      "a quantity that was changed alone": {
        given: xml(invoice(), (root) => set(root, "cac:InvoiceLine/cbc:InvoicedQuantity", "41")),
        at: [first],
      },
      "a fils too much on the price": {
        given: xml(invoice(), (root) => {
          set(root, "cac:InvoiceLine/cac:Price/cbc:PriceAmount", "250.01");
          set(root, "cac:InvoiceLine/cac:Price/cac:AllowanceCharge/cbc:BaseAmount", "250.01");
        }),
        at: [first],
      },
      "no base quantity": {
        given: xml(invoice(), (root) => remove(root, "cac:InvoiceLine/cac:Price/cbc:BaseQuantity")),
        at: [first],
        also: ["IBR-126-AE"],
      },
    },
  },
  "IBR-126-AE": {
    holds: { "base quantity and gross price": invoice() },
    breaks: {
      "no gross price": {
        given: xml(invoice(), (root) => remove(root, "cac:InvoiceLine/cac:Price/cac:AllowanceCharge")),
        at: [`${first}/cac:Price`],
      },
    },
  },
  "ALIGNED-IBRP-004": {
    holds: { "a discount of nothing": invoice(), "a discount": discounted },
    breaks: {
      "a discount that was not taken off": {
        given: xml(discounted, (root) => set(root, "cac:InvoiceLine/cac:Price/cac:AllowanceCharge/cbc:Amount", "0.20")),
        at: [`${first}/cac:Price/cac:AllowanceCharge`],
      },
    },
    skips: {
      "a discount without gross price": {
        given: xml(invoice(), (root) => remove(root, "cac:InvoiceLine/cac:Price/cac:AllowanceCharge/cbc:BaseAmount")),
        also: ["IBR-126-AE"],
      },
    },
  },
};
