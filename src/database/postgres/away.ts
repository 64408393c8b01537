/** The server cannot be reached, or the session has ended. Work under way may or may not have been done. */
export class DatabaseAway extends Error {
  /** SQLSTATE, or the name of a system or TLS error; undefined if there is none. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** An error of the server itself; `code` is its SQLSTATE. */
export class ServerError extends Error {
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/**
 * Matches errors that may pass: the server starts, stops or accepts no more sessions, or the network is down; by
 * SQLSTATE or the name of a system error.
 */
const passing =
  /^(?:57P0[1235]|08...|53300|ECONN(?:REFUSED|RESET|ABORTED)|ENOENT|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|E(?:HOST|NET)DOWN|ENOTFOUND|EAI_AGAIN)$/;

/** Whether a server that is away may be back soon without any change to this computer or its permissions. */
export function mayComeBack(error: unknown): boolean {
  return error instanceof DatabaseAway && (error.code === undefined || passing.test(error.code));
}

/** Whether the server itself reports that it is starting or stopping. */
export function isStarting(error: unknown): boolean {
  return error instanceof DatabaseAway && /^57P0[123]$/.test(error.code ?? "");
}
