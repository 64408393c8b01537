import { daysAfter, type SelfBilledDocument } from "../../document/index.ts";
import { type LawSupply, supplyOf } from "./supply.ts";

/** Days from the supply to the tax invoice. Source: FDL 8 of 2017 Article 67(1). */
export const daysToIssue = 14;

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
export function spanOf({ period, lines }: LawSupply): { readonly first: string; readonly last: string } | undefined {
  const days = [period, ...lines.map((line) => line.period)].flatMap(({ from, to }) => [from, to]);
  const known = days.filter((day) => day !== undefined).sort();
  const [first, last] = [known[0], known.at(-1)];
  return first === undefined || last === undefined ? undefined : { first, last };
}

/** Until when an invoice must be issued; days are YYYY-MM-DD. */
export interface IssueBy {
  /** The day of supply: of the last one, where the invoice holds several. */
  readonly day: string;
  readonly last: string;
  /** What the last day is counted from, in front of the supply, if it is not 14 days after it. */
  readonly counts?: string;
}

/**
 * Returns the last day of a summary of one month, 14 days after its end; of a continuous supply, one year and 14 days
 * after its period; of any other invoice, 14 days after the supply. Undefined if the invoice has no date. Source: FDL 8
 * of 2017 Articles 26(1)(d) and 67(1); Executive Regulation Article 59(13).
 */
export function issueBy(invoice: SelfBilledDocument): IssueBy | undefined {
  const supply = supplyOf(invoice, "invoice");
  const end = spanOf(supply)?.last;
  if (end !== undefined && supply.flag(4))
    return { day: end, last: lastOfSummary(end), counts: "14 days after the end of the month of" };
  if (end !== undefined && supply.flag(5))
    return { day: end, last: lastOfContinuous(end), counts: "a year and 14 days after" };
  const { day } = supply;
  return day === undefined ? undefined : { day, last: daysAfter(day, daysToIssue) };
}

/** Returns the last day to issue a summary whose last supply was on this day. */
export const lastOfSummary = (day: string): string => daysAfter(lastOfMonth(day), daysToIssue);

/** Returns the last day to issue an invoice of a continuous supply whose period ended on this day. */
export const lastOfContinuous = (day: string): string => daysAfter(yearLater(day), daysToIssue);
