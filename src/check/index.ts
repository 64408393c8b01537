/**
 * Document and UBL tree → findings. Rules are pure: no files, no clock, no other rule. This room knows no service and prints nothing.
 */
export type { Context, Finding, Rule, RuleFlag } from "./rule.ts";
