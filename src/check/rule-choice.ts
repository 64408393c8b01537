import { type Edition, editionInForce, editionOf, editions, isDay } from "../document/index.ts";
import { fail, ok, problem, type Result, suggest } from "../problem/index.ts";
import { rulesOf } from "./registry.ts";
import type { Rule } from "./rule.ts";
import { narrowRules, type RuleSet, ruleSetOf } from "./rule-set.ts";

/** The rules for one document, and their edition. */
export interface ChosenRules {
  readonly edition: Edition;
  readonly rules: readonly Rule[];
  /** Calculated on first use. */
  readonly ruleSet: RuleSet;
}

/** Determines the rules for each document. */
export interface RuleChoice {
  /** Whether the issue date of each document determines the edition. */
  readonly byDate: boolean;
  /** `issueDate`: YYYY-MM-DD; without one, or if dates do not determine the edition, today's rules apply. */
  of(issueDate?: string): ChosenRules;
}

export interface RuleWords {
  /** An edition such as `1.0.3`, or `by-date`. Default: the one in force today. */
  readonly edition?: string | undefined;
  /** See `narrowRules`. */
  readonly ids?: readonly string[] | undefined;
}

const byDate = "by-date";

/**
 * Chooses the rules for a run. The network judges by the edition in force on the day it receives a document, regardless
 * of the issue date, so by default `today` (a day in the UAE) determines the rules. Problem: `bad-usage`.
 */
export function chooseRules({ edition, ids = [] }: RuleWords, today: string): Result<RuleChoice> {
  const named = edition === undefined || edition === byDate ? editionInForce(today) : editionOf(edition);
  if (named === undefined) return fail(noEdition(edition ?? ""));
  const known = new Map<string, Result<ChosenRules>>();
  const chosen = (of: Edition): Result<ChosenRules> => {
    const made = known.get(of.id) ?? narrowed(of, ids);
    known.set(of.id, made);
    return made;
  };
  const ofToday = chosen(named);
  if (!ofToday.ok) return ofToday;
  const decides = edition === byDate;
  return ok({
    byDate: decides,
    of(issueDate = "") {
      if (!decides || !isDay(issueDate)) return ofToday.value;
      const then = chosen(editionInForce(issueDate));
      // A rule that the edition does not have is skipped.
      return then.ok ? then.value : without(editionInForce(issueDate));
    },
  });
}

function narrowed(edition: Edition, ids: readonly string[]): Result<ChosenRules> {
  const rules = narrowRules(ids, rulesOf(edition.id).all);
  if (!rules.ok) return rules;
  if (rules.value.length > 0) return ok(new Chosen(edition, rules.value));
  return fail(problem("bad-usage", "--rules leaves no rule to ask.", "Name rules to ask, or rules to leave out."));
}

function without(edition: Edition): ChosenRules {
  return new Chosen(edition, []);
}

class Chosen implements ChosenRules {
  readonly edition: Edition;
  readonly rules: readonly Rule[];
  #ruleSet: RuleSet | undefined;

  constructor(edition: Edition, rules: readonly Rule[]) {
    this.edition = edition;
    this.rules = rules;
  }

  get ruleSet(): RuleSet {
    this.#ruleSet ??= ruleSetOf(this.rules, this.edition.id);
    return this.#ruleSet;
  }
}

/** Returns all rules of an edition, cached per edition. */
export function rulesInForce(edition: Edition): ChosenRules {
  const known = inForce.get(edition.id) ?? new Chosen(edition, rulesOf(edition.id).all);
  inForce.set(edition.id, known);
  return known;
}

const inForce = new Map<string, ChosenRules>();

function noEdition(word: string) {
  const ids = editions.map(({ id }) => id);
  const hint = `Write one of: ${ids.join(", ")}. ${suggest`rules list`} says from when to when each is in force.`;
  return problem("bad-usage", `selfbill does not know an edition ${JSON.stringify(word)} of the rules.`, hint);
}
