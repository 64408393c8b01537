import type { SelfBilledDocument } from "../../../src/document/index.ts";
import { creditNote, invoice, line } from "../../support/documents.ts";
import type { RuleCases } from "../../support/rule-cases.ts";

const discounted = (base_amount?: string) =>
  line({ price: { base_amount: "250", allowance: { amount: "10", base_amount } } });
const supplier = invoice().accounting_supplier_party ?? {};
const supplied = (change: typeof supplier): SelfBilledDocument =>
  invoice({ accounting_supplier_party: { ...supplier, ...change } });

export const cases: RuleCases = {
  "SB-0804": {
    holds: {
      "a discount on the gross price, written otherwise": invoice({ document_lines: [discounted("250.00")] }),
      "a discount without a base": invoice({ document_lines: [discounted()] }),
      "no discount": invoice(),
    },
    breaks: {
      "a discount on the net price": {
        given: invoice({ document_lines: [discounted("240")] }),
        at: ["document_lines[0].price.allowance.base_amount"],
        fixed: { safe: false, changes: [["document_lines[0].price.allowance.base_amount", "250"]] },
      },
      "a discount on the net price in a credit note's second line": {
        given: creditNote({ document_lines: [line(), discounted("240")] }),
        at: ["document_lines[1].price.allowance.base_amount"],
        fixed: { safe: false, changes: [["document_lines[1].price.allowance.base_amount", "250"]] },
      },
    },
  },
  "SB-0212": {
    holds: {
      "a TIN that is the network address": invoice(),
      "a supplier with a placeholder": supplied({ endpoint_id: "9900000098" }),
    },
    breaks: {
      "a TIN that is not the network address": {
        given: supplied({ tin: "1002345682" }),
        at: ["accounting_supplier_party.tin"],
      },
      "a TIN that is not the TRN's, beside a placeholder": {
        given: supplied({ endpoint_id: "9900000098", tin: "1002345682" }),
        at: ["accounting_supplier_party.tin"],
      },
    },
  },
};
