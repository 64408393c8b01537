import type { Fix, Outcome, Problem } from "../problem/index.ts";
import type { ShownRules } from "./shown-rules.ts";

export interface Verdict {
  readonly file: string;
  /** In the order in which they occur in the file. */
  readonly problems: readonly Problem[];
  /** Ids of rules that could not be applied. */
  readonly notChecked: readonly string[];
  /** Set if the value of a field has no single meaning, and rules depend on it. */
  readonly isPartly?: true;
  readonly chosen: ShownRules;
  /** The values that --fix replaced. */
  readonly fixed?: Fix["edits"];
  /** Set if the file has none of the fields that identify a document, so it belongs to another program. */
  readonly isForeign?: true;
}

export interface VerdictFacts {
  /** The rules for documents without an issue date, or for all documents if `byDate` is false. */
  readonly chosen: ShownRules;
  /** Whether the issue date determines the edition. */
  readonly byDate: boolean;
  /** Whether the buyer is the one from the sandbox. */
  readonly sandbox: boolean;
  readonly began: Date;
}

/** Errors that have one answer, and the files in which they stand. */
export interface Fixable {
  readonly count: number;
  readonly files: readonly string[];
}

export interface VerdictSummary {
  readonly outcome: Outcome;
  readonly files: number;
  readonly failing: number;
  /** Number of failing files that are missing or unreadable. */
  readonly unread: number;
  readonly errors: number;
  readonly warnings: number;
  readonly fixable?: Fixable | undefined;
  /** Number of files that no rule could be applied to, because of their errors. */
  readonly unasked: number;
  /** Number of files of which values without a single meaning leave some rules open. */
  readonly partly: number;
  /** Files in a folder that belong to other programs. */
  readonly foreign: readonly string[];
  /** Number of files skipped because the output was closed. */
  readonly left: number;
  /** Edition ids, oldest first. */
  readonly editions: readonly string[];
  /** Ids of the rules about the buyer that could not be applied to every file, because the buyer was unknown. */
  readonly notChecked: readonly string[];
}
