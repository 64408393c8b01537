import { createHash } from "node:crypto";
import { type EditionId, nearest } from "../document/index.ts";
import { failAll, ok, type Problem, problem, problemTable, type Result } from "../problem/index.ts";
import { expressionOf } from "./expression.ts";
import { keptHashes } from "./kept-hashes.ts";
import { allRules, rulesOf } from "./registry.ts";
import type { Rule } from "./rule.ts";

export interface RuleSet {
  readonly edition: EditionId;
  /** Name of the equivalent published rules, such as `PINT AE self-billing 1.0.4`. */
  readonly version: string;
  /** `sha256:…` of the edition and the id, flag, message, context and test of every rule, ordered by id. */
  readonly hash: string;
  readonly count: number;
}

export function ruleSetOf(rules: readonly Rule[], edition: EditionId): RuleSet {
  const kept = rules === rulesOf(edition).all ? keptHashes.get(edition) : undefined;
  const hash = kept ?? `sha256:${createHash("sha256").update(ruleSetText(rules, edition)).digest("hex")}`;
  return { edition, version: ruleSetVersion(edition), hash, count: rules.length };
}

/** Returns the text from which the hash of a rule set is calculated. */
export function ruleSetText(rules: readonly Rule[], edition: EditionId): string {
  const sorted = [...rules].sort((a, b) => (a.id < b.id ? -1 : 1));
  const facts = sorted.map((rule) => [
    rule.id,
    rule.flag,
    rule.says,
    rule.of.name,
    rule.of.paths,
    expressionOf(rule) ?? "",
  ]);
  return JSON.stringify([edition, facts]);
}

export function ruleSetVersion(edition: EditionId): string {
  return `PINT AE self-billing ${edition}`;
}

/**
 * `IBR-138-AE` applies only the named rules, `-IBR-125-AE` leaves a rule out; multiple ids are separated by commas.
 * Case is ignored. Problem: `bad-usage`, one for each unknown id, with a suggestion.
 */
export function narrowRules(words: readonly string[], rules: readonly Rule[] = allRules): Result<readonly Rule[]> {
  const asked = words.flatMap((each) => each.split(",")).map((each) => each.trim());
  if (asked.every((word) => word === "")) return ok(rules);
  const known = new Set(rules.map(({ id }) => id));
  const problems: Problem[] = [];
  const only = new Set<string>();
  const without = new Set<string>();
  for (const word of asked) {
    const id = word.replace(/^[-+]/, "").toUpperCase();
    if (id === "") continue;
    if (!known.has(id)) problems.push(unknownRule(id, [...known]));
    else if (word.startsWith("-")) without.add(id);
    else only.add(id);
  }
  if (problems.length > 0) return failAll(problems);
  const chosen = rules.filter(({ id }) => (only.size === 0 || only.has(id)) && !without.has(id));
  return ok(chosen.length === rules.length ? rules : chosen);
}

function unknownRule(id: string, known: readonly string[]): Problem {
  const near = nearest(id, known);
  const named = near === undefined ? "selfbill explain --list names every rule." : `Did you mean ${near}?`;
  const hint = Object.hasOwn(problemTable, id.toLowerCase()) ? "The fields of a document are always checked." : named;
  return problem("bad-usage", `There is no rule ${id}.`, hint);
}
