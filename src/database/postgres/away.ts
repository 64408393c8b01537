/**
 * The server cannot be reached, or the session has ended. Work in progress at the time may or may not have been
 * completed.
 */
export class DatabaseAway extends Error {
  /** SQLSTATE, or the name of a system or TLS error. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** Whether the server refused the password of a new session. */
export function isWrongPassword(error: unknown): boolean {
  return (error instanceof DatabaseAway || error instanceof ServerError) && error.code === "28P01";
}

/** `code` is the SQLSTATE. */
export class ServerError extends Error {
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/**
 * SQLSTATEs and system error names that mean the server is starting, stopping or not accepting more sessions, or the
 * network is down.
 */
const passing =
  /^(?:57P0[1235]|08...|53300|ECONN(?:REFUSED|RESET|ABORTED)|ENOENT|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|E(?:HOST|NET)DOWN|ENOTFOUND|EAI_AGAIN)$/;

/** Whether the server may be back soon without any change to this computer or its permissions. */
export function mayComeBack(error: unknown): boolean {
  return error instanceof DatabaseAway && (error.code === undefined || passing.test(error.code));
}

/** Whether the server itself reports that it is starting or stopping. */
export function isStarting(error: unknown): boolean {
  return error instanceof DatabaseAway && /^57P0[123]$/.test(error.code ?? "");
}
