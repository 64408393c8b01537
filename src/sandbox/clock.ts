/** Where the sandbox takes the time from; Unix milliseconds. Tests bring one that they set. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

const hour = 3_600_000;

/** The calendar date in the UAE (UTC+4, no daylight saving) at an instant in Unix milliseconds: `2026-06-15`. */
export function dateInUae(instant: number): string {
  return new Date(instant + 4 * hour).toISOString().slice(0, 10);
}
