import { dateFault, dateHint, gulfDay, isDay } from "../../document/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { text } from "../command.ts";

/** Days of issue, both included: YYYY-MM-DD. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
  /** How a person calls it. */
  readonly name: string;
}

/** The options by which a command takes a period. */
export const periodOptions = {
  month: text("--month <YYYY-MM>", "documents issued in this month"),
  from: text("--from <date>", "documents issued on this day or later: YYYY-MM-DD"),
  to: text("--to <date>", "documents issued on this day or earlier: YYYY-MM-DD"),
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
  if (month !== undefined) {
    if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) return bad(`--month ${month} is not a month.`, "Write 2026-06.");
    return ok({ from: `${month}-01`, to: lastDayOf(month), name: month });
  }
  if (from === undefined && to === undefined) return ok(undefined);
  for (const [name, day] of [
    ["--from", from],
    ["--to", to],
  ] as const)
    if (day !== undefined && !isDay(day)) return bad(`${name}: ${dateFault(day)}`, dateHint(day, "2026-06-01"));
  if (from !== undefined && to !== undefined && from > to)
    return bad(`--from ${from} is after --to ${to}.`, "Write the earlier day after --from.");
  const name = from === undefined ? `until ${to}` : to === undefined ? `from ${from}` : `${from} to ${to}`;
  return ok({ from: from ?? first, to: to ?? last, name });
}

/** The month of a moment, in the Emirates. */
export function monthOf(now: Date): DayRange {
  const month = gulfDay(now).slice(0, 7);
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
