import type { Rule, RuleSet } from "../../check/index.ts";
import type { Verdict } from "../../flow.ts";
import type { Outcome } from "../../problem/index.ts";

/** What is known before the first file is read. */
export interface VerdictFacts {
  /** Of documents without a date, where dates decide. */
  readonly ruleSet: RuleSet;
  /** Whether the issue date of each document decides the edition. */
  readonly byDate: boolean;
  readonly rules: readonly Rule[];
  /** Whether the buyer is the sandbox's. */
  readonly sandbox: boolean;
}

/** What all files together came to. */
export interface VerdictSummary {
  readonly outcome: Outcome;
  readonly files: number;
  readonly failing: number;
  readonly errors: number;
  readonly warnings: number;
  /** Files that were too broken for the rules to be asked at all. */
  readonly unasked: number;
  /** Files that were left, because nobody reads any more. */
  readonly left: number;
  /** The editions of the rules by which the files were judged, the oldest first. */
  readonly editions: readonly string[];
  /** Ids of the rules about the buyer, when somewhere the buyer was not known. */
  readonly notChecked: readonly string[];
}

/** Writes verdicts in one format, piece by piece: nothing of a file is kept once its piece is written. */
export interface VerdictWriter {
  begin(facts: VerdictFacts): string;
  /** `took`: how long the file was read and judged, in milliseconds. */
  verdict(verdict: Verdict, took: number): string;
  end(summary: VerdictSummary): string;
  /** After the end: what the reader would not show there, for a page of its own; at most some hundred kilobytes. */
  rest?(): string;
}

/** A file fails by an error; warnings alone do not count. */
export function isRight({ problems }: Verdict): boolean {
  return problems.every(({ severity }) => severity === "warning");
}
