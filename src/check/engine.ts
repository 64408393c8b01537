import { documentPathOf, Locations, type UblElement } from "../ubl/index.ts";
import { contextMatcher } from "./context-matcher.ts";
import { collectedNames, Facts } from "./facts.ts";
import { interned } from "./interned.ts";
import type { Condition, Context, Finding, Rule } from "./rule.ts";

/** A rule as the engine asks it. A class, so that all have one shape: the loop over them is the hottest of the program. */
class Question {
  readonly rule: Rule;
  readonly when: Condition | undefined;
  readonly holds: Condition;

  constructor(rule: Rule) {
    this.rule = rule;
    this.when = rule.when;
    this.holds = rule.holds;
  }
}

/** A context as the engine asks it; `matches` is undefined where the names of element and parent say it all. */
class Candidate {
  readonly matches: Condition | undefined;
  readonly questions: readonly Question[];
  readonly local: boolean;

  constructor(matches: Condition | undefined, questions: readonly Question[], local: boolean) {
    this.matches = matches;
    this.questions = questions;
    this.local = local;
  }
}

/** What is to be asked of an element. */
class Program {
  /** Per pattern the contexts that can match it, in the published order. */
  readonly patterns: ReadonlyArray<readonly Candidate[]>;
  /** The one condition that decides whether anything is asked at all; most elements are asked nothing but whether they are empty. */
  readonly gate: ((element: UblElement) => boolean) | undefined;

  constructor(patterns: ReadonlyArray<readonly Candidate[]>, gate: ((element: UblElement) => boolean) | undefined) {
    this.patterns = patterns;
    this.gate = gate;
  }
}

/** Stands in for the facts where a condition is known not to look at them. */
const noFacts = undefined as unknown as Facts;

/** What is known of elements of one name below parents of one name. */
class Place {
  readonly program: Program;
  /** Whether there is anything to ask; with a gate it is asked first. */
  readonly asks: boolean;
  readonly gate: Program["gate"];
  /** Position in `collectedNames`, −1 when nobody looks for this name. */
  readonly collect: number;
  /** The places of its children, by their names. */
  readonly below: Map<string, Place>;

  constructor(name: string, program: Program, below: Map<string, Place>) {
    this.program = program;
    this.asks = program.patterns.length > 0;
    this.gate = program.gate;
    this.collect = (collectedNames as readonly string[]).indexOf(name);
    this.below = below;
  }
}

/** Names come from files, so what is kept for unknown ones is limited. */
const maxKept = 2000;

/** Rules and contexts, compiled: per element name what is to be asked. One engine serves any number of documents. */
export class Engine {
  readonly #patterns: ReadonlyArray<readonly Context[]>;
  readonly #questions: ReadonlyMap<Context, readonly Question[]>;
  /** Per name of a parent, the places of its children. */
  readonly #places = new Map<string, Map<string, Place>>();
  #kept = 0;

  constructor(patterns: ReadonlyArray<readonly Context[]>, rules: readonly Rule[]) {
    this.#patterns = patterns;
    this.#questions = groupByContext(rules);
  }

  /**
   * All findings of a document, in document order, the document's own first; no further element is asked after `most` of them. Nothing
   * is allocated for a rule that holds.
   */
  check(root: UblElement, most: number): Finding[] {
    const elements: UblElement[] = [];
    const programs: Program[] = [];
    const collected = new Array<UblElement[] | undefined>(collectedNames.length).fill(undefined);
    const place = this.#placesBelow("").get(root.name) ?? this.#learn(root.name, "");
    note(root, place, elements, programs, collected);
    this.#walk(root, place.below, elements, programs, collected);
    const facts = new Facts(root, collected);
    const findings: Finding[] = [];
    for (let at = 0; at < elements.length && findings.length < most; at++) {
      ask(elements[at] as UblElement, programs[at] as Program, facts, findings);
    }
    return findings;
  }

  /** One walk in document order: notes what is to be asked of whom, and collects what rules look for anywhere. */
  #walk(
    parent: UblElement,
    places: Map<string, Place>,
    elements: UblElement[],
    programs: Program[],
    collected: Array<UblElement[] | undefined>,
  ): void {
    const { children } = parent;
    for (let at = 0; at < children.length; at++) {
      const child = children[at] as UblElement;
      const place = places.get(child.name) ?? this.#learn(child.name, parent.name);
      note(child, place, elements, programs, collected);
      if (child.children.length > 0) this.#walk(child, place.below, elements, programs, collected);
    }
  }

  #placesBelow(parentName: string): Map<string, Place> {
    const known = this.#places.get(parentName);
    if (known) return known;
    const made = new Map<string, Place>();
    if (this.#places.size < maxKept) this.#places.set(interned(parentName), made);
    return made;
  }

  #learn(name: string, parentName: string): Place {
    const place = new Place(name, this.#program(name, parentName), this.#placesBelow(name));
    if (this.#kept < maxKept) {
      this.#kept += 1;
      this.#placesBelow(parentName).set(interned(name), place);
    }
    return place;
  }

  #program(name: string, parentName: string): Program {
    const patterns = this.#patterns
      .map((contexts) => this.#candidates(contexts, name, parentName))
      .filter((candidates) => candidates.some(({ questions }) => questions.length > 0));
    return new Program(patterns, gateOf(patterns));
  }

  #candidates(contexts: readonly Context[], name: string, parentName: string): Candidate[] {
    const candidates: Candidate[] = [];
    for (const context of contexts) {
      const matcher = contextMatcher(context, name, parentName);
      if (matcher === undefined) continue;
      const matches = matcher === "always" ? undefined : matcher;
      candidates.push(new Candidate(matches, this.#questions.get(context) ?? [], context.local === true));
      if (matches === undefined) break;
    }
    return candidates;
  }
}

/** Notes what is to be asked of an element, and the element itself where rules look for its name. */
function note(
  element: UblElement,
  place: Place,
  elements: UblElement[],
  programs: Program[],
  collected: Array<UblElement[] | undefined>,
): void {
  if (place.collect >= 0) {
    const found = collected[place.collect];
    if (found === undefined) collected[place.collect] = [element];
    else found.push(element);
  }
  if (place.gate === undefined ? place.asks : place.gate(element)) {
    elements.push(element);
    programs.push(place.program);
  }
}

/** A lone local condition can be asked during the walk, which spares a place in the list of elements to ask. */
function gateOf(patterns: ReadonlyArray<readonly Candidate[]>): ((element: UblElement) => boolean) | undefined {
  const [pattern, ...others] = patterns;
  const [candidate, ...further] = pattern ?? [];
  const matches = candidate?.matches;
  if (others.length > 0 || further.length > 0 || matches === undefined || !candidate?.local) return undefined;
  return (element) => matches(element, noFacts);
}

function groupByContext(rules: readonly Rule[]): Map<Context, Question[]> {
  const groups = new Map<Context, Question[]>();
  for (const rule of rules) {
    if (rule.unreachable !== undefined || rule.ofDocument !== undefined) continue;
    const group = groups.get(rule.of);
    if (group) group.push(new Question(rule));
    else groups.set(rule.of, [new Question(rule)]);
  }
  return groups;
}

function ask(element: UblElement, program: Program, facts: Facts, findings: Finding[]): void {
  const { patterns } = program;
  for (let pattern = 0; pattern < patterns.length; pattern++) {
    const candidates = patterns[pattern] as readonly Candidate[];
    for (let at = 0; at < candidates.length; at++) {
      const { matches, questions } = candidates[at] as Candidate;
      if (matches !== undefined && !matches(element, facts)) continue;
      judge(questions, element, facts, findings);
      break;
    }
  }
}

function judge(questions: readonly Question[], element: UblElement, facts: Facts, findings: Finding[]): void {
  for (let at = 0; at < questions.length; at++) {
    const { when, holds, rule } = questions[at] as Question;
    if (when !== undefined && !when(element, facts)) continue;
    if (!holds(element, facts)) findings.push(findingOf(rule, element, facts));
  }
}

/** Made at the first finding only. */
function locations(): Locations {
  return new Locations();
}

function findingOf(rule: Rule, element: UblElement, facts: Facts): Finding {
  const culprit = rule.culprit?.(element, facts);
  const pointed = culprit ?? pointAt(rule, element);
  const path = documentPathOf(pointed);
  return {
    id: rule.id,
    flag: rule.flag,
    text: rule.says,
    hint: rule.hint,
    // The service reports a published rule at its context; ours may say where the fault itself is.
    location: facts.once(locations).of((rule.layer === "own" ? culprit : undefined) ?? element),
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
