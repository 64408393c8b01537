import { type ChosenRules, rulesInForce } from "../check/index.ts";
import type { Desk } from "../desk/index.ts";
import { editionInForce, editionOf, gulfDay } from "../document/index.ts";
import type { PrepareOptions } from "./prepared.ts";

export function rulesFor(issueDate: string | undefined, { rules, profile }: PrepareOptions, desk: Desk): ChosenRules {
  if (rules) return rules.of(issueDate);
  const chosen = profile?.rulesEdition === undefined ? undefined : editionOf(profile.rulesEdition);
  return rulesInForce(chosen ?? editionInForce(gulfDay(desk.now())));
}
