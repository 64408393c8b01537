import type { Verdict, VerdictFacts, VerdictSummary } from "../../report/index.ts";

/** Writes verdicts in one format, piece by piece; keeps no data of a file once its piece is written. */
export interface VerdictWriter {
  begin(facts: VerdictFacts): string;
  /** `took`: how long reading and judging the file took, in milliseconds. */
  verdict(verdict: Verdict, took: number): string;
  end(summary: VerdictSummary): string;
  /** Called after the end: content that does not fit in the main output, for a separate page; at most some hundred kilobytes. */
  rest?(): string;
}

/** Whether a file passes: an error makes it fail, warnings alone do not. */
export function isRight({ problems }: Verdict): boolean {
  return problems.every(({ severity }) => severity === "warning");
}
