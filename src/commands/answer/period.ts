import { gulfDay, isDay } from "../../document/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { day, month } from "../kinds.ts";

export interface DayRange {
  readonly from: string;
  readonly to: string;
  readonly name: string;
}

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

export const everyDay: DayRange = { from: first, to: last, name: "every month" };

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

export type LatePeriod = DayRange | ((now: Date) => DayRange) | undefined;

export function periodNow(period: LatePeriod, now: Date): DayRange {
  return typeof period === "function" ? period(now) : (period ?? monthOf(now));
}

/** Returns the current month in UAE time. */
export function monthOf(now: Date): DayRange {
  return wholeMonth(gulfDay(now).slice(0, 7));
}

export function wholeMonth(month: string): DayRange {
  return { from: `${month}-01`, to: lastDayOf(month), name: month };
}

export function isIn({ from, to }: DayRange, day: string): boolean {
  return day >= from && day <= to;
}

function lastDayOf(month: string): string {
  const days = [31, 30, 29, 28].map((day) => `${month}-${day}`);
  return days.find(isDay) ?? `${month}-28`;
}
