import { defineRule, type Rule } from "./rule.ts";

/**
 * Our own checks have ids of the form `SB-` plus four digits: two for the subject, and two that number the checks
 * within it. An id is never reused.
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
 * | SB-10.. | facts of UAE tax law (law/) |
 *
 * Our checks are warnings. Fatal are only those that the service is certain to answer with 400 (T1 of the contract), and
 * the demands of the UBL schema (SB-09..), by which a receiver refuses a document before any rule.
 * If the network intended a rule that its published test never enforces, the message names that rule.
 */
export type OwnRuleId = `SB-${number}`;

type OfPublished = "flag" | "layer" | "id" | "since" | "until" | "before";

/** Defines a rule that is the same in all editions, and a warning unless stated otherwise. */
export function defineOwnRule(rule: Omit<Rule, OfPublished> & { id: OwnRuleId; flag?: "fatal" }): Rule {
  return defineRule({ flag: "warning", ...rule });
}

/** Sources other than PINT AE: what the network intended but does not test, the law, or the code list of the scheme. */
export const sources = {
  law: (article: string): string => `UAE VAT law (Federal Decree-Law 8 of 2017), ${article}`,
  regulation: (article: string): string => `UAE VAT Executive Regulation (Cabinet Decision 52 of 2017), ${article}`,
  /** For what a published rule states but its test does not cover. */
  meant: (...terms: readonly string[]): string => `PINT AE 1.0.4, meant but not tested: ${terms.join(", ")}`,
} as const;
