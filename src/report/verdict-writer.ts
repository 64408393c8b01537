import type { Verdict, VerdictFacts, VerdictSummary } from "./verdict.ts";

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
