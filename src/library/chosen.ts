import { narrowRules, type Rule, rulesOf } from "../check/index.ts";
import type { EditionId } from "../document/index.ts";
import { editionNamed } from "./edition.ts";
import { findingOf } from "./finding.ts";
import type { Finding, RuleOptions } from "./types.ts";

/** Returns the rules chosen by the options, or the errors in the options. */
export function chosenRules({ edition, rules: words = [] }: RuleOptions): {
  edition: EditionId;
  rules: readonly Rule[];
  findings: readonly Finding[];
} {
  const { id, findings } = editionNamed(edition);
  const narrowed = narrowRules(words, rulesOf(id).all);
  return narrowed.ok
    ? { edition: id, rules: narrowed.value, findings }
    : { edition: id, rules: rulesOf(id).all, findings: [...findings, ...narrowed.problems.map(findingOf)] };
}
