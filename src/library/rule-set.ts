import { ruleSetText, ruleSetVersion, rulesOf } from "../check/index.ts";
import { editionOf } from "../document/index.ts";
import { editionNamed } from "./edition.ts";
import { attempt, made, refused } from "./finding.ts";
import type { Result, RuleSet, RuleSetOptions } from "./types.ts";

/** Returns the rules of an edition. */
export function ruleSet(options: RuleSetOptions = {}): Result<RuleSet> {
  return attempt(() => ruleSetOf(options));
}

function ruleSetOf(options: RuleSetOptions): Result<RuleSet> {
  const named = editionNamed(options.edition);
  if (named.findings.length > 0) return refused(named.findings);
  const { all } = rulesOf(named.id);
  const { from, until } = editionOf(named.id) ?? { from: "", until: undefined };
  const { sha256 } = options;
  return made({
    edition: named.id,
    version: ruleSetVersion(named.id),
    from,
    until: until ?? null,
    hash: sha256 === undefined ? null : `sha256:${sha256(ruleSetText(all, named.id))}`,
    rules: all.map(({ id, flag, layer, says, hint }) => ({ id, flag, layer, text: says, hint })),
  });
}
