const dayMilliseconds = 86_400_000;
/** UTC+4 all year round. */
const gulfOffset = 4 * 60 * 60 * 1000;

export function isDay(text: unknown): boolean {
  if (typeof text !== "string" || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

/** Returns the calendar day in the Gulf (UTC+4), YYYY-MM-DD. */
export function gulfDay(now: Date): string {
  return new Date(now.getTime() + gulfOffset).toISOString().slice(0, 10);
}

/** Converts Unix milliseconds to Gulf Standard Time with offset: `2026-06-20 09:01:01 +04:00`; "" if undefined. */
export function gulfTime(instant: number | undefined): string {
  if (instant === undefined) return "";
  const shifted = new Date(instant + gulfOffset);
  if (Number.isNaN(shifted.getTime())) return "";
  return `${shifted.toISOString().slice(0, 19).replace("T", " ")} +04:00`;
}

/** Negative if `to` is earlier. Both must be days (`isDay`). */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds);
}

/** Returns `day` unchanged if it cannot be parsed as a date. */
export function daysAfter(day: string, days: number): string {
  const instant = Date.parse(day);
  return Number.isNaN(instant) ? day : new Date(instant + days * dayMilliseconds).toISOString().slice(0, 10);
}
