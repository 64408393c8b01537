/** The quota as stated by the service; anything it did not state is absent. */
export interface RateLimit {
  /** Requests per window. */
  readonly limit?: number | undefined;
  /** Requests left in this window. */
  readonly remaining?: number | undefined;
  /** Start of the next window, in Unix milliseconds. */
  readonly resetAt?: number | undefined;
  /** The value of Retry-After, in milliseconds. */
  readonly retryAfter?: number | undefined;
}

/** Reset values below this are seconds to wait; others are Unix seconds. Source: contract §1.3. */
const firstInstant = 1_000_000_000;

/**
 * Reads all the headers that services use: X-RateLimit-*, RateLimit-*, X-RateLimit-*-Minute and Retry-After (seconds
 * or a date). An unreadable value counts as absent. `now` is in Unix milliseconds.
 */
export function rateLimitOf(headers: Readonly<Record<string, string>>, now: number): RateLimit {
  const first = (...names: string[]): number | undefined => {
    for (const name of names) {
      const found = wholeNumber(headers[name]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const reset = first("x-ratelimit-reset", "ratelimit-reset", "x-ratelimit-reset-minute");
  return {
    limit: first("x-ratelimit-limit", "ratelimit-limit", "x-ratelimit-limit-minute"),
    remaining: first("x-ratelimit-remaining", "ratelimit-remaining", "x-ratelimit-remaining-minute"),
    resetAt: reset === undefined ? undefined : reset >= firstInstant ? reset * 1000 : now + reset * 1000,
    retryAfter: retryAfter(headers["retry-after"], now),
  };
}

/**
 * Returns how many milliseconds to wait: as given by Retry-After, or else until the end of the window; undefined if
 * neither is given.
 */
export function waitAfter(rate: RateLimit, now: number): number | undefined {
  if (rate.retryAfter !== undefined) return rate.retryAfter;
  return rate.resetAt === undefined ? undefined : Math.max(0, rate.resetAt - now);
}

function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const seconds = wholeNumber(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Rounds up a fraction, which some gateways send. */
function wholeNumber(text: string | undefined): number | undefined {
  const [, digits] = /^\s*(\d{1,12}(?:\.\d{1,9})?)\s*(?:[,;].*)?$/.exec(text ?? "") ?? [];
  return digits === undefined ? undefined : Math.ceil(Number(digits));
}
