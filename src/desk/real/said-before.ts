import type { Problem } from "../../problem/index.ts";
import { renderProblems } from "../../render/index.ts";
import type { Report, Style } from "../../report/index.ts";

export class SaidBefore {
  readonly #said = new Set<string>();

  /** Returns "" if all problems have been shown before. */
  text(problems: readonly Problem[], style: Style): string {
    const fresh = problems.filter((each) => !this.#said.has(keyOf(each)));
    for (const each of fresh) this.#said.add(keyOf(each));
    return renderProblems(fresh, style);
  }

  /** Removes warnings that were already shown. Errors stay, because they are the result. */
  without(report: Report): Report {
    if (this.#said.size === 0) return report;
    const left = (problems: readonly Problem[]): Problem[] =>
      problems.filter((each) => each.severity === "error" || !this.#said.has(keyOf(each)));
    const { view } = report;
    const results = (one: typeof view) =>
      one.view === "submissions"
        ? { ...one, results: one.results.map((each) => ({ ...each, problems: left(each.problems) })) }
        : one;
    return { ...report, view: results(view), problems: left(report.problems) };
  }
}

function keyOf({ code, message, where }: Problem): string {
  return JSON.stringify([code, message, where?.file, where?.line, where?.cell, where?.path]);
}
