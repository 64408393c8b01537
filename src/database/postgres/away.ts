/** The server cannot be asked: it was never reached, or the session is over. What was under way may or may not have been done. */
export class DatabaseAway extends Error {
  /** SQLSTATE, or the name of the system's or TLS's error; undefined where there is none. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** What the server itself said no to; `code` is its SQLSTATE. */
export class ServerError extends Error {
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}
