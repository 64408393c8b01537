/** The sandbox's clock, in Unix milliseconds. Tests pass one that they control. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

const hour = 3_600_000;

/** Returns the start (inclusive) and the end (exclusive) of a calendar day in the UAE (UTC+4, no daylight saving), in Unix milliseconds. */
export function dayInUae(date: string): { from: number; before: number } {
  const from = Date.parse(`${date}T00:00:00Z`) - 4 * hour;
  return { from, before: from + 24 * hour };
}
