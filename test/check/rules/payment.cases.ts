import { creditNote, invoice } from "../../support/documents.ts";

import type { RuleCases } from "../../support/rule-cases.ts";

const { payment_means: _means, ...unpaid } = invoice();
const { due_date: _due, ...undated } = invoice();
const deemed = { profile_execution_id: "01000000" };

export const cases: RuleCases = {
  "IBR-191-AE": {
    holds: {
      "a credit transfer": invoice(),
      cash: invoice({ payment_means: [{ payment_means_code: "10" }] }),
    },
    breaks: { "no payment means": { given: unpaid, at: ["invoice_type_code"] } },
    skips: { "a deemed supply": { ...unpaid, ...deemed }, "a credit note": creditNote() },
  },
  "IBR-192-AE": {
    holds: { "an account": invoice() },
    breaks: {
      "a transfer without account": {
        given: invoice({ payment_means: [{ payment_means_code: "30" }] }),
        at: ["payment_means[0].payment_means_code"],
      },
      "the second of two means": {
        given: invoice({ payment_means: [{ payment_means_code: "10" }, { payment_means_code: "30" }] }),
        at: ["payment_means[1].payment_means_code"],
      },
    },
    skips: { cash: invoice({ payment_means: [{ payment_means_code: "10" }] }) },
  },
  "IBR-127-AE": {
    holds: { "a due date": invoice() },
    breaks: { "no due date": { given: undated, at: ["issue_date"] } },
    skips: {
      "a deemed supply": { ...undated, ...deemed },
      "a credit note": creditNote(),
      "an invoice that is paid already": { ...undated, prepaid_amount: "10500" },
      "an invoice that was paid twice over": { ...undated, prepaid_amount: "10600" },
    },
  },
};
