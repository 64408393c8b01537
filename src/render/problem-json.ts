import { problemShape } from "../answers/index.ts";
import type { Problem } from "../problem/index.ts";
import { safe } from "./safe.ts";

/** Returns a problem for JSON output; every member is always present. */
export function problemJson(problem: Problem): Record<string, unknown> {
  return problemShape.json({ ...problem, message: safe(problem.message), hint: safe(problem.hint) });
}
