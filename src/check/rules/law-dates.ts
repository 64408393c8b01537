import { daysAfter } from "../../document/index.ts";
import { lawRule } from "../law/fact.ts";
import type { LawSupply, SupplyPlace } from "../law/supply.ts";

/** Until when invoices that combine or continue supplies must be issued. */

const daysToIssue = 14;

function lastOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split("-").map((part) => Number.parseInt(part, 10));
  const next =
    month === 12
      ? `${String(year + 1).padStart(4, "0")}-01-01`
      : `${day.slice(0, 5)}${String(month + 1).padStart(2, "0")}-01`;
  return daysAfter(next, -1);
}

function yearLater(day: string): string {
  const year = String(Number.parseInt(day.slice(0, 4), 10) + 1).padStart(4, "0");
  return day.endsWith("-02-29") ? `${year}-02-28` : `${year}${day.slice(4)}`;
}

/** The first day and the last that the document or one of its lines names. */
function spanOf({ period, lines }: LawSupply): { readonly first: string; readonly last: string } | undefined {
  const days = [period, ...lines.map((line) => line.period)].flatMap(({ from, to }) => [from, to]);
  const known = days.filter((day) => day !== undefined).sort();
  const [first, last] = [known[0], known.at(-1)];
  return first === undefined || last === undefined ? undefined : { first, last };
}

function lateSummary(supply: LawSupply): SupplyPlace | undefined {
  const span = spanOf(supply);
  if (!supply.flag(4) || span === undefined) return undefined;
  if (span.first.slice(0, 7) !== span.last.slice(0, 7)) return supply.at("invoice_period", "cac:InvoicePeriod");
  const last = daysAfter(lastOfMonth(span.last), daysToIssue);
  return supply.issued !== undefined && supply.issued > last ? supply.at("issue_date", "cbc:IssueDate") : undefined;
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
    return supply.issued > daysAfter(yearLater(last), daysToIssue)
      ? supply.at("invoice_period", "cac:InvoicePeriod")
      : undefined;
  },
});
