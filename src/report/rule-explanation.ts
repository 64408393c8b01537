import type { Rule, RuleExamples } from "../check/index.ts";

/** The explanation of a rule. */
export interface RuleExplanation {
  readonly rule: Rule;
  /** The edition with this version of it. */
  readonly edition: string;
  /** Its condition as an XPath expression, and the code lists used in it. */
  readonly expression?: string;
  readonly lists: readonly string[];
  readonly examples: RuleExamples | undefined;
  /** Why no document can break it. */
  readonly unreachable: string | undefined;
  /** The changes to it in each edition, newest first. */
  readonly changes: ReadonlyArray<{ readonly edition: string; readonly text: string }>;
}
