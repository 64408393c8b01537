import type { Verdict, VerdictFacts, VerdictSummary } from "../../report/index.ts";

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
