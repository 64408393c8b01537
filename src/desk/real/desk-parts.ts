import type { Environment } from "../../environment/index.ts";
import { makeStyle } from "../../render/index.ts";
import type { Style } from "../../report/index.ts";

/** What the desk is made of; main takes it from `process`. */
export interface DeskParts {
  readonly environment: Environment;
  /** Opens standard input. Called only to read input or to ask the user: opening it takes Node longer than anything else in a short command. */
  readonly input: () => NodeJS.ReadStream;
  readonly out: NodeJS.WriteStream;
  readonly err: NodeJS.WriteStream;
  /** Version of selfbill, for the User-Agent. */
  readonly version: string;
  readonly json: boolean;
  readonly noInput: boolean;
  readonly noColor: boolean;
  /**
   * `quiet` shows only the answer if there are no problems; `showRequests` shows one line per request; `traceFile` is the file for the trace of
   * requests.
   */
  readonly quiet?: boolean;
  readonly showRequests?: boolean;
  readonly traceFile?: string | undefined;
  /** Folder or address of the journal, in place of the usual one. */
  readonly journalFolder: string | undefined;
  /** The named profile, and whether the embedded sandbox is used: they determine the journal if none is named. */
  readonly profile?: string | undefined;
  readonly sandbox?: boolean | undefined;
  /** The option --max-wait, in seconds. */
  readonly maxWait?: number | undefined;
  /** File of the journal's mark, in place of the usual one. */
  readonly journalMark: string | undefined;
  /** Calls the listener whenever the process is asked to stop, until the returned function is called. */
  readonly onStop: (listener: () => void) => () => void;
}

/** Returns the style of text on one of the two outputs. */
export function styleOf({ isTTY, columns }: NodeJS.WriteStream, { environment, noColor }: DeskParts): Style {
  return makeStyle({ isTerminal: isTTY === true, columns, environment, noColor });
}
