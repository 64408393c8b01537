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
