import { presenceRules } from "./fields/presence-rules.ts";
import type { DocumentKind } from "./kind.ts";

/**
 * Members that every document of a kind must have, keyed by the path of their group (`""` is the document,
 * `document_lines[]` a line); a group that is left out requires nothing. Members required only sometimes (by a
 * scenario, a currency, a VAT category) are not included. For a lenient service (`forgiving`), only fields whose
 * absence is always rejected are included (Decisions 1, 29).
 */
export function requiredMembers(
  kind: DocumentKind,
  by: "strict" | "forgiving" = "strict",
): ReadonlyMap<string, readonly string[]> {
  const required = new Map<string, string[]>();
  for (const { at, only, when, code, tier, always } of presenceRules) {
    if (by === "forgiving" && tier === "T2" && !always) continue;
    if (when !== undefined || code !== undefined || (only !== undefined && only !== kind)) continue;
    const cut = at.lastIndexOf(".");
    const group = at.slice(0, Math.max(0, cut));
    required.set(group, [...(required.get(group) ?? []), at.slice(cut + 1)]);
  }
  return required;
}
