import type { ChosenRules } from "../check/index.ts";
import type { Outcome, Problem } from "../problem/index.ts";

/** The result for one file that was only checked. */
export interface Verdict {
  readonly file: string;
  /** Problems, in the order of the file. */
  readonly problems: readonly Problem[];
  /** Ids of rules that could not be applied. */
  readonly notChecked: readonly string[];
  /** The rules by which the file was checked. */
  readonly chosen: ChosenRules;
  /** Whether the file contains no field of a document and so belongs to another program. */
  readonly isForeign?: true;
}

/** Facts known before the first file is read. */
export interface VerdictFacts {
  /** The rules for documents without a date, if dates decide. */
  readonly chosen: ChosenRules;
  /** Whether the issue date of each document decides the edition. */
  readonly byDate: boolean;
  /** Whether the buyer is the sandbox's. */
  readonly sandbox: boolean;
  /** Time at which the run started. */
  readonly began: Date;
}

/** The totals of all files. */
export interface VerdictSummary {
  readonly outcome: Outcome;
  readonly files: number;
  readonly failing: number;
  /** Number of failing files that do not exist or cannot be read. */
  readonly unread: number;
  readonly errors: number;
  readonly warnings: number;
  /** Number of files to which the rules were not applied because of too many errors. */
  readonly unasked: number;
  /** Files in a folder that belong to other programs. */
  readonly foreign: readonly string[];
  /** Number of files that were skipped because the output was closed. */
  readonly left: number;
  /** The editions of the rules used, oldest first. */
  readonly editions: readonly string[];
  /** Ids of the rules about the buyer, if the buyer was unknown for some file. */
  readonly notChecked: readonly string[];
}
