import { type Problem, type ProblemCode, problem, type Spot } from "../problem/index.ts";
import type { DocumentPlace, Finding, Result } from "./types.ts";

/**
 * Converts a problem to the library's format: the members that `--json` prints, and the place in the UBL document.
 */
export function findingOf({ code, severity, message, hint, where, fix }: Problem): Finding {
  return {
    code,
    severity: severity === "warning" ? "warning" : "error",
    message,
    hint,
    file: null,
    line: where?.line || null,
    column: where?.column || null,
    path: where?.path ?? null,
    sheet: null,
    cell: null,
    location: where?.location ?? null,
    fix: fix ?? null,
  };
}

/** Adds the line and column of each finding in the document's text. */
export function placed(findings: readonly Finding[], place: (path: string) => DocumentPlace | null): Finding[] {
  return findings.map((each) => (each.line === null && each.path !== null ? { ...each, ...place(each.path) } : each));
}

export function wrong(message: string, hint: string, where?: Spot, code: ProblemCode = "bad-usage"): Finding {
  return findingOf(problem(code, message, hint, where === undefined ? {} : { where }));
}

export function refused(findings: readonly Finding[]): { readonly ok: false; readonly findings: readonly Finding[] } {
  return { ok: false, findings };
}

export function made<T>(value: T, findings: readonly Finding[] = []): Result<T> {
  return { ok: true, value, findings };
}

/** Turns any exception thrown by `work`, which reads a caller's data, into a finding. */
export function attempt<T>(work: () => Result<T>): Result<T> {
  try {
    return work();
  } catch (error) {
    return refused([unreadable(error)]);
  }
}

export function unreadable(error: unknown): Finding {
  const why = error instanceof Error ? error.message : String(error);
  return wrong(`What was given cannot be used: ${why}.`, "Give what the types of the function say.");
}
