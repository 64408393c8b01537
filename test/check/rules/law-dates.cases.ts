import type { SelfBilledDocument } from "../../../src/document/index.ts";
import { invoice } from "../../support/documents.ts";
import type { RuleCases } from "../../support/rule-cases.ts";

const period = (flags: string, issue_date: string, start_date: string, end_date: string): SelfBilledDocument =>
  invoice({
    profile_execution_id: flags,
    ...{ issue_date, due_date: issue_date },
    invoice_period: { start_date, end_date, description: "MTH" },
  });
const summary = (...days: [string, string, string]): SelfBilledDocument => period("00010000", ...days);
const continuous = (...days: [string, string, string]): SelfBilledDocument => period("00001000", ...days);

export const cases: RuleCases = {
  "SB-1021": {
    holds: {
      "fourteen days after the month": summary("2026-06-14", "2026-05-01", "2026-05-31"),
      "half of December, issued in January": summary("2027-01-14", "2026-12-16", "2026-12-31"),
      "two months, before the rule": summary("2024-10-31", "2024-09-01", "2024-10-31"),
      "no summary": period("00000000", "2026-07-20", "2026-04-01", "2026-05-31"),
    },
    breaks: {
      "a day later": { given: summary("2026-06-15", "2026-05-01", "2026-05-31"), at: ["issue_date"] },
      "two months": { given: summary("2026-06-05", "2026-04-15", "2026-05-31"), at: ["invoice_period"] },
    },
  },
  "SB-1022": {
    holds: {
      "within a year": continuous("2027-06-10", "2026-05-01", "2026-05-31"),
      "a leap day": continuous("2025-03-14", "2024-02-01", "2024-02-29"),
    },
    breaks: {
      "after it": { given: continuous("2027-06-15", "2026-05-01", "2026-05-31"), at: ["invoice_period"] },
    },
  },
};
