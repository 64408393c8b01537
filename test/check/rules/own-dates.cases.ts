import { creditNote, invoice } from "../../support/documents.ts";
import type { RuleCases } from "../../support/rule-cases.ts";

const supplied = (actual_delivery_date: string) => ({ delivery: { actual_delivery_date } });

export const cases: RuleCases = {
  "SB-0401": {
    holds: {
      "payment due a month later": invoice(),
      "payment due the same day": invoice({ due_date: "2026-06-15" }),
    },
    breaks: { "payment due the day before": { given: invoice({ due_date: "2026-06-14" }), at: ["due_date"] } },
    skips: {
      "a credit note": creditNote(),
      "a due date that is none": { given: invoice({ due_date: "2026-06-31" }), also: ["IBR-073"] },
    },
  },
  "SB-0402": {
    holds: {
      "an invoice on the fourteenth day": invoice(supplied("2026-06-01")),
      "an invoice before the supply": invoice(supplied("2026-07-01")),
    },
    breaks: {
      "an invoice on the fifteenth day": {
        given: invoice(supplied("2026-05-31")),
        at: ["delivery.actual_delivery_date"],
      },
    },
    skips: {
      "an invoice without a date of supply": invoice(),
      "a summary invoice": invoice({
        profile_execution_id: "00010000",
        invoice_period: { start_date: "2026-06-01", end_date: "2026-06-14" },
        ...supplied("2026-05-01"),
      }),
      "a continuous supply": invoice({ profile_execution_id: "00001000", ...supplied("2026-05-01") }),
    },
  },
};
