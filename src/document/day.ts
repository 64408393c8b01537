const dayMilliseconds = 86_400_000;

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

/** The day that it is in the Gulf (UTC+4 the whole year), YYYY-MM-DD. */
export function gulfDay(now: Date): string {
  return new Date(now.getTime() + 4 * 3_600_000).toISOString().slice(0, 10);
}

/** Days from one day to another, negative when the other is earlier. Both must be days (`isDay`). */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds);
}
