import { type Problem, problem, type Result } from "../../problem/index.ts";
import type { IssuedToken, TokenAnswer } from "../../send/index.ts";
import type { FetchedToken } from "../../settings/index.ts";

/** What the management of tokens depends on. */
export interface TokenParts {
  readonly origin: string;
  /** Returns the token that an earlier run, or another process, fetched. */
  readonly kept: () => Promise<FetchedToken | undefined>;
  readonly keep: (token: FetchedToken) => Promise<void>;
  readonly ask: () => Promise<TokenAnswer>;
  /** Returns the expiry that a token itself states. */
  readonly endOf: (token: string) => Date | undefined;
  /** Waits this many milliseconds, with a message to the user; false if waiting is not allowed or someone asked to stop. */
  readonly wait: (milliseconds: number) => Promise<boolean>;
  readonly now: () => number;
}

/** Time in milliseconds before its expiry at which a token is renewed; a short-lived token is renewed after half of its lifetime. */
const margin = 60_000;
/** Maximum wait for a token, in milliseconds: services limit tokens per minute. */
const longestWait = 60_000;

/**
 * The tokens of one client: stored, fetched, and renewed before they expire. A token that the service refused is never used again. A call made while
 * a token is being fetched gets that token.
 */
export class Tokens {
  readonly #parts: TokenParts;
  readonly #refused = new Set<string>();
  #current: FetchedToken | undefined;
  #fetching: Promise<Result<string>> | undefined;

  constructor(parts: TokenParts) {
    this.#parts = parts;
  }

  /** Returns a token that will last for a request. Problems: any token-fetching problem, `token-refused`. */
  async token(): Promise<Result<string>> {
    if (this.#current && this.#isGood(this.#current)) return { ok: true, value: this.#current.token };
    this.#fetching ??= this.#renew().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  /** Records that the service answered 401 to this token, whatever its expiry. */
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
    // A token that has expired on arrival indicates a wrong clock, not a bad token, so it is used until the service
    // refuses it.
    if (lasts <= 0) return { token, end };
    return { token, end, renewAt: end - Math.min(margin, lasts / 2) };
  }
}

function sameAgain(origin: string): Problem {
  const message = `${origin} does not accept the token that it issued itself, and issues the same one again (401).`;
  return problem("token-refused", message, "Ask the service; it may not know this client any more.");
}
