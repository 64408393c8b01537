import type { Verdict, VerdictFacts, VerdictSummary } from "../../report/index.ts";

/** A writer that writes piece by piece and does not keep file data. */
export interface VerdictWriter {
  begin(facts: VerdictFacts): string;
  /** `took` is in milliseconds. */
  verdict(verdict: Verdict, took: number): string;
  end(summary: VerdictSummary): string;
  /** Called last: content for a separate page, at most a few hundred kilobytes. */
  rest?(): string;
}

/** Warnings alone do not make a file fail. */
export function isRight({ problems }: Verdict): boolean {
  return problems.every(({ severity }) => severity === "warning");
}
