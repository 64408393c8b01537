import { documentPathOf, Locations, type UblElement } from "../../ubl/index.ts";
import type { RuleFacts } from "../contexts/facts.ts";
import { expressionOf } from "../expression.ts";
import type { Condition, Finding, Rule } from "../rule.ts";

/** A class, so that all instances share one hidden class: the loop over them is the hottest in the program. */
export class RuleQuestion {
  readonly rule: Rule;
  readonly when: Condition | undefined;
  readonly holds: Condition;

  constructor(rule: Rule, when = rule.when) {
    this.rule = rule;
    this.when = when;
    this.holds = rule.holds;
  }
}

/** `matches` is undefined if the element and parent names alone determine the match. */
export class ContextCandidate {
  readonly matches: Condition | undefined;
  readonly questions: readonly RuleQuestion[];
  readonly local: boolean;

  constructor(matches: Condition | undefined, questions: readonly RuleQuestion[], local: boolean) {
    this.matches = matches;
    this.questions = questions;
    this.local = local;
  }
}

/** The contexts and rules that apply to an element. */
export class Program {
  /** For each pattern, the contexts that can match the element, in the published order. */
  readonly patterns: ReadonlyArray<readonly ContextCandidate[]>;
  /** A single condition that determines whether anything applies; most elements are only tested for emptiness. */
  readonly gate: ((element: UblElement) => boolean) | undefined;

  constructor(patterns: ReadonlyArray<readonly ContextCandidate[]>) {
    this.patterns = patterns;
    this.gate = gateOf(patterns);
  }
}

/** For conditions that do not use the facts. */
const noFacts = undefined as unknown as RuleFacts;

/**
 * Returns the condition if it is the only one and local: it is then evaluated during the walk, which saves an entry in
 * the list of deferred elements.
 */
function gateOf(patterns: ReadonlyArray<readonly ContextCandidate[]>): ((element: UblElement) => boolean) | undefined {
  const [pattern, ...others] = patterns;
  const [candidate, ...further] = pattern ?? [];
  const matches = candidate?.matches;
  if (others.length > 0 || further.length > 0 || matches === undefined || !candidate?.local) return undefined;
  return (element) => matches(element, noFacts);
}

/** Adds the violated rules to `findings`. */
export function ask(element: UblElement, program: Program, facts: RuleFacts, findings: Finding[]): void {
  const { patterns } = program;
  for (let pattern = 0; pattern < patterns.length; pattern++) {
    const candidates = patterns[pattern] as readonly ContextCandidate[];
    for (let at = 0; at < candidates.length; at++) {
      const { matches, questions } = candidates[at] as ContextCandidate;
      if (matches !== undefined && !matches(element, facts)) continue;
      judge(questions, element, facts, findings);
      break;
    }
  }
}

function judge(questions: readonly RuleQuestion[], element: UblElement, facts: RuleFacts, findings: Finding[]): void {
  for (let at = 0; at < questions.length; at++) {
    const { when, holds, rule } = questions[at] as RuleQuestion;
    if (when !== undefined && !when(element, facts)) continue;
    if (!holds(element, facts)) findings.push(findingOf(rule, element, facts));
  }
}

/** Called only for the first finding. */
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
    // The service reports a published rule at its context; one of our own may point at the error itself.
    location: facts.once(locations).of((rule.layer === "own" ? culprit : undefined) ?? element),
    test: expressionOf(rule) ?? rule.says,
    ...(path === undefined ? {} : { path }),
    ...(pointed.line === 0 ? {} : { line: pointed.line, column: pointed.column }),
  };
}

/** The first element at one of the rule's `because` paths, otherwise the context itself. */
function pointAt(rule: Rule, element: UblElement): UblElement {
  for (const steps of rule.because ?? []) {
    const found = element.find(...steps.split("/"));
    if (found) return found;
  }
  return element;
}
