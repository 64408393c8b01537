import type { ChosenRules } from "../check/index.ts";
import type { Outcome, Problem } from "../problem/index.ts";

export interface Verdict {
  readonly file: string;
  /** In the order of the file. */
  readonly problems: readonly Problem[];
  /** Ids of rules that could not be applied. */
  readonly notChecked: readonly string[];
  readonly chosen: ChosenRules;
  /** Set if the file has no field of a document, and so belongs to another program. */
  readonly isForeign?: true;
}

export interface VerdictFacts {
  /** For documents without a date, if dates decide. */
  readonly chosen: ChosenRules;
  /** Whether the issue date decides the edition. */
  readonly byDate: boolean;
  /** Whether the buyer is the sandbox's. */
  readonly sandbox: boolean;
  readonly began: Date;
}

export interface VerdictSummary {
  readonly outcome: Outcome;
  readonly files: number;
  readonly failing: number;
  /** Number of failing files that are missing or unreadable. */
  readonly unread: number;
  readonly errors: number;
  readonly warnings: number;
  /** Number of files with too many errors to apply the rules. */
  readonly unasked: number;
  /** Files in a folder that belong to other programs. */
  readonly foreign: readonly string[];
  /** Number of files skipped because the output was closed. */
  readonly left: number;
  /** Edition ids, oldest first. */
  readonly editions: readonly string[];
  /** Rules about the buyer, if it was unknown for some file. */
  readonly notChecked: readonly string[];
}
