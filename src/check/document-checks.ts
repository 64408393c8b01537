import type { DocumentKind, SelfBilledDocument } from "../document/index.ts";
import { allRules } from "./registry.ts";
import type { Finding, Rule } from "./rule.ts";

/**
 * Asks a document what its UBL tree no longer shows (rules with `ofDocument`); `check` asks the tree. All rules when left out. Findings in
 * the order of the rules; never fails.
 */
export function checkDocument(
  document: SelfBilledDocument,
  kind: DocumentKind,
  rules: readonly Rule[] = allRules,
): Finding[] {
  return rules.flatMap(({ id, flag, says, hint, ofDocument }) =>
    (ofDocument?.(document, kind) ?? []).map((fault) => ({ id, flag, text: says, hint, test: says, ...fault })),
  );
}
