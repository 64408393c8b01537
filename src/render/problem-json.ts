import type { Problem } from "../problem/index.ts";
import { safe } from "./safe.ts";

/** A problem for scripts; every member is always there. */
export function problemJson(problem: Problem): Record<string, unknown> {
  const { where } = problem;
  return {
    code: problem.code,
    severity: problem.severity,
    message: safe(problem.message),
    hint: safe(problem.hint),
    file: where?.file ?? null,
    line: where?.line ?? null,
    column: where?.column ?? null,
    path: where?.path ?? null,
    sheet: where?.sheet ?? null,
    cell: where?.cell ?? null,
  };
}
