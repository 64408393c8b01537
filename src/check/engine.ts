import { documentPathOf, locationOf, type UblElement } from "../ubl/index.ts";
import { contextMatcher } from "./context-matcher.ts";
import { collectedNames, Facts } from "./facts.ts";
import type { Condition, Context, Finding, Rule } from "./rule.ts";

/** A context as the engine asks it: `matches` left out where the element's name says it all. */
interface Candidate {
  readonly matches: Condition | undefined;
  readonly rules: readonly Rule[];
}

/** What is to be asked of elements of one name: per pattern the contexts that can match them, in the published order. */
interface Program {
  readonly patterns: ReadonlyArray<readonly Candidate[]>;
  /** Position in `collectedNames`, −1 when nobody looks for this name. */
  readonly collect: number;
}

/** Names come from files, so the number of programs kept for unknown ones is limited. */
const maxPrograms = 2000;

/** Rules and contexts, compiled: per element name what is to be asked. One engine serves any number of documents. */
export class Engine {
  readonly #patterns: ReadonlyArray<readonly Context[]>;
  readonly #rulesOf: ReadonlyMap<Context, readonly Rule[]>;
  readonly #programs = new Map<string, Program>();

  constructor(patterns: ReadonlyArray<readonly Context[]>, rules: readonly Rule[]) {
    this.#patterns = patterns;
    this.#rulesOf = groupByContext(rules);
  }

  /** All findings of a document, in document order, the document's own first. Nothing is allocated for a rule that holds. */
  check(root: UblElement): Finding[] {
    const elements: UblElement[] = [];
    const programs: Program[] = [];
    const collected = new Array<UblElement[] | undefined>(collectedNames.length).fill(undefined);
    this.#walk(root, elements, programs, collected);
    const facts = new Facts(root, collected);
    const findings: Finding[] = [];
    for (let at = 0; at < elements.length; at++) {
      ask(elements[at] as UblElement, programs[at] as Program, facts, findings);
    }
    return findings;
  }

  /** One walk in document order: notes what is to be asked of whom, and collects what rules look for anywhere. */
  #walk(
    element: UblElement,
    elements: UblElement[],
    programs: Program[],
    collected: Array<UblElement[] | undefined>,
  ): void {
    const program = this.#programs.get(element.name) ?? this.#programFor(element.name);
    if (program.collect >= 0) {
      const found = collected[program.collect];
      if (found === undefined) collected[program.collect] = [element];
      else found.push(element);
    }
    if (program.patterns.length > 0) {
      elements.push(element);
      programs.push(program);
    }
    const { children } = element;
    for (let at = 0; at < children.length; at++) this.#walk(children[at] as UblElement, elements, programs, collected);
  }

  #programFor(name: string): Program {
    const patterns = this.#patterns
      .map((contexts) => this.#candidates(contexts, name))
      .filter((candidates) => candidates.some(({ rules }) => rules.length > 0));
    const program = { patterns, collect: (collectedNames as readonly string[]).indexOf(name) };
    if (this.#programs.size < maxPrograms) this.#programs.set(name, program);
    return program;
  }

  #candidates(contexts: readonly Context[], name: string): Candidate[] {
    const candidates: Candidate[] = [];
    for (const context of contexts) {
      const matcher = contextMatcher(context, name);
      if (matcher === undefined) continue;
      const matches = matcher === "always" ? undefined : matcher;
      candidates.push({ matches, rules: this.#rulesOf.get(context) ?? [] });
      if (matches === undefined) break;
    }
    return candidates;
  }
}

function groupByContext(rules: readonly Rule[]): Map<Context, Rule[]> {
  const groups = new Map<Context, Rule[]>();
  for (const rule of rules) {
    if (rule.unreachable !== undefined) continue;
    const group = groups.get(rule.of);
    if (group) group.push(rule);
    else groups.set(rule.of, [rule]);
  }
  return groups;
}

function ask(element: UblElement, program: Program, facts: Facts, findings: Finding[]): void {
  const { patterns } = program;
  for (let pattern = 0; pattern < patterns.length; pattern++) {
    const candidates = patterns[pattern] as readonly Candidate[];
    for (let at = 0; at < candidates.length; at++) {
      const candidate = candidates[at] as Candidate;
      if (candidate.matches !== undefined && !candidate.matches(element, facts)) continue;
      judge(candidate.rules, element, facts, findings);
      break;
    }
  }
}

function judge(rules: readonly Rule[], element: UblElement, facts: Facts, findings: Finding[]): void {
  for (let at = 0; at < rules.length; at++) {
    const rule = rules[at] as Rule;
    if (rule.when !== undefined && !rule.when(element, facts)) continue;
    if (!rule.holds(element, facts)) findings.push(findingOf(rule, element));
  }
}

function findingOf(rule: Rule, element: UblElement): Finding {
  const pointed = pointAt(rule, element);
  const path = documentPathOf(pointed);
  return {
    id: rule.id,
    flag: rule.flag,
    text: rule.says,
    hint: rule.hint,
    location: locationOf(element),
    test: rule.test ?? rule.says,
    ...(path === undefined ? {} : { path }),
    ...(pointed.line === 0 ? {} : { line: pointed.line, column: pointed.column }),
  };
}

/** The first element at one of the rule's `because` paths, else the context itself. */
function pointAt(rule: Rule, element: UblElement): UblElement {
  for (const steps of rule.because ?? []) {
    const found = element.find(...steps.split("/"));
    if (found) return found;
  }
  return element;
}
