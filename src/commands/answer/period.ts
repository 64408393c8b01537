import { gulfDay, isDay } from "../../document/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { day, month } from "../kinds.ts";

/** Days of issue, both included: YYYY-MM-DD. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
  /** How a person calls it. */
  readonly name: string;
}

/** The options by which a command takes a period. */
export const periodOptions = {
  month: month("--month <YYYY-MM>", "documents issued in this month"),
  from: day("--from <date>", "documents issued on this day or later: YYYY-MM-DD"),
  to: day("--to <date>", "documents issued on this day or earlier: YYYY-MM-DD"),
} as const;

interface PeriodWords {
  readonly month: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const first = "0001-01-01";
const last = "9999-12-31";

/** Whatever the day of issue. */
export const everyDay: DayRange = { from: first, to: last, name: "every month" };

/** The period of the words; undefined where they name none. Problem: `bad-usage`. */
export function periodOf({ month, from, to }: PeriodWords): Result<DayRange | undefined> {
  const bad = (message: string, hint: string) => fail(problem("bad-usage", message, hint));
  if (month !== undefined && (from !== undefined || to !== undefined))
    return bad("--month and --from or --to exclude each other.", "Use --month, or --from and --to.");
  if (month !== undefined) return ok(wholeMonth(month));
  if (from === undefined && to === undefined) return ok(undefined);
  if (from !== undefined && to !== undefined && from > to)
    return bad(`--from ${from} is after --to ${to}.`, "Write the earlier day after --from.");
  const name = from === undefined ? `until ${to}` : to === undefined ? `from ${from}` : `${from} to ${to}`;
  return ok({ from: from ?? first, to: to ?? last, name });
}

/** A period whose days depend on the present moment, such as last month. */
export type LatePeriod = DayRange | ((now: Date) => DayRange) | undefined;

/** Its days; without a period those of the present month. */
export function periodNow(period: LatePeriod, now: Date): DayRange {
  return typeof period === "function" ? period(now) : (period ?? monthOf(now));
}

/** The month of a moment, in the Emirates. */
export function monthOf(now: Date): DayRange {
  return wholeMonth(gulfDay(now).slice(0, 7));
}

/** The days of a month, `2026-06`. */
export function wholeMonth(month: string): DayRange {
  return { from: `${month}-01`, to: lastDayOf(month), name: month };
}

/** Whether a day of issue lies in the period. */
export function isIn({ from, to }: DayRange, day: string): boolean {
  return day >= from && day <= to;
}

function lastDayOf(month: string): string {
  const days = [31, 30, 29, 28].map((day) => `${month}-${day}`);
  return days.find(isDay) ?? `${month}-28`;
}
