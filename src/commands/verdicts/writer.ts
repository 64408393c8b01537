import type { Verdict, VerdictFacts, VerdictSummary } from "../../report/index.ts";

/** Formats the results one by one, without keeping any file's data in memory. */
export interface VerdictWriter {
  begin(facts: VerdictFacts): string;
  /** `took` is in milliseconds. */
  verdict(verdict: Verdict, took: number): string;
  end(summary: VerdictSummary): string;
  /**
   * Called last. Returns the text for a separate page (the step summary of GitHub Actions), at most a few hundred
   * kilobytes.
   */
  rest?(): string;
}

/** Warnings alone do not make a file fail. */
export function isRight({ problems }: Verdict): boolean {
  return problems.every(({ severity }) => severity === "warning");
}
