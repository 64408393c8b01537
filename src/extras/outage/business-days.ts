import { isDay } from "../../document/index.ts";

const day = 86_400_000;

/**
 * Whether the date is neither Saturday, Sunday nor a holiday. Source: the federal working week of the UAE since 2022.
 */
export function isBusinessDay(date: string, holidays: ReadonlySet<string>): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(date);
}

/** Returns the date that is `count` business days after `date`, which is not counted itself. Dates are YYYY-MM-DD. */
export function businessDaysAfter(date: string, count: number, holidays: ReadonlySet<string>): string {
  let left = count;
  for (let at = Date.parse(`${date}T00:00:00Z`); ; ) {
    at += day;
    const next = new Date(at).toISOString().slice(0, 10);
    if (isBusinessDay(next, holidays)) left -= 1;
    if (left === 0) return next;
  }
}

/** Reads a file with one date per line; text after # is a comment. Returns the first invalid line, if any. */
export function holidaysIn(
  text: string,
): { readonly days: ReadonlySet<string> } | { readonly line: number; readonly wrong: string } {
  const days = new Set<string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const written = line.replace(/#.*/, "").trim();
    if (written === "") continue;
    const found = written.slice(0, 10);
    if (!isDay(found)) return { line: index + 1, wrong: written };
    days.add(found);
  }
  return { days };
}
