import type { DocumentKind } from "../kind.ts";
import type { SelfBilledDocument } from "../shapes.ts";
import { type CheckContext, type FieldProblem, mostFieldProblems } from "./field-problem.ts";
import { isRecord, pathText } from "./fields.ts";
import { isPresent } from "./is-present.ts";
import { namedField } from "./labels.ts";
import { type Group, type Presence, presenceRules } from "./presence-rules.ts";

export function findMissing(document: SelfBilledDocument, context: CheckContext): FieldProblem[] {
  const found: FieldProblem[] = [];
  for (const demand of demandsOf(context.kind)) demand.ask(document as Group, [], document, found);
  return found;
}

interface Step {
  readonly key: string;
  readonly list: boolean;
}

/** Splits the path once, because the rule is applied to each line of each document. */
class Demand {
  readonly #rule: Presence;
  readonly #steps: readonly Step[];
  readonly #name: string;

  constructor(rule: Presence) {
    const names = rule.at.split(".");
    this.#rule = rule;
    this.#name = names.pop() as string;
    this.#steps = names.map((name) =>
      name.endsWith("[]") ? { key: name.slice(0, -2), list: true } : { key: name, list: false },
    );
  }

  /**
   * Visits the groups that the rule applies to; `trail`: path to `group` (names and list indexes), unchanged on
   * return. A scenario's field is required even if the group above it is absent.
   */
  ask(group: Group, trail: PropertyKey[], document: SelfBilledDocument, found: FieldProblem[], depth = 0): void {
    const step = this.#steps[depth];
    if (step === undefined) {
      if (!isPresent(group[this.#name]) && (this.#rule.when?.(group, document) ?? true))
        found.push(this.#missing(group, trail, document));
      return;
    }
    const { key, list } = step;
    const value = group[key];
    trail.push(key);
    if (list && Array.isArray(value)) {
      for (let at = 0; at < value.length && found.length < mostFieldProblems; at++) {
        if (!isRecord(value[at])) continue;
        trail.push(at);
        this.ask(value[at], trail, document, found, depth + 1);
        trail.pop();
      }
    } else if (isRecord(value)) {
      // Only this list may also be written as a single group; elsewhere a group in place of a list is a separate error.
      if (!list || key === "additional_item_property") this.ask(value, trail, document, found, depth + 1);
    } else if (value === undefined && this.#rule.code === "scenario-field-missing") {
      this.ask({}, trail, document, found, depth + 1);
    }
    trail.pop();
  }

  #missing(group: Group, trail: readonly PropertyKey[], document: SelfBilledDocument): FieldProblem {
    const { code = "missing-field", tier, always = tier === "T1", hint, says } = this.#rule;
    const path = pathText([...trail, this.#name]);
    const message = says ?? `${namedField(path)} is missing.`;
    const derived = this.#rule.derive?.(group, document);
    const correction = derived && { safe: derived.safe, changes: [{ path, to: derived.to }] };
    return { path, code, tier, absent: true, always, message, hint, correction };
  }
}

const toldApart = new Set(
  presenceRules.flatMap(({ at, says }) => (says === undefined ? [] : [at.replaceAll("[]", "")])),
);

/** Whether a missing field is reported as "… is missing.", without a more precise sentence. */
export function isToldByName(path: string): boolean {
  return !toldApart.has(path.replace(/\[\d+\]/g, ""));
}

const compiled = new Map<DocumentKind, readonly Demand[]>();

function demandsOf(kind: DocumentKind): readonly Demand[] {
  const known = compiled.get(kind);
  if (known) return known;
  const demands = presenceRules
    .filter((rule) => rule.only === undefined || rule.only === kind)
    .map((rule) => new Demand(rule));
  compiled.set(kind, demands);
  return demands;
}
