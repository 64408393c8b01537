import type { Environment } from "../../environment/index.ts";
import { makeStyle } from "../../render/index.ts";
import type { Style } from "../../report/index.ts";

/** What the desk is made of; main takes it from `process`. */
export interface DeskParts {
  readonly environment: Environment;
  /** Asked for only by who reads it, or asks a person: to open it takes Node longer than anything else about a short command. */
  readonly input: () => NodeJS.ReadStream;
  readonly out: NodeJS.WriteStream;
  readonly err: NodeJS.WriteStream;
  /** Version of selfbill, for the User-Agent. */
  readonly version: string;
  readonly json: boolean;
  readonly noInput: boolean;
  readonly noColor: boolean;
  /** Nothing but the answer while all goes well; a line a request; the file of the trace of requests. */
  readonly quiet?: boolean;
  readonly showRequests?: boolean;
  readonly traceFile?: string | undefined;
  /** Folder or address of the journal, in place of the usual one. */
  readonly journalFolder: string | undefined;
  /** The stored profile that was named, and whether the sandbox inside is used: they tell which journal, where none is named. */
  readonly profile?: string | undefined;
  readonly sandbox?: boolean | undefined;
  /** --max-wait, in seconds. */
  readonly maxWait?: number | undefined;
  /** File of the journal's mark, in place of the usual one. */
  readonly journalMark: string | undefined;
  /** Calls back whenever the process is asked to stop, until the function returned is called. */
  readonly onStop: (listener: () => void) => () => void;
}

/** How text looks on one of the two outputs. */
export function styleOf({ isTTY, columns }: NodeJS.WriteStream, { environment, noColor }: DeskParts): Style {
  return makeStyle({ isTerminal: isTTY === true, columns, environment, noColor });
}
