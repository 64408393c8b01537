/** A clock in Unix milliseconds, which tests can control. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

const hour = 3_600_000;

/**
 * Returns the bounds of a day in the UAE, in Unix milliseconds: `from` is inclusive, `before` exclusive. The UAE uses
 * UTC+4, without daylight saving time.
 */
export function dayInUae(date: string): { from: number; before: number } {
  const from = Date.parse(`${date}T00:00:00Z`) - 4 * hour;
  return { from, before: from + 24 * hour };
}
