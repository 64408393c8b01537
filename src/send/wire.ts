import type { Problem } from "../problem/index.ts";

/** A request that is ready to write; its path includes the path of the base URL. */
export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

export interface WireFailure {
  readonly kind:
    | "connect" // no connection: DNS, refused, unreachable, too slow
    | "proxy" // the proxy refused the connection
    | "tls" // the certificate or the handshake
    | "hook" // the hook before the first byte reported a problem
    | "stopped" // the caller asked to stop
    | "timeout" // no answer, or the answer stopped arriving
    | "too-big" // the answer is larger than the cap
    | "broken"; // reset, closed early, or not HTTP
  /** The error code from the system or the HTTP client, such as ECONNREFUSED. */
  readonly code: string;
  readonly message: string;
  /** Origin of the proxy, without credentials. */
  readonly proxy?: string | undefined;
  /** The problem that the hook reported. */
  readonly problem?: Problem | undefined;
}

/** The result of one request, whether or not an answer arrived. */
export interface Exchange {
  /**
   * Whether the request may have left this computer, because the connection (with its handshake) was ready and was
   * handed over for writing. Before that, it is certain that nothing was sent, although the socket's bytesWritten
   * would suggest otherwise.
   */
  readonly armed: boolean;
  /** Absent if no answer head arrived. */
  readonly status?: number | undefined;
  /** Header names are in lower case; repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** The part of the body that arrived. */
  readonly body: Uint8Array;
  /** Whether the body has the length or encoding announced in the head. */
  readonly complete: boolean;
  readonly failure?: WireFailure | undefined;
}

export interface Hooks {
  /**
   * Called once the secure connection is ready and before the first byte is written, so that a record can be on disk
   * by then. If it returns a problem, the connection is closed and nothing is sent.
   */
  readonly beforeFirstByte?: (() => Problem | undefined | Promise<Problem | undefined>) | undefined;
  /** Aborts the exchange: before the first byte, nothing has been sent; afterwards, the outcome is in doubt. */
  readonly signal?: AbortSignal | undefined;
  /** Called once the whole request is on its way, before any of the answer is read. Must not throw. */
  readonly waiting?: (() => void) | undefined;
  /** Whether this request has already been counted in the account's budget. */
  readonly counted?: boolean;
}

/** Carries a failure through the HTTP client. */
export class WireError extends Error {
  readonly failure: WireFailure;
  readonly code = "SELFBILL_WIRE";
  constructor(failure: WireFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * Returns the code and message of an error. If there were several simultaneous attempts (IPv6 and IPv4), uses the error
 * of the first one.
 */
export function codeAndMessage(error: unknown): { code: string; message: string } {
  const told = (error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error) as {
    code?: unknown;
    message?: unknown;
    name?: unknown;
  };
  return {
    code: String(told?.code ?? told?.name ?? "UNKNOWN"),
    message: String(told?.message || told?.code || "unknown"),
  };
}
