import type { MessagePort } from "node:worker_threads";
import type { DatabaseRow, Value } from "../database.ts";

/** Where a server is, and as whom it is asked. */
export interface Server {
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Absent where PGPASSFILE, ~/.pgpass or the server's own rules settle it. */
  readonly password?: string | undefined;
  /** Absent for sockets and loopback addresses; everywhere else the certificate must name the host. */
  readonly tls?: { readonly ca?: string | undefined } | undefined;
}

/** What the thread is started with. */
export interface Start {
  readonly server: Server;
  /** Runs first in the session; SQL without values. */
  readonly session: string;
  /** One count: an answer lies in the port when it has risen. */
  readonly bell: SharedArrayBuffer;
  readonly port: MessagePort;
  /** An idle session gives a sign of life this often, in milliseconds. */
  readonly heartbeat: number;
}

/** One statement. With a `name` it is prepared once under it; without, it may be several statements, and has no values. */
export interface Statement {
  readonly sql: string;
  readonly name?: string | undefined;
  readonly values?: readonly Value[] | undefined;
  /** Writes that are to be done first, in this order; when one fails, it is the answer, and nothing after it is done. */
  readonly before?: readonly Statement[] | undefined;
}

/** What came of it. */
export type Answered =
  | {
      readonly rows: DatabaseRow[];
      readonly changes: number;
      /** How many rows each of `before` changed. */
      readonly before: readonly number[];
      /** The server's word for what was done, such as COMMIT. */
      readonly command: string;
      /** Of the server process, as the connection was given it. */
      readonly process: number;
    }
  /** `lost`: the session is over. */
  | { readonly error: string; readonly code: string | undefined; readonly lost: boolean };
