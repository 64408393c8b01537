import type { Finding } from "../check/index.ts";
import { type Fix, type Problem, problem, type Spot } from "../problem/index.ts";

/** Converts a rule's finding to a problem; the rule's id becomes the code. */
export function broken({ id, flag, text, hint, location }: Finding, where: Spot, fix?: Fix): Problem {
  const severity = flag === "warning" ? "warning" : "error";
  return { ...problem("rule-broken", text, hint, { where: { ...where, location }, severity, fix }), code: id };
}

/**
 * Maximum number of findings: enough for one error in each of 20,000 lines, plus document-level errors. More are of
 * no use until some are corrected, and each costs memory.
 */
export const mostFindings = 25_000;

/** Returns the problem that ends a shortened list of findings. */
export function tooMany(file: string): Problem {
  const message = `The file has more than ${mostFindings.toLocaleString("en")} findings; checking stopped.`;
  return problem("too-many-findings", message, "Correct the errors shown, then check again.", { where: { file } });
}
