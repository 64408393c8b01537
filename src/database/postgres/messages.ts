import type { MessagePort } from "node:worker_threads";
import type { DatabaseRow, Value } from "../database.ts";

/** A server's address, and the user who connects. */
export interface Server {
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Absent if PGPASSFILE or ~/.pgpass provides it, or if the server does not ask for one. */
  readonly password?: string | undefined;
  /** Name of the environment variable that provides the password, if one does. */
  readonly passwordFrom?: string | undefined;
  /** Absent for sockets and loopback addresses; for all others the certificate must match the host. */
  readonly tls?: { readonly ca?: string | undefined } | undefined;
}

/** How a session is encrypted, and when the verified server certificate expires (Unix milliseconds). */
export interface Encryption {
  readonly protocol: string;
  readonly until?: number | undefined;
}

export interface Start {
  readonly server: Server;
  /** SQL without parameters that runs first in the session. */
  readonly session: string;
  /** A counter: once it has increased, an answer is waiting in the port. */
  readonly bell: SharedArrayBuffer;
  readonly port: MessagePort;
  /** Milliseconds between keep-alives of an idle session. */
  readonly heartbeat: number;
}

/**
 * With a `name` the statement is prepared once under that name; without one, it may contain several statements and has
 * no parameters.
 */
export interface Statement {
  readonly sql: string;
  readonly name?: string | undefined;
  readonly values?: readonly Value[] | undefined;
  /** Writes that run first, in this order; if one fails, its error is the answer, and nothing after it runs. */
  readonly before?: readonly Statement[] | undefined;
}

export type Answered =
  | {
      readonly rows: DatabaseRow[];
      readonly changes: number;
      /** Number of rows that each of `before` changed. */
      readonly before: readonly number[];
      /** The server's command tag, such as COMMIT. */
      readonly command: string;
      /** Id of the server process, as received when connecting. */
      readonly process: number;
      /** Absent without encryption. */
      readonly tls?: Encryption | undefined;
    }
  /** `lost`: the session has ended. */
  | { readonly error: string; readonly code: string | undefined; readonly lost: boolean };
