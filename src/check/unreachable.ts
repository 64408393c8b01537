/**
 * The published rules that no valid self-billed document can break, each with the reason: 8 of the 302. The other 294
 * are reachable.
 *
 * - `always true`: the condition cannot fail.
 * - `attribute`: applies to an attribute, and the published style sheet visits only elements.
 * - `type code`: applies to type codes that self-billing does not use; IBR-CL-01 rejects such a document anyway.
 * - `stopped`: the published style sheet stops with an error on any document that would break the rule.
 *
 * Rules of the first two kinds are never applied here either; the others are, because an unusual XML file deserves an
 * answer.
 */
export interface Unreachable {
  readonly kind: "always true" | "attribute" | "type code" | "stopped";
  readonly reason: string;
}

const attribute = "The published style sheet visits elements only, and this rule is asked of an attribute. ";

export const unreachable = {
  "IBR-187-AE": {
    kind: "always true",
    reason: "A placeholder: its condition is always true, because no number of digits has been fixed yet.",
  },
  "IBR-011-AE": { kind: "attribute", reason: `${attribute}IBR-010-AE refuses the same values.` },
  "IBR-013-AE": { kind: "attribute", reason: `${attribute}IBR-012-AE refuses the same values.` },
  "IBR-151-AE": {
    kind: "type code",
    reason: "Asked of types 380 and 381 only, which are none of self-billing's.",
  },
  "IBR-158-AE": { kind: "type code", reason: "Asked of type 381 only, which is none of self-billing's." },
  "IBR-098": {
    kind: "stopped",
    reason: "Two registered names of the seller stop the published style sheet in IBR-006 before this rule is asked.",
  },
  "IBR-102": {
    kind: "stopped",
    reason: "Two registered names of the buyer stop the published style sheet in IBR-007 before this rule is asked.",
  },
  "IBR-SR-22": {
    kind: "stopped",
    reason: "Two names of the tax representative stop the published style sheet in IBR-018 before this rule is asked.",
  },
} as const satisfies Readonly<Record<string, Unreachable>>;
