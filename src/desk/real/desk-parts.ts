import type { Environment } from "../../environment/index.ts";
import { makeStyle } from "../../render/index.ts";
import type { Style } from "../../report/index.ts";

export interface DeskParts {
  readonly environment: Environment;
  /** Call this only to read or ask: opening stdin takes Node longer than anything else in a short command. */
  readonly input: () => NodeJS.ReadStream;
  readonly out: NodeJS.WriteStream;
  readonly err: NodeJS.WriteStream;
  /** Version for the User-Agent header. */
  readonly version: string;
  readonly json: boolean;
  /** Keeps only the members of a JSON document that --fields names; absent without the option. */
  readonly fields?: ((json: string) => string) | undefined;
  readonly noInput: boolean;
  readonly noColor: boolean;
  /**
   * `quiet` shows only the answer unless there are problems; `showRequests` shows a line per request; `traceFile` is
   * the file to which requests are traced.
   */
  readonly quiet?: boolean;
  readonly showRequests?: boolean;
  readonly traceFile?: string | undefined;
  /** A folder or the address of a server; overrides the default. */
  readonly journalFolder: string | undefined;
  /** Profile and sandbox determine the journal if `journalFolder` is undefined. */
  readonly profile?: string | undefined;
  readonly sandbox?: boolean | undefined;
  readonly maxWait?: number | undefined;
  /** Path of the mark's file, in place of the default one. */
  readonly journalMark: string | undefined;
  /** The returned function removes the listener. */
  readonly onStop: (listener: () => void) => () => void;
}

export function styleOf({ isTTY, columns }: NodeJS.WriteStream, { environment, noColor }: DeskParts): Style {
  return makeStyle({ isTerminal: isTTY === true, columns, environment, noColor });
}
