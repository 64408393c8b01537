import { idsOf, type Finding as RuleFinding, rulesOf } from "../check/index.ts";
import { type Fix, type Problem, problem } from "../problem/index.ts";
import { editionToday } from "./edition.ts";
import { unreadable } from "./finding.ts";
import type { Verdict } from "./types.ts";

/** Maximum number of findings: enough for one error in each of 20,000 lines, plus document-level errors. */
export const mostFindings = 25_000;

/** Returns the verdict for an argument that could not be read because of an unexpected error. */
export function unjudged(error: unknown): Verdict {
  const { id: edition } = editionToday();
  return {
    ok: false,
    kind: "invoice",
    edition,
    findings: [unreadable(error)],
    notChecked: [...idsOf(rulesOf(edition).all)],
  };
}

/** Converts a rule's finding to a problem; the rule's id becomes the code. */
export function broken({ id, flag, text, hint, path, location, line, column }: RuleFinding, fix?: Fix): Problem {
  const where = { ...(path === undefined ? {} : { path }), location, line, column };
  const severity = flag === "warning" ? "warning" : "error";
  return { ...problem("rule-broken", text, hint, { where, severity, fix }), code: id };
}
