import { defineRule, type Rule } from "./rule.ts";

/**
 * Our own checks have ids `SB-` and four digits: two for the subject, two counted within it. An id is never used twice.
 *
 * | ids | subject |
 * |---|---|
 * | SB-01.. | credit notes |
 * | SB-02.. | parties |
 * | SB-03.. | identifiers |
 * | SB-04.. | dates |
 * | SB-05.. | scenarios |
 * | SB-06.. | VAT |
 * | SB-07.. | currencies and amounts |
 * | SB-08.. | lines |
 * | SB-09.. | the XML itself |
 *
 * They are warnings. Fatal are those alone for which the service answers 400 whatever its mood (T1 of the contract). Where the network
 * means a rule that its published test never asks, the sentence names that rule.
 */
export type OwnRuleId = `SB-${number}`;

/** What only published rules have: an edition, and an id of theirs. */
type OfPublished = "flag" | "layer" | "id" | "since" | "until" | "before";

/** A check of ours as data, the same for all editions; a warning unless told otherwise. */
export function defineOwnRule(rule: Omit<Rule, OfPublished> & { id: OwnRuleId; flag?: "fatal" }): Rule {
  return defineRule({ flag: "warning", ...rule, layer: "own" });
}

/** Where a check of ours comes from, beside PINT AE: what is meant though not tested, the law, or the code list of the scheme. */
export const sources = {
  /** Federal Decree-Law 8 of 2017 on VAT. */
  law: (article: string): string => `UAE VAT law (Federal Decree-Law 8 of 2017), ${article}`,
  /** Cabinet Decision 52 of 2017. */
  regulation: (article: string): string => `UAE VAT Executive Regulation (Cabinet Decision 52 of 2017), ${article}`,
  /** Meant by a published rule whose test does not reach it. */
  meant: (...terms: readonly string[]): string => `PINT AE 1.0.4, meant but not tested: ${terms.join(", ")}`,
} as const;
