import { documentPathOf, Locations, type UblElement } from "../ubl/index.ts";
import { contextMatcher } from "./contexts/context-matcher.ts";
import { collectedNames, RuleFacts } from "./contexts/facts.ts";
import { expressionOf } from "./expression.ts";
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
const noFacts = undefined as unknown as RuleFacts;

/** What is known of elements of one name below parents of one name. */
class Place {
  readonly name: string;
  readonly program: Program;
  /** Whether there is anything to ask; with a gate it is asked first. */
  readonly asks: boolean;
  readonly gate: Program["gate"];
  /** Position in `collectedNames`, −1 when nobody looks for this name. */
  readonly collect: number;
  readonly below: Places;
  readonly isLine: boolean;

  constructor(name: string, program: Program, below: Places) {
    this.name = name;
    this.isLine = name === "cac:InvoiceLine" || name === "cac:CreditNoteLine";
    this.program = program;
    this.asks = program.patterns.length > 0;
    this.gate = program.gate;
    this.collect = (collectedNames as readonly string[]).indexOf(name);
    this.below = below;
  }
}

/** The places of the children of elements of one name. */
class Places {
  readonly byName = new Map<string, Place>();
  /** The place that was found last at each position: lines resemble one another, and comparing two addresses is quicker than a Map. */
  readonly #last: Place[] = [];

  at(position: number, name: string): Place | undefined {
    if (position < this.#last.length) {
      const last = this.#last[position] as Place;
      if (last.name === name) return last;
    }
    const found = this.byName.get(name);
    if (found && position <= this.#last.length && position < maxRemembered) this.#last[position] = found;
    return found;
  }
}

/** Children of one element whose places are remembered by position. */
const maxRemembered = 32;

/** Names come from files, so what is kept for unknown ones is limited. */
const maxKept = 2000;

/** Rules and contexts, compiled: per element name what is to be asked. One engine serves any number of documents. */
export class Engine {
  readonly #patterns: ReadonlyArray<readonly Context[]>;
  readonly #questions: ReadonlyMap<Context, readonly Question[]>;
  /** By the name of a parent. */
  readonly #places = new Map<string, Places>();
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
    const place = this.#placesBelow("").byName.get(root.name) ?? this.#learn(root.name, "");
    const walk = new Walk(root, most);
    walk.note(root, place);
    this.#walk(root, place.below, walk);
    walk.facts.complete();
    return walk.findings();
  }

  /** One walk in document order: notes what is to be asked of whom, and collects what rules look for anywhere. */
  #walk(parent: UblElement, places: Places, walk: Walk): void {
    const { children } = parent;
    for (let at = 0; at < children.length; at++) {
      const child = children[at] as UblElement;
      const place = places.at(at, child.name) ?? this.#learn(child.name, parent.name);
      if (place.isLine) this.#walkLine(child, place, walk);
      else {
        walk.note(child, place);
        if (child.children.length > 0) this.#walk(child, place.below, walk);
      }
    }
  }

  /** Lines are many, and their rules hardly look beyond them: they are asked on the way, while the processor has them at hand. */
  #walkLine(element: UblElement, place: Place, walk: Walk): void {
    walk.askNow(element, place);
    const { children } = element;
    const { below } = place;
    for (let at = 0; at < children.length; at++) {
      const child = children[at] as UblElement;
      this.#walkLine(child, below.at(at, child.name) ?? this.#learn(child.name, element.name), walk);
    }
  }

  #placesBelow(parentName: string): Places {
    const known = this.#places.get(parentName);
    if (known) return known;
    const made = new Places();
    if (this.#places.size < maxKept) this.#places.set(interned(parentName), made);
    return made;
  }

  #learn(name: string, parentName: string): Place {
    const place = new Place(interned(name), this.#program(name, parentName), this.#placesBelow(name));
    if (this.#kept < maxKept) {
      this.#kept += 1;
      this.#placesBelow(parentName).byName.set(interned(name), place);
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

/** What one walk through a document gathers. */
class Walk {
  readonly facts: RuleFacts;
  readonly #most: number;
  readonly #collected: Array<UblElement[] | undefined> = new Array(collectedNames.length).fill(undefined);
  /** Elements outside the lines, to be asked when the walk has seen all; what is to be asked; how many findings of lines stand before. */
  readonly #elements: UblElement[] = [];
  readonly #programs: Program[] = [];
  readonly #before: number[] = [];
  readonly #ofLines: Finding[] = [];

  constructor(root: UblElement, most: number) {
    this.facts = new RuleFacts(root, this.#collected);
    this.#most = most;
  }

  /** Notes what is to be asked of an element, and the element itself where rules look for its name. */
  note(element: UblElement, place: Place): void {
    if (place.collect >= 0) this.#collect(element, place.collect);
    if (place.gate === undefined ? place.asks : place.gate(element)) {
      this.#elements.push(element);
      this.#programs.push(place.program);
      this.#before.push(this.#ofLines.length);
    }
  }

  askNow(element: UblElement, place: Place): void {
    if (place.collect >= 0) this.#collect(element, place.collect);
    if ((place.gate === undefined ? place.asks : place.gate(element)) && this.#ofLines.length < this.#most) {
      ask(element, place.program, this.facts, this.#ofLines);
    }
  }

  /** Asks what was noted, and puts what it finds between the findings of the lines. */
  findings(): Finding[] {
    const findings: Finding[] = [];
    let taken = 0;
    const takeUpTo = (end: number): void => {
      while (taken < end && findings.length < this.#most) findings.push(this.#ofLines[taken++] as Finding);
    };
    for (let at = 0; at < this.#elements.length; at++) {
      takeUpTo(this.#before[at] as number);
      if (findings.length >= this.#most) break;
      ask(this.#elements[at] as UblElement, this.#programs[at] as Program, this.facts, findings);
    }
    takeUpTo(this.#ofLines.length);
    return findings;
  }

  #collect(element: UblElement, at: number): void {
    const found = this.#collected[at];
    if (found === undefined) this.#collected[at] = [element];
    else found.push(element);
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

function ask(element: UblElement, program: Program, facts: RuleFacts, findings: Finding[]): void {
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

function judge(questions: readonly Question[], element: UblElement, facts: RuleFacts, findings: Finding[]): void {
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

function findingOf(rule: Rule, element: UblElement, facts: RuleFacts): Finding {
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
    test: expressionOf(rule) ?? rule.says,
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
