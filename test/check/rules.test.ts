import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { check } from "../../src/check/check.ts";
import { contextIsTheFault } from "../../src/check/conditions.ts";
import { correctionOf } from "../../src/check/fixes/correction-of.ts";
import { allRules, officialRules } from "../../src/check/registry.ts";
import type { Finding, Rule } from "../../src/check/rule.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { toXml, type UblElement } from "../../src/ubl/index.ts";
import { withChanges } from "../planted-errors/changes.ts";
import { type CasesOfRule, findingsIn, type Given, opened, type RuleCases, rootOf } from "../support/rule-cases.ts";

/**
 * Runs the cases of every rule (rules/*.cases.ts) through the whole engine: cases of published rules through all
 * published rules, cases of our own checks through all rules and checks.
 */

const folder = new URL("./rules/", import.meta.url);
const sources = new URL("../../src/check/rules/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".cases.ts"));
const rulesById = new Map(allRules.map((rule) => [rule.id, rule]));

const placeOf = (finding: Finding): string => finding.path ?? finding.location;
const idsOf = (findings: readonly Finding[]): string[] => [...new Set(findings.map(({ id }) => id))].sort();

const judged = ({ layer }: Rule, given: Given): Finding[] =>
  findingsIn(given, layer === "own" ? allRules : officialRules);

/** True if the rule applies to some element of the tree. */
function isAsked(rule: Rule, root: UblElement): boolean {
  let asked = false;
  const probe: Rule = {
    ...rule,
    when: (element, facts) => {
      if (rule.when?.(element, facts) ?? true) asked = true;
      return false;
    },
  };
  check(root, { rules: [probe] });
  return asked;
}

function run(rule: Rule, cases: CasesOfRule): void {
  test.each(Object.entries(cases.holds))("holds for %s", (_, value) => {
    const { given, also } = opened(value);
    expect(idsOf(judged(rule, given))).toEqual([...also].sort());
    if (rule.ofDocument === undefined) expect(isAsked(rule, rootOf(given))).toBe(true);
  });
  test.each(Object.entries(cases.breaks))("is broken by %s", (_, { given, at, also = [] }) => {
    const findings = judged(rule, given);
    expect(findings.filter(({ id }) => id === rule.id).map(placeOf)).toEqual(at);
    expect(idsOf(findings)).toEqual([rule.id, ...also].sort());
  });
  test.each(Object.entries(cases.breaks))("is corrected, or has no correction: %s", (_, { given, fixed }) => {
    if ("xml" in given) return;
    const document = given as SelfBilledDocument;
    const own = (value: SelfBilledDocument) => findingsIn(value).filter(({ id }) => id === rule.id);
    const corrections = own(document).flatMap((each) => correctionOf(each, document) ?? []);
    expect(corrections).toEqual(
      fixed ? [{ safe: fixed.safe, changes: fixed.changes.map(([path, to]) => ({ path, to })) }] : [],
    );
    if (fixed) expect(own(withChanges(document, fixed.changes))).toEqual([]);
  });
  if (cases.skips) {
    test.each(Object.entries(cases.skips))("does not apply to %s", (_, value) => {
      const { given, also } = opened(value);
      expect(isAsked(rule, rootOf(given))).toBe(false);
      expect(idsOf(judged(rule, given))).toEqual([...also].sort());
    });
  }
  test("has a case for its fix", () => {
    const isFixed = Object.values(cases.breaks).some(({ fixed }) => fixed !== undefined);
    expect(isFixed).toBe(rule.fix !== undefined);
  });
  test("has cases for every outcome, none of them twice", () => {
    // If the context itself is the fault, every element in it violates the rule, so the rule needs cases in which it
    // does not apply.
    const right = rule.holds === contextIsTheFault ? cases.skips : cases.holds;
    expect(Object.keys(right ?? {})).not.toEqual([]);
    expect(Object.keys(cases.breaks)).not.toEqual([]);
    if (rule.when) expect(Object.keys(cases.skips ?? {})).not.toEqual([]);
    const all = [...Object.values(cases.holds), ...Object.values(cases.breaks), ...Object.values(cases.skips ?? {})];
    // Our own checks of a document may read values that the XML does not contain, so the cases are compared as JSON.
    const written = (given: Given): string => (rule.ofDocument ? JSON.stringify(given) : toXml(rootOf(given)));
    const texts = all.map((value) => written("given" in value ? (value as { given: never }).given : value));
    expect(new Set(texts).size).toBe(texts.length);
  });
}

test("every file of rules has a file of cases", () => {
  const named = (folder: URL, ending: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(ending))
      .map((name) => basename(name, ending))
      .sort();
  expect(named(folder, ".cases.ts")).toEqual(named(sources, ".ts"));
});

for (const file of files) {
  const name = basename(file, ".cases.ts");
  const { cases } = (await import(new URL(file, folder).href)) as { cases: RuleCases };
  const source = (await import(new URL(`${name}.ts`, sources).href)) as Record<string, Rule | readonly Rule[]>;
  const rules = Object.values(source)
    .flat()
    .filter((rule) => rule.unreachable === undefined && rule.until === undefined);

  describe(name, () => {
    test("has cases for exactly its rules", () => {
      expect(Object.keys(cases).sort()).toEqual(rules.map(({ id }) => id).sort());
    });
    for (const [id, each] of Object.entries(cases)) {
      const rule = rulesById.get(id);
      if (rule) describe(id, () => run(rule, each));
    }
  });
}
