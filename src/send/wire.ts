import type { Problem } from "../problem/index.ts";

/** Ready to write; the path includes that of the base URL. */
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
  /** The code of the system or the HTTP client, such as ECONNREFUSED. */
  readonly code: string;
  readonly message: string;
  /** Credentials are left out. */
  readonly proxy?: string | undefined;
  /** The hook's problem. */
  readonly problem?: Problem | undefined;
}

/** Everything known after one request. */
export interface Exchange {
  /**
   * The request may have left this computer: the connection (with its handshake) was ready and was handed over for
   * writing. Before that, certainly nothing has left; a socket's bytesWritten would claim otherwise.
   */
  readonly armed: boolean;
  /** Absent if no head of an answer arrived. */
  readonly status?: number | undefined;
  /** Names in lower case; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The part that arrived. */
  readonly body: Uint8Array;
  /** Whether the body has the length or encoding that the head announced. */
  readonly complete: boolean;
  readonly failure?: WireFailure | undefined;
}

export interface Hooks {
  /**
   * Called once the secure connection is ready and before the first byte is written; the place for a record that must
   * be on disk by then. A problem closes the connection: nothing was sent.
   */
  readonly beforeFirstByte?: (() => Problem | undefined | Promise<Problem | undefined>) | undefined;
  /** Aborts the exchange: before the first byte nothing was sent, afterwards the outcome is in doubt. */
  readonly signal?: AbortSignal | undefined;
  /** Called once the whole request is on its way, before any of the answer is read. Must not throw. */
  readonly waiting?: (() => void) | undefined;
  /** This request is already counted in the account's budget. */
  readonly counted?: boolean;
}

/** Passes a failure through the HTTP client. */
export class WireError extends Error {
  readonly failure: WireFailure;
  readonly code = "SELFBILL_WIRE";
  constructor(failure: WireFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The first of several simultaneous attempts (IPv6 and IPv4) counts. */
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
