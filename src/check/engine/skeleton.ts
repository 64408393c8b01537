import { UblElement } from "../../ubl/index.ts";
import type { RuleFacts } from "../contexts/facts.ts";
import type { Condition } from "../rule.ts";
import { ContextCandidate, Program, RuleQuestion } from "./program.ts";
import type { Shape } from "./shapes.ts";

/** Thrown when a condition needs more than names: text, an attribute, or an element outside the skeleton. */
const unknown = new Error("A skeleton has no values.");

const untold = {
  get(): never {
    throw unknown;
  },
};
const values = ["text", "attributes", "origin", "line", "column"];
const skeleton: object = Object.create(UblElement.prototype, Object.fromEntries(values.map((name) => [name, untold])));
const noFacts = new Proxy({}, untold) as RuleFacts;

/** Makes an element that has only names: its own and those of its descendants and ancestors. */
function made(name: string, parent: UblElement | undefined): UblElement {
  return Object.assign(Object.create(skeleton), { name, parent, children: [] });
}

/** Returns elements in document order, the shape's own first. `below`: the name of the root above it. */
export function skeletonsOf(shape: Shape, below?: string): UblElement[] {
  const all: UblElement[] = [];
  const build = (of: Shape, parent: UblElement | undefined): UblElement => {
    const element = made(of.name, parent);
    all.push(element);
    for (const child of of.children()) element.children.push(build(child, element));
    return element;
  };
  build(shape, below === undefined ? undefined : Object.defineProperty(made(below, undefined), "children", untold));
  return all;
}

/**
 * Returns the result for all elements of a shape; undefined if it depends on values. Conditions are pure, so one
 * evaluation is enough.
 */
function known(condition: Condition, element: UblElement): boolean | undefined {
  try {
    return condition(element, noFacts);
  } catch {
    return undefined;
  }
}

/**
 * Returns the conditions that element names alone cannot decide. An element of a shape is never empty, so the
 * separately evaluated context for empty elements never matches.
 */
export function leftToAsk(program: Program, element: UblElement): Program {
  const patterns = program.patterns.map((candidates) => remaining(candidates, element));
  return new Program(patterns.filter((candidates) => candidates.length > 0));
}

function remaining(candidates: readonly ContextCandidate[], element: UblElement): ContextCandidate[] {
  const left: ContextCandidate[] = [];
  for (const { matches, questions, local } of candidates) {
    const fits = local ? false : matches === undefined || known(matches, element);
    if (fits === false) continue;
    const open = questions.flatMap((question) => openQuestion(question, element));
    left.push(new ContextCandidate(fits === true ? undefined : matches, open, false));
    if (fits === true) break;
  }
  // A context without rules only hides elements from later contexts.
  while (left.at(-1)?.questions.length === 0) left.pop();
  return left;
}

function openQuestion({ rule, when, holds }: RuleQuestion, element: UblElement): RuleQuestion[] {
  const applies = when === undefined || known(when, element);
  if (applies === false || known(holds, element) === true) return [];
  return [new RuleQuestion(rule, applies === true ? undefined : when)];
}
