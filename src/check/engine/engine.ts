import { interned, type UblElement } from "../../ubl/index.ts";
import { contextMatcher, contextsByName } from "../contexts/context-matcher.ts";
import { collectedNames, RuleFacts } from "../contexts/facts.ts";
import type { Context, Finding, Rule } from "../rule.ts";
import { Deferred } from "./deferred.ts";
import { type Plan, PlanStep } from "./plan.ts";
import { ask, ContextCandidate, Program, RuleQuestion } from "./program.ts";
import { type Shape, Shapes } from "./shapes.ts";
import { leftToAsk, skeletonsOf } from "./skeleton.ts";

/**
 * A root with more children than this is not matched by shape, because in long documents the lines take most of the
 * time.
 */
const maxRootChildren = 64;

/** What applies to elements with a given name below parents with a given name. */
class Place {
  readonly name: string;
  readonly program: Program;
  /** Whether any rule applies. If there is a gate, the gate decides instead. */
  readonly asks: boolean;
  readonly gate: Program["gate"];
  /** Position in `collectedNames`; −1 if no rule looks for this name. */
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

/** What applies to the children of elements with a given name, by child name. */
class Places {
  readonly byName = new Map<string, Place>();
  /**
   * The `Place` last found for each child position, because lines resemble one another and comparing interned names is
   * faster than a Map.
   */
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

/** Number of child positions for which a `Place` is cached. */
const maxRemembered = 32;

/** Names come from files, so the cache for unknown ones is limited. */
const maxKept = 2000;

/** Compiled rules and contexts: what applies to each element name. One engine serves any number of documents. */
export class Engine {
  readonly #contexts: ReturnType<typeof contextsByName>;
  readonly #rules: ReadonlyMap<Context, readonly Rule[]>;
  /** Keyed by the parent's name. */
  readonly #places = new Map<string, Places>();
  #kept = 0;
  readonly #familiar: number;
  /** Keyed by the root's name. */
  readonly #shapes = new Map<string, Shapes>();
  #plans = 0;

  /** `familiar`: how often a shape must occur before its plan is calculated. */
  constructor(patterns: ReadonlyArray<readonly Context[]>, rules: readonly Rule[], familiar = 3) {
    this.#contexts = contextsByName(patterns);
    this.#rules = groupByContext(rules);
    this.#familiar = familiar;
  }

  /**
   * Findings are in document order, the document's own first; stops after `most` findings. A rule that passes allocates
   * nothing.
   */
  check(root: UblElement, most: number): Finding[] {
    const place = this.#placesBelow("").byName.get(root.name) ?? this.#learn(root.name, "");
    const walk = new Walk(root, most);
    walk.note(root, place);
    if (root.name === "Invoice" || root.name === "CreditNote") this.#walkShapes(root, place, walk);
    else this.#walk(root, place.below, walk);
    walk.facts.complete();
    return walk.findings();
  }

  /** Like #walk, but for familiar shapes evaluates only the conditions that element names alone cannot decide. */
  #walkShapes(root: UblElement, place: Place, walk: Walk): void {
    const { children } = root;
    const shapes = this.#shapesOf(root.name);
    const found: UblElement[] = [];
    let whole = children.length > maxRootChildren ? undefined : shapes.root;
    for (let at = 0; at < children.length; at++) {
      const child = children[at] as UblElement;
      found.length = 0;
      const shape = shapes.of(child, found);
      whole = whole && shape && shapes.grown(whole, shape);
      const plan = shape && this.#planOf(shape, root.name);
      if (shape === undefined || plan === undefined) this.#walkChild(child, root, at, place.below, walk);
      else if (shape.isLine) walk.followNow(plan, found);
      else walk.follow(plan, found);
    }
    const plan = whole && this.#planOf(whole, undefined);
    if (plan !== undefined) walk.askRootLess(plan);
  }

  #shapesOf(rootName: string): Shapes {
    const known = this.#shapes.get(rootName) ?? new Shapes(rootName);
    this.#shapes.set(rootName, known);
    return known;
  }

  /** Undefined until the shape is familiar. Without `rootName`: the plan for a root itself. */
  #planOf(shape: Shape, rootName: string | undefined): Plan | undefined {
    if (shape.plan !== undefined) return shape.plan;
    shape.seen += 1;
    if (shape.seen < this.#familiar || this.#plans >= maxKept) return undefined;
    this.#plans += 1;
    const all = skeletonsOf(shape, rootName);
    const plan =
      rootName === undefined ? [this.#step(all[0] as UblElement, 0)] : all.map((each, at) => this.#step(each, at));
    shape.plan = plan.filter(({ collect, program }) => collect >= 0 || program !== undefined);
    return shape.plan;
  }

  #step(element: UblElement, at: number): PlanStep {
    const parentName = element.parent?.name ?? "";
    const place = this.#placesBelow(parentName).byName.get(element.name) ?? this.#learn(element.name, parentName);
    const program = leftToAsk(place.program, element);
    return new PlanStep(at, place.collect, program.patterns.length > 0 ? program : undefined);
  }

  /**
   * Visits the document in order: records what applies to which element, and collects the elements that rules look for
   * anywhere.
   */
  #walk(parent: UblElement, places: Places, walk: Walk): void {
    const { children } = parent;
    for (let at = 0; at < children.length; at++) {
      this.#walkChild(children[at] as UblElement, parent, at, places, walk);
    }
  }

  #walkChild(child: UblElement, parent: UblElement, at: number, places: Places, walk: Walk): void {
    const place = places.at(at, child.name) ?? this.#learn(child.name, parent.name);
    if (place.isLine) this.#walkLine(child, place, walk);
    else {
      walk.note(child, place);
      if (child.children.length > 0) this.#walk(child, place.below, walk);
    }
  }

  /**
   * Evaluates a line during the walk, while it is in the processor's cache: there are many lines, and their rules
   * need hardly anything outside them.
   */
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
    const patterns = this.#contexts(name)
      .map((contexts) => this.#candidates(contexts, name, parentName))
      .filter((candidates) => candidates.some(({ questions }) => questions.length > 0));
    return new Program(patterns);
  }

  #candidates(contexts: readonly Context[], name: string, parentName: string): ContextCandidate[] {
    const candidates: ContextCandidate[] = [];
    for (const context of contexts) {
      const matcher = contextMatcher(context, name, parentName);
      if (matcher === undefined) continue;
      const matches = matcher === "always" ? undefined : matcher;
      const questions = (this.#rules.get(context) ?? []).map((rule) => new RuleQuestion(rule));
      candidates.push(new ContextCandidate(matches, questions, context.local === true));
      if (matches === undefined) break;
    }
    return candidates;
  }
}

const nothing = new Program([]);

/** The data collected by one walk through a document. */
class Walk {
  readonly facts: RuleFacts;
  readonly #most: number;
  readonly #collected: Array<UblElement[] | undefined> = new Array(collectedNames.length).fill(undefined);
  readonly #deferred = new Deferred();
  readonly #ofLines: Finding[] = [];

  constructor(root: UblElement, most: number) {
    this.facts = new RuleFacts(root, this.#collected);
    this.#most = most;
  }

  /** Records what applies to an element, and the element itself if rules look for its name. */
  note(element: UblElement, place: Place): void {
    if (place.collect >= 0) this.#collect(element, place.collect);
    if (place.gate === undefined ? place.asks : place.gate(element)) {
      this.#defer(element, place.program);
    }
  }

  /** Records what applies to the elements of a familiar shape. */
  follow(plan: Plan, elements: readonly UblElement[]): void {
    for (let step = 0; step < plan.length; step++) {
      const { at, collect, program } = plan[step] as PlanStep;
      const element = elements[at] as UblElement;
      if (collect >= 0) this.#collect(element, collect);
      if (program !== undefined) this.#defer(element, program);
    }
  }

  /** Like `follow`, but for a line, which is evaluated immediately. */
  followNow(plan: Plan, elements: readonly UblElement[]): void {
    for (let step = 0; step < plan.length; step++) {
      const { at, collect, program } = plan[step] as PlanStep;
      const element = elements[at] as UblElement;
      if (collect >= 0) this.#collect(element, collect);
      if (program !== undefined && this.#ofLines.length < this.#most) ask(element, program, this.facts, this.#ofLines);
    }
  }

  /** Corrects the entry for the root, which was recorded before its shape was known. */
  askRootLess([step]: Plan): void {
    if (this.#deferred.first === this.facts.root) this.#deferred.askFirst(step?.program ?? nothing);
  }

  askNow(element: UblElement, place: Place): void {
    if (place.collect >= 0) this.#collect(element, place.collect);
    if ((place.gate === undefined ? place.asks : place.gate(element)) && this.#ofLines.length < this.#most) {
      ask(element, place.program, this.facts, this.#ofLines);
    }
  }

  /** Evaluates the recorded elements, and inserts their findings between those of the lines. */
  findings(): Finding[] {
    const findings: Finding[] = [];
    let taken = 0;
    const takeUpTo = (end: number): void => {
      while (taken < end && findings.length < this.#most) findings.push(this.#ofLines[taken++] as Finding);
    };
    this.#deferred.each((element, program, before) => {
      takeUpTo(before);
      if (findings.length >= this.#most) return false;
      ask(element, program, this.facts, findings);
      return true;
    });
    takeUpTo(this.#ofLines.length);
    return findings;
  }

  #defer(element: UblElement, program: Program): void {
    this.#deferred.add(element, program, this.#ofLines.length);
  }

  #collect(element: UblElement, at: number): void {
    const found = this.#collected[at];
    if (found === undefined) this.#collected[at] = [element];
    else found.push(element);
  }
}

function groupByContext(rules: readonly Rule[]): Map<Context, Rule[]> {
  const groups = new Map<Context, Rule[]>();
  for (const rule of rules) {
    if (rule.unreachable !== undefined || rule.ofDocument !== undefined) continue;
    const group = groups.get(rule.of);
    if (group) group.push(rule);
    else groups.set(rule.of, [rule]);
  }
  return groups;
}
