import type { Rule, RuleExamples } from "../check/index.ts";

/** The explanation of a rule. */
export interface RuleExplanation {
  readonly rule: Rule;
  /** The edition that contains this version of the rule. */
  readonly edition: string;
  /** The rule's condition as an XPath expression, and the code lists used in it. */
  readonly expression?: string;
  readonly lists: readonly string[];
  readonly examples: RuleExamples | undefined;
  /** The reason why no document can break the rule. */
  readonly unreachable: string | undefined;
  /** The changes to the rule in each edition, newest first. */
  readonly changes: ReadonlyArray<{ readonly edition: string; readonly text: string }>;
}
