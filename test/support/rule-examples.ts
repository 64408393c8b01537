import { readdirSync } from "node:fs";
import { allRules, check, type RuleExample, type RuleExamples } from "../../src/check/index.ts";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { readDocument, writeYaml } from "../../src/read/index.ts";
import { documentPathOf, locationOf, readXml, toXml, type UblElement } from "../../src/ubl/index.ts";
import { fragment, linesThatDiffer } from "./fragment.ts";
import { type CasesOfRule, findingsIn, type Given, opened, type RuleCases, rootOf } from "./rule-cases.ts";

/** Turns the cases of the rules into the examples that `explain` shows. */

/** The cases for every rule, keyed by rule id. */
export async function allCases(): Promise<ReadonlyMap<string, CasesOfRule>> {
  const folder = new URL("../check/rules/", import.meta.url);
  const found = new Map<string, CasesOfRule>();
  for (const name of readdirSync(folder)
    .filter((each) => each.endsWith(".cases.ts"))
    .sort()) {
    const { cases } = (await import(new URL(name, folder).href)) as { cases: RuleCases };
    for (const [id, each] of Object.entries(cases)) found.set(id, each);
  }
  return found;
}

/** For each rule id, finds the fields concerned and the two most similar cases. */
export function examplesFrom(cases: ReadonlyMap<string, CasesOfRule>): Record<string, RuleExamples> {
  const fieldAt = fieldsByLocation(cases);
  const examples: Record<string, RuleExamples> = {};
  for (const { id } of allRules) {
    const own = cases.get(id);
    if (!own) continue;
    const { pair, differing } = nearestPair(id, own);
    const fields = [...fieldsOf(id, own, fieldAt), ...differing.flatMap((place) => fieldAt.get(place) ?? [])];
    examples[id] = { fields: [...new Set(fields)].sort().slice(0, mostFields), ...pair };
  }
  return examples;
}

/** Writes examples in the format that `ruleExamples` reads. */
export function writeExamples(examples: Readonly<Record<string, RuleExamples>>): string {
  const shown = (mark: string, { says, lines }: RuleExample) => [
    `${mark} ${says}`,
    ...lines.map((line) => `  ${line}`),
  ];
  const rows = Object.entries(examples).flatMap(([id, { form, fields, fails, passes }]) => [
    [id, form, ...fields].join(" "),
    ...shown("-", fails),
    ...shown("+", passes),
  ]);
  return `${["# Made by `npm run generate` from the cases in test/check/rules; not to be edited", ...rows].join("\n")}\n`;
}

const mostFields = 8;
const withoutNumbers = (path: string): string => path.replace(/\[\d+\]/g, "");

/** Document fields, keyed by element location, from all cases that have both. */
function fieldsByLocation(cases: ReadonlyMap<string, CasesOfRule>): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const visit = (element: UblElement): void => {
    const field = documentPathOf(element);
    const place = withoutNumbers(locationOf(element));
    if (field && element.children.length === 0 && !fields.has(place)) fields.set(place, withoutNumbers(field));
    element.children.forEach(visit);
  };
  for (const each of cases.values())
    for (const value of Object.values(each.holds)) {
      const { given } = opened(value);
      if (!("xml" in given)) visit(rootOf(given));
    }
  return fields;
}

function fieldsOf(id: string, { breaks }: CasesOfRule, fieldAt: ReadonlyMap<string, string>): string[] {
  const fields = new Set<string>();
  for (const { given } of Object.values(breaks))
    for (const finding of findingsIn(given).filter((each) => each.id === id)) {
      const field = finding.path === undefined ? fieldAt.get(withoutNumbers(finding.location)) : finding.path;
      if (field) fields.add(withoutNumbers(field));
    }
  return [...fields].sort();
}

interface Candidate {
  readonly name: string;
  readonly given: Given;
  readonly also: number;
}

interface Pair {
  readonly pair: Omit<RuleExamples, "fields">;
  /** The locations of the elements that differ, without indexes. */
  readonly differing: readonly string[];
}

/**
 * The failing and the passing case that differ in the fewest lines; documents are preferred to XML, and cases that
 * break no other rules to those that do.
 */
function nearestPair(id: string, { breaks, holds, skips = {} }: CasesOfRule): Pair {
  const failing = Object.entries(breaks).map(([name, { given, also = [] }]) => ({ name, given, also: also.length }));
  // A rule may have no passing case if everything it applies to is wrong.
  const right = Object.keys(holds).length > 0 ? holds : skips;
  const passing = Object.entries(right).map(([name, value]) => {
    const { given, also } = opened(value);
    return { name, given, also: also.length };
  });
  let best: { readonly cost: number; readonly make: () => Pair } | undefined;
  for (const fails of failing)
    for (const passes of passing) {
      const asXml = [fails, passes].some(({ given }) => "xml" in given);
      const [wrong, correct] = [textOf(fails, asXml), textOf(passes, asXml)];
      const differing = linesThatDiffer(wrong, correct);
      const cost =
        (asXml ? 1000 : 0) + (fails.also + passes.also) * 50 + differing.left.length + differing.right.length;
      if (best && best.cost <= cost) continue;
      const make = (): Pair => {
        const pointed = pointedLines(id, fails.given, asXml, wrong);
        const left = [...differing.left, ...pointed];
        const right = [...differing.right, ...sameLines(wrong, correct, pointed)];
        const pair: Pair["pair"] = {
          form: asXml ? "xml" : "yaml",
          fails: example(fails, wrong, left.length > 0 ? left : around(differing.right[0] ?? 0, wrong)),
          passes: example(passes, correct, right.length > 0 ? right : around(differing.left[0] ?? 0, correct)),
        };
        return { pair, differing: differingPlaces(fails, passes) };
      };
      best = { cost, make };
    }
  if (!best) throw new Error(`The rule ${id} has no cases to show.`);
  return best.make();
}

/** The lines around a gap: the point in one text where the other text has additional lines. */
function around(gap: number, lines: readonly string[]): number[] {
  return [gap - 1, gap].filter((at) => at >= 0 && at < lines.length);
}

function example({ name }: Candidate, lines: readonly string[], shown: readonly number[]): RuleExample {
  return { says: name, lines: fragment(lines, shown) };
}

function differingPlaces(fails: Candidate, passes: Candidate): string[] {
  const texts = [textOf(fails, true), textOf(passes, true)] as const;
  const { left, right } = linesThatDiffer(...texts);
  return [...placesOf(texts[0], left), ...placesOf(texts[1], right)];
}

/** The locations of the elements that begin on these lines of an XML document. */
function placesOf(text: readonly string[], lines: readonly number[]): string[] {
  const root = readXml(Buffer.from(text.join("\n")), "example.xml");
  if (!root.ok) return [];
  const places: string[] = [];
  const visit = (element: UblElement): void => {
    if (lines.includes(element.line - 1)) places.push(withoutNumbers(locationOf(element)));
    element.children.forEach(visit);
  };
  visit(root.value);
  return places;
}

function textOf({ given }: Candidate, asXml: boolean): readonly string[] {
  const text = asXml ? toXml(rootOf(given)) : writeYaml(given as SelfBilledDocument, kindOf(given));
  return text.trimEnd().split("\n");
}

function kindOf(given: Given): "invoice" | "credit-note" {
  return "credit_note_type_code" in given && given.credit_note_type_code !== undefined ? "credit-note" : "invoice";
}

/** The lines of the text (counted from 0) that the rule's findings point to. */
function pointedLines(id: string, given: Given, asXml: boolean, lines: readonly string[]): number[] {
  const text = `${lines.join("\n")}\n`;
  if (asXml) {
    const root = readXml(Buffer.from(text), "example.xml");
    const findings = root.ok ? check(root.value) : [];
    return findings.flatMap((each) => (each.id === id && each.line !== undefined ? [each.line - 1] : []));
  }
  const source = readDocument(Buffer.from(text), "example.yaml", kindOf(given));
  if (!source.ok) throw new Error(`A case of ${id} cannot be read: ${source.problems[0].message}`);
  return findingsIn(given).flatMap((each) => {
    const line = each.id === id && each.path !== undefined ? source.value.spot(each.path).line : undefined;
    return line === undefined ? [] : [line - 1];
  });
}

/** The positions of the same lines in the other text, if they are unchanged there. */
function sameLines(from: readonly string[], to: readonly string[], shown: readonly number[]): number[] {
  return shown.map((at) => to.indexOf(from[at] ?? "")).filter((at) => at >= 0);
}
