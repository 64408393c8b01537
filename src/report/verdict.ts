import type { ChosenRules } from "../check/index.ts";
import type { Outcome, Problem } from "../problem/index.ts";

/** What one file came to that was only to be checked. */
export interface Verdict {
  readonly file: string;
  /** In file order. */
  readonly problems: readonly Problem[];
  /** Ids of rules that could not be asked. */
  readonly notChecked: readonly string[];
  /** The rules that it was judged by. */
  readonly chosen: ChosenRules;
  /** Nothing in it is a field of a document: it belongs to another program. */
  readonly isForeign?: true;
}

/** What is known before the first file is read. */
export interface VerdictFacts {
  /** The rules of documents without a date, where dates decide. */
  readonly chosen: ChosenRules;
  /** Whether the issue date of each document decides the edition. */
  readonly byDate: boolean;
  /** Whether the buyer is the sandbox's. */
  readonly sandbox: boolean;
  /** When it began. */
  readonly began: Date;
}

/** What all files together came to. */
export interface VerdictSummary {
  readonly outcome: Outcome;
  readonly files: number;
  readonly failing: number;
  /** Those of the failing ones that do not exist or cannot be read. */
  readonly unread: number;
  readonly errors: number;
  readonly warnings: number;
  /** Files that were too broken for the rules to be asked at all. */
  readonly unasked: number;
  /** Files of a folder that belong to other programs. */
  readonly foreign: readonly string[];
  /** Files that were left, because nobody reads any more. */
  readonly left: number;
  /** The editions of the rules by which the files were judged, the oldest first. */
  readonly editions: readonly string[];
  /** Ids of the rules about the buyer, when somewhere the buyer was not known. */
  readonly notChecked: readonly string[];
}
