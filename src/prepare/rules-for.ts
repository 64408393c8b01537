import { buyerRules, type ChosenRules, type Rule, rulesInForce } from "../check/index.ts";
import type { Desk } from "../desk/index.ts";
import { editionInForce, editionOf, gulfDay } from "../document/index.ts";
import type { PrepareOptions } from "./prepared.ts";

/** The rules that a document of this issue date is asked. */
export function rulesFor(issueDate: string | undefined, { rules, profile }: PrepareOptions, desk: Desk): ChosenRules {
  if (rules) return rules.of(issueDate);
  const chosen = profile?.rulesEdition === undefined ? undefined : editionOf(profile.rulesEdition);
  return rulesInForce(chosen ?? editionInForce(gulfDay(desk.now())));
}

export const idsOf = (rules: readonly Rule[]): string[] =>
  rules.flatMap(({ id, unreachable }) => (unreachable === undefined ? [id] : []));

/** Ids of the rules about the buyer, found once for all files of a run. */
const aboutBuyer = new WeakMap<readonly Rule[], readonly string[]>();

export function buyerIdsOf(rules: readonly Rule[]): readonly string[] {
  const known = aboutBuyer.get(rules);
  if (known) return known;
  const ids = idsOf(rules.filter(({ id }) => buyerRules.has(id)));
  aboutBuyer.set(rules, ids);
  return ids;
}
