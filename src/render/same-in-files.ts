import type { Problem } from "../problem/index.ts";
import type { SubmissionResult } from "../report/index.ts";

/** Maximum number of files for which an equal problem, or an equal result, is shown separately on a screen. */
const fewFiles = 3;

/** Shows a problem that many files share at the first of them, with the number of the others. */
export function sharedOnce(results: readonly SubmissionResult[]): SubmissionResult[] {
  const files = new Map<string, Set<string>>();
  for (const { file, problems } of results)
    for (const each of problems) files.set(wordsOf(each), (files.get(wordsOf(each)) ?? new Set()).add(file));
  const said = new Set<string>();
  return results.map((result) => ({
    ...result,
    problems: result.problems.flatMap((each) => {
      const words = wordsOf(each);
      const others = (files.get(words)?.size ?? 0) - 1;
      if (others < fewFiles) return [each];
      if (said.has(words)) return [];
      said.add(words);
      return [{ ...each, message: `${each.message} The same for ${others.toLocaleString("en")} more files.` }];
    }),
  }));
}

const wordsOf = ({ code, severity, message, hint }: Problem): string => JSON.stringify([code, severity, message, hint]);

/** Leaves out documents that were not sent for the same reason as the first few; `left` is the number of the others. */
export function unsentOnce(results: readonly SubmissionResult[]): {
  readonly shown: readonly SubmissionResult[];
  readonly left: number;
} {
  const seen = new Map<string, number>();
  const shown = results.filter((result) => {
    const error = result.problems.find(({ severity }) => severity === "error");
    if (result.outcome !== "not_sent" || result.id !== undefined || error === undefined) return true;
    const before = seen.get(wordsOf(error)) ?? 0;
    seen.set(wordsOf(error), before + 1);
    return before < fewFiles;
  });
  const left = results.length - shown.length;
  return left > 1 ? { shown, left } : { shown: results, left: 0 };
}
