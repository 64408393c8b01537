import type { DocumentKind, SelfBilledDocument } from "../document/index.ts";
import { allRules } from "./registry.ts";
import type { Finding, Rule } from "./rule.ts";

/** The few rules that apply to the document itself, cached per list of rules. */
const asking = new WeakMap<readonly Rule[], readonly Rule[]>();

function askingOf(rules: readonly Rule[]): readonly Rule[] {
  const known = asking.get(rules);
  if (known) return known;
  const found = rules.filter(({ ofDocument }) => ofDocument !== undefined);
  asking.set(rules, found);
  return found;
}

/**
 * Applies the rules with `ofDocument`, for facts that the UBL tree does not contain; `check` applies the others.
 * Findings are in the order of the rules. Never fails.
 */
export function checkDocument(
  document: SelfBilledDocument,
  kind: DocumentKind,
  rules: readonly Rule[] = allRules,
): Finding[] {
  return askingOf(rules).flatMap(({ id, flag, says, hint, ofDocument }) =>
    (ofDocument?.(document, kind) ?? []).map((fault) => ({ id, flag, text: says, hint, test: says, ...fault })),
  );
}
