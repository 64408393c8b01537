import { cutShort } from "../contract/index.ts";
import { type Problem, problem, typed } from "../problem/index.ts";
import { hintNotConnected, whyLost, whyNotConnected } from "./in-words.ts";
import { type RateLimit, rateLimitOf, waitAfter } from "./rate-limit.ts";
import { redacted, redactedBody, redactedBytes } from "./redact.ts";
import { seconds, tokenRefused, whereTo } from "./refusal.ts";
import { allSaid, serviceErrors } from "./service-errors.ts";
import type { Exchange } from "./wire.ts";

/** The result of a reading call, with the status and the quota. */
export type ReadAnswer<T> =
  | {
      readonly ok: true;
      readonly value: T;
      readonly rate: RateLimit;
      /** The `Date` of this answer (Unix milliseconds); absent if the answer had none. */
      readonly serviceTime?: number | undefined;
    }
  | {
      readonly ok: false;
      readonly problems: readonly [Problem, ...Problem[]];
      /** Absent if there was no answer. */
      readonly status?: number | undefined;
      /** The service's message as one string; absent if there was none. */
      readonly said?: string | undefined;
      readonly rate: RateLimit;
    };

/** Facts about the request that the classification needs. */
export interface RequestContext {
  readonly origin: string;
  readonly token: string;
  readonly tokenVariable?: string | undefined;
  /** For messages: `the invoice 6f0d…`. */
  readonly what: string;
  /** For a Phase 2 call, a 403 may mean that the subscription does not include it (Decision 10). */
  readonly phase2?: boolean | undefined;
  /** Whether the URL contains no id; a 404 then means that the service has no such call. */
  readonly isFixed?: boolean | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Returns the body of a complete 200. Otherwise: 404 → `not-found`, 401 and 403 → `token-refused` (403 for a Phase 2
 * call → `status-forbidden`), 429 → `rate-limited`, no connection → `not-connected`, everything else → `read-failed`.
 * A read never determines the outcome of a create request. The body never contains the token; if `files.signed` is
 * false, text that only looks like a signed token is kept.
 */
export function classifyRead(
  exchange: Exchange,
  asked: RequestContext,
  files: { readonly signed: boolean } = { signed: true },
): ReadAnswer<Uint8Array> {
  const { status } = exchange;
  const rate = rateLimitOf(exchange.headers, asked.now);
  if (status === 200 && exchange.complete)
    return {
      ok: true,
      value: redactedBytes(exchange.body, asked.token, files),
      rate,
      serviceTime: timeOf(exchange.headers.date),
    };
  const said = exchange.armed && status !== undefined ? saidBy(exchange, asked) : undefined;
  const found = problemOf(exchange, asked, rate, said);
  return { ok: false, rate, ...(status === undefined ? {} : { status }), said, problems: [found] };
}

/**
 * Parses a date header into Unix milliseconds. Accepts only the format that HTTP requires of senders; anything else,
 * including two dates, counts as absent. Source: RFC 9110 §5.6.7.
 */
function timeOf(header: string | undefined): number | undefined {
  if (header === undefined || !/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(header))
    return undefined;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : time;
}

/** Maximum number of characters that are shown of an unusable body. */
const longestShown = 1_000;

/** Reports a body with an unexpected shape, and shows it as received, so that the service's words are visible. */
export function unreadable(
  asked: RequestContext,
  why: string,
  { value, rate }: { readonly value: Uint8Array; readonly rate: RateLimit },
): ReadAnswer<never> {
  const body = new TextDecoder().decode(value).trim();
  const shown = body === "" ? "It is empty." : `The service answered: ${cutShort(body, longestShown)}`;
  const message = `The answer about ${asked.what} cannot be used: ${why}. ${shown}`;
  return {
    ok: false,
    status: 200,
    rate,
    problems: [problem("read-failed", message, "Try again; if the problem remains, ask the service.")],
  };
}

function saidBy({ body }: Exchange, { token }: RequestContext): string | undefined {
  return allSaid(serviceErrors(Buffer.from(redactedBody(new TextDecoder().decode(body), token))));
}

function problemOf(exchange: Exchange, asked: RequestContext, rate: RateLimit, said: string | undefined): Problem {
  const { status, failure, armed } = exchange;
  const { what, origin } = asked;
  if (!armed || status === undefined) return noAnswer(exchange, asked);
  const words = said === undefined ? "" : ` It says: ${said}`;
  if (status === 403 && asked.phase2) return phase2Missing(what, words);
  if (status === 401 || status === 403) return tokenRefused(status, said, asked);
  if (asked.isFixed && isMissingCall(status)) return notOffered(what, { status, words });
  if (status === 404) {
    return problem(
      "not-found",
      `The service does not have ${what}.${words}`,
      "Check the id, and that the profile is correct.",
    );
  }
  if (status === 429) {
    const wait = waitAfter(rate, asked.now);
    const hint = `Try again ${wait === undefined ? "in a minute" : `in ${seconds(wait)}`}.`;
    return problem("rate-limited", `The rate limit of this account is reached (429).${words}`, hint);
  }
  if (status >= 300 && status < 400) {
    const message = `The service at ${origin} points elsewhere${redacted(whereTo(exchange), asked.token)} (${status}).`;
    return problem("read-failed", message, "Check the profile's base URL; selfbill does not follow redirects.");
  }
  if (status === 200) {
    const message = `The answer about ${what} is cut: ${whyLost(failure)}.`;
    const cause = failure === undefined ? undefined : { code: failure.code, message: failure.message };
    return problem("read-failed", message, "Try again.", { cause });
  }
  return problem("read-failed", `The service answered ${status} when asked for ${what}.${words}`, "Try again later.");
}

/** Whether the status means that the service lacks the call, if the address names nothing that could be missing. */
export function isMissingCall(status: number | undefined): boolean {
  return status === 404 || status === 405 || status === 501;
}

/**
 * Reports that the service lacks a call; `what` is the data that the call would return. A service may offer only the
 * six endpoints in the service's description.
 */
export function notOffered(
  what: string,
  {
    status = 404,
    words = "",
    profile,
  }: { readonly status?: number | undefined; readonly words?: string; readonly profile?: string | undefined } = {},
): Problem {
  const message = `The service does not offer ${what} (${status}): it may have only the calls that create documents and show Peppol status.${words}`;
  const name = profile === undefined ? "NAME" : typed(profile);
  const hint = `If so, say it once; otherwise check the base URL: selfbill profile set ${name} --extras no`;
  return problem("not-found", message, hint);
}

function phase2Missing(what: string, words: string): Problem {
  const message = `The service does not show ${what} (403).${words}`;
  const hint =
    "Peppol status belongs to the service's “Phase 2” subscription, which yours may not include. Ask the service, or check the profile.";
  return problem("status-forbidden", message, hint);
}

function noAnswer(exchange: Exchange, asked: RequestContext): Problem {
  const { failure, armed } = exchange;
  if (failure?.kind === "hook" && failure.problem) return failure.problem;
  if (failure?.kind === "stopped")
    return problem(
      "interrupted",
      `The request for ${asked.what} was stopped.`,
      "Run the same command again at any time.",
    );
  const cause = failure === undefined ? undefined : { code: failure.code, message: failure.message };
  if (armed || failure === undefined) {
    return problem("read-failed", `No answer about ${asked.what}: ${whyLost(failure)}.`, "Try again.", {
      cause,
    });
  }
  const message = `${asked.origin} cannot be reached: ${whyNotConnected(failure)}.`;
  return problem("not-connected", message, hintNotConnected(failure), { cause });
}
