import { bug, type Problem, problem } from "../problem/index.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { Trace } from "./trace.ts";
import type { Exchange, WireRequest } from "./wire.ts";

/** How to reach a service. Everything in it was checked before by the settings; what is wrong here is a fault of ours. */
export interface ServiceAccess {
  /** https, or http for literal loopback; without a slash at the end. */
  readonly baseUrl: string;
  readonly token: string;
  /** YYYYMMDD; sent with every request. */
  readonly serviceVersion: string;
  readonly versionHeader: string;
  /** selfbill's own version, for User-Agent. */
  readonly clientVersion: string;
  /** For the proxy variables and NODE_TLS_REJECT_UNAUTHORIZED. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A further certificate authority (PEM), added to those built into Node; Node 20 then forgets NODE_EXTRA_CA_CERTS. */
  readonly extraCa?: string | undefined;
  readonly patience?: Partial<Patience>;
  readonly pace?: Pace | undefined;
  /** Is told of every request and answer, without secrets and bodies. */
  readonly trace?: Trace | undefined;
  /** Called while the answer to a request is waited for. It must not throw. */
  readonly waiting?: (() => void) | undefined;
  /** A service inside this process, in place of the network. */
  readonly inside?: ServiceInside | undefined;
  /** `low` leaves room in the account's budget for everything else. */
  readonly priority?: "normal" | "low";
}

/** Takes a request and gives its whole answer; names of headers in small letters. Whatever it throws leaves the request in doubt. */
export type ServiceInside = (request: WireRequest) => Promise<Required<Pick<Exchange, "status" | "headers" | "body">>>;

/** The account's budget of requests, which lies with whoever opens the service. */
export interface Pace {
  /** Asked before every request; returns when it may start, or with the problem that keeps it from starting. */
  turn(priority: "normal" | "low"): Promise<Problem | undefined>;
  /** Told after every answer; `putOff` after a 429. */
  told(rate: RateLimit, putOff: boolean): Promise<void>;
}

/** How long to wait, in milliseconds, and how much to read. */
export interface Patience {
  /** For the connection with its handshake, each attempt. */
  readonly connect: number;
  /** Between attempts to connect; their number + 1 is the number of attempts. */
  readonly pauses: readonly number[];
  /** From the first byte sent to the answer's head; 8 MiB on a slow line need most of it. */
  readonly head: number;
  /** Between two pieces of the answer's body. */
  readonly idle: number;
  /** For the whole exchange. */
  readonly whole: number;
  /** Bytes of an answer that are read at most; of a Peppol status or log five times as many. */
  readonly answerBytes: number;
}

/** The latest that bytes of a request can leave this computer, counted from its first: the whole exchange ends there. Milliseconds. */
export const longestExchange = 180_000;

export const defaultPatience: Patience = {
  connect: 10_000,
  pauses: [250, 1_000],
  head: 120_000,
  idle: 30_000,
  whole: longestExchange,
  answerBytes: 10_000_000,
};

/** Throws for an access that the settings would never hand out: a token must not leave by a wrong door. */
export function assertAccess(access: ServiceAccess): void {
  const url = new URL(access.baseUrl);
  const loopback = /^(?:127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback))
    bug("a base URL that is neither https nor loopback");
  if (url.username || url.password || url.search || url.hash) bug("a base URL with more than a host and a path");
  if (!/^[\x21-\x7e]{1,8192}$/.test(access.token)) bug("a token that cannot stand in a header");
  if (!/^\d{8}$/.test(access.serviceVersion)) bug("a service version that is not a date");
  if (!/^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(access.versionHeader)) bug("a version header that is not a header name");
}

/** What forbids any request from this process. Problem: `not-connected`. */
export function forbidden(access: Pick<ServiceAccess, "environment">): Problem | undefined {
  if (access.environment.NODE_TLS_REJECT_UNAUTHORIZED !== "0") return undefined;
  return problem(
    "not-connected",
    "NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates, so nothing was sent.",
    "Unset it. For a company's own certificate authority use --ca-file FILE (or set NODE_EXTRA_CA_CERTS).",
  );
}
