import { lawRule } from "../law/fact.ts";
import { lastOfContinuous, lastOfSummary, spanOf } from "../law/issue-by.ts";
import type { LawSupply, SupplyPlace } from "../law/supply.ts";

/** Until when invoices that combine or continue supplies must be issued. */

function lateSummary(supply: LawSupply): SupplyPlace | undefined {
  const span = spanOf(supply);
  if (!supply.flag(4) || span === undefined) return undefined;
  if (span.first.slice(0, 7) !== span.last.slice(0, 7)) return supply.at("invoice_period", "cac:InvoicePeriod");
  return supply.issued !== undefined && supply.issued > lastOfSummary(span.last)
    ? supply.at("issue_date", "cbc:IssueDate")
    : undefined;
}

export const summaryIsOfOneMonth = lawRule({
  id: "SB-1021",
  from: "2024-11-15",
  law: "Executive Regulation Article 59(13), since 15 November 2024",
  seen: { on: "2026-11-28", sources: 3 },
  says: "A summary invoice covers one calendar month and must be issued within 14 days of its end.",
  hint: "Split it by month, and send now what is late. If a date is wrong, correct it; do not move lines or dates into another month.",
  touches: lateSummary,
});

export const continuousSupplyIsInvoicedInAYear = lawRule({
  id: "SB-1022",
  from: "2023-01-01",
  law: "FDL 8 of 2017 Article 26(1)(d), since 2023",
  seen: { on: "2026-11-28", sources: 2 },
  says: "This period of a continuous supply ended more than a year ago: its VAT was due one year after it at the latest.",
  hint: "Send it now, and ask about the return of that period.",
  touches: (supply) => {
    const last = spanOf(supply)?.last;
    if (!supply.flag(5) || last === undefined || supply.issued === undefined) return undefined;
    return supply.issued > lastOfContinuous(last) ? supply.at("invoice_period", "cac:InvoicePeriod") : undefined;
  },
});
