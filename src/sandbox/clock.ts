/** Where the sandbox takes the time from; Unix milliseconds. Tests bring one that they set. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

const hour = 3_600_000;

/** From when to before when a calendar date lasts in the UAE (UTC+4, no daylight saving), in Unix milliseconds. */
export function dayInUae(date: string): { from: number; before: number } {
  const from = Date.parse(`${date}T00:00:00Z`) - 4 * hour;
  return { from, before: from + 24 * hour };
}
