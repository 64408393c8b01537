import { buyerRules } from "./buyer-rules.ts";
import type { Rule } from "./rule.ts";

/** Ids of the rules that a document can break; reported as not checked if the rules do not run. Cached per list. */
export const idsOf: (rules: readonly Rule[]) => readonly string[] = once((rules) =>
  rules.flatMap(({ id, unreachable }) => (unreachable === undefined ? [id] : [])),
);

/** Ids of the rules that check the buyer. */
export const buyerIdsOf: (rules: readonly Rule[]) => readonly string[] = once((rules) =>
  idsOf(rules).filter((id) => buyerRules.has(id)),
);

function once<Made>(make: (rules: readonly Rule[]) => Made): (rules: readonly Rule[]) => Made {
  const known = new WeakMap<readonly Rule[], Made>();
  return (rules) => {
    const made = known.get(rules) ?? make(rules);
    known.set(rules, made);
    return made;
  };
}
