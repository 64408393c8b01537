import { type Problem, problem, type Result } from "../../problem/index.ts";
import type { IssuedToken, TokenAnswer } from "../../send/index.ts";
import type { FetchedToken } from "../../settings/index.ts";

export interface TokenParts {
  readonly origin: string;
  /** Returns a token fetched by an earlier run or another process. */
  readonly kept: () => Promise<FetchedToken | undefined>;
  readonly keep: (token: FetchedToken) => Promise<void>;
  readonly ask: () => Promise<TokenAnswer>;
  /** Returns the expiry stated in the token. */
  readonly endOf: (token: string) => Date | undefined;
  /** Shows a message and waits for `milliseconds`; returns false if waiting is not allowed or was interrupted. */
  readonly wait: (milliseconds: number) => Promise<boolean>;
  readonly now: () => number;
}

/**
 * How long before expiry a token is renewed, in milliseconds; short-lived tokens are renewed after half their
 * lifetime.
 */
const margin = 60_000;
/** In milliseconds; services limit the number of tokens per minute. */
const longestWait = 60_000;

/**
 * Tokens of one client: cached, and renewed before they expire. Never reuses a refused token. Calls made while a token
 * is being fetched share it.
 */
export class Tokens {
  readonly #parts: TokenParts;
  readonly #refused = new Set<string>();
  #current: FetchedToken | undefined;
  #fetching: Promise<Result<string>> | undefined;

  constructor(parts: TokenParts) {
    this.#parts = parts;
  }

  /**
   * Returns a token that is valid long enough for one request. Problems: any token-fetching problem, `token-refused`.
   */
  async token(): Promise<Result<string>> {
    if (this.#current && this.#isGood(this.#current)) return { ok: true, value: this.#current.token };
    this.#fetching ??= this.#renew().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  /** Must be called when the service answers 401, regardless of the token's expiry. */
  refuse(token: string): void {
    this.#refused.add(token);
  }

  async #renew(): Promise<Result<string>> {
    const kept = await this.#parts.kept();
    if (kept && this.#isGood(kept)) return this.#take(kept);
    let answer = await this.#parts.ask();
    if (!answer.ok && answer.problems[0].code === "rate-limited") {
      const wait = Math.min(longestWait, Math.max(1_000, answer.wait ?? longestWait));
      if (await this.#parts.wait(wait)) answer = await this.#parts.ask();
    }
    if (!answer.ok) return answer;
    if (this.#refused.has(answer.value.token)) return { ok: false, problems: [sameAgain(this.#parts.origin)] };
    const fetched = this.#timed(answer.value);
    await this.#parts.keep(fetched);
    return this.#take(fetched);
  }

  #take(token: FetchedToken): Result<string> {
    this.#current = token;
    return { ok: true, value: token.token };
  }

  #isGood({ token, renewAt }: FetchedToken): boolean {
    return !this.#refused.has(token) && (renewAt === undefined || this.#parts.now() < renewAt);
  }

  #timed({ token, end: told }: IssuedToken): FetchedToken {
    const end = (told ?? this.#parts.endOf(token))?.getTime();
    if (end === undefined) return { token };
    const lasts = end - this.#parts.now();
    // A token that has already expired on arrival means that the clock is wrong, so use it until the service refuses
    // it.
    if (lasts <= 0) return { token, end };
    return { token, end, renewAt: end - Math.min(margin, lasts / 2) };
  }
}

function sameAgain(origin: string): Problem {
  const message = `${origin} does not accept the token that it issued itself, and issues the same one again (401).`;
  return problem("token-refused", message, "Ask the service; it may not know this client any more.");
}
