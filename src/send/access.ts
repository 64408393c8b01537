import { isLoopbackHost } from "../contract/index.ts";
import type { Environment } from "../environment/index.ts";
import { bug, type Problem, problem } from "../problem/index.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { Trace } from "./trace.ts";
import type { Exchange, WireRequest } from "./wire.ts";

/** The settings have already checked every value, so an invalid one here is a bug in selfbill. */
export interface ServiceAccess {
  /** An https URL, or an http URL for a literal loopback address; without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
  /** The environment variable that gives the token; absent for a stored or fetched one. */
  readonly tokenVariable?: string | undefined;
  /** In YYYYMMDD format; sent with every request. */
  readonly serviceVersion: string;
  readonly versionHeader: string;
  /** Sent in User-Agent. */
  readonly clientVersion: string;
  /** Source of the proxy variables and NODE_TLS_REJECT_UNAUTHORIZED. */
  readonly environment: Environment;
  /** A certificate authority (PEM), in addition to Node's own; Node 20 then ignores NODE_EXTRA_CA_CERTS. */
  readonly extraCa?: string | undefined;
  readonly patience?: Partial<Patience>;
  readonly pace?: Pace | undefined;
  /** Called with every request and answer, without secrets or bodies. */
  readonly trace?: Trace | undefined;
  /** Called once the request has been sent and the answer is pending. Must not throw. */
  readonly waiting?: (() => void) | undefined;
  /** Replaces the network with a service inside this process. */
  readonly inside?: ServiceInside | undefined;
  /** `low` and `unasked` leave part of the account's budget for other requests. */
  readonly priority?: Priority;
  /** Ends every request, unless a call has a signal of its own. */
  readonly signal?: AbortSignal;
}

type Priority = "normal" | "low" | "unasked";

/** Returns the whole answer, with header names in lower case. If it throws, the request is in doubt. */
export type ServiceInside = (request: WireRequest) => Promise<Required<Pick<Exchange, "status" | "headers" | "body">>>;

/** The account's request budget; the caller that opens the service manages it. */
export interface Pace {
  /** Called before every request; resolves when the request may start, or with the problem that prevents it. */
  turn(priority: Priority): Promise<Problem | undefined>;
  /** Called after every answer; `putOff` is true after a 429. */
  told(rate: RateLimit, putOff: boolean): Promise<void>;
}

/** Time limits in milliseconds, and the maximum number of bytes to read. */
export interface Patience {
  /** Limit per attempt to connect, including the handshake. */
  readonly connect: number;
  /** Pauses between attempts to connect; there is one more attempt than there are pauses. */
  readonly pauses: readonly number[];
  /**
   * Limit for sending the request, and separately for receiving the head of the answer; an 8 MiB request on a slow
   * connection needs most of it.
   */
  readonly head: number;
  /** Maximum time between two chunks of the response body. */
  readonly idle: number;
  /** Limit for the whole exchange. */
  readonly whole: number;
  /** Maximum number of bytes read from an answer; five times as many for a Peppol status or log. */
  readonly answerBytes: number;
}

/**
 * Maximum duration of an exchange, in milliseconds from its first byte. It is then ended, so that no part of the
 * request leaves this computer later.
 */
export const longestExchange = 180_000;

export const defaultPatience: Patience = {
  connect: 10_000,
  pauses: [250, 1_000],
  head: 120_000,
  idle: 30_000,
  whole: longestExchange,
  answerBytes: 10_000_000,
};

/**
 * Throws if the settings could never have produced these values, so that a token is never sent to the wrong address.
 */
export function assertAccess(access: ServiceAccess): void {
  const url = new URL(access.baseUrl);
  const loopback = isLoopbackHost(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback))
    bug("a base URL that is neither https nor loopback");
  if (url.username || url.password || url.search || url.hash) bug("a base URL with more than a host and a path");
  if (!/^[\x21-\x7e]{1,8192}$/.test(access.token)) bug("a token that cannot stand in a header");
  if (!/^\d{8}$/.test(access.serviceVersion)) bug("a service version that is not a date");
  if (!/^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(access.versionHeader)) bug("a version header that is not a header name");
}

/** Returns `not-connected` if the environment forbids all requests from this process. */
export function forbidden(access: Pick<ServiceAccess, "environment">): Problem | undefined {
  if (access.environment.NODE_TLS_REJECT_UNAUTHORIZED !== "0") return undefined;
  return problem(
    "not-connected",
    "NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates, so nothing was sent.",
    "Unset it. For a company's own certificate authority use --ca-file FILE (or set NODE_EXTRA_CA_CERTS).",
  );
}
