import type { Rule, RuleExamples } from "../check/index.ts";

/** What is known of a rule. */
export interface RuleExplanation {
  readonly rule: Rule;
  /** The edition that has it so. */
  readonly edition: string;
  /** Its condition as an XPath expression, and the code lists that this names. */
  readonly expression?: string;
  readonly lists: readonly string[];
  readonly examples: RuleExamples | undefined;
  /** Why nothing can break it. */
  readonly unreachable: string | undefined;
  /** What editions changed about it, the newest first. */
  readonly changes: ReadonlyArray<{ readonly edition: string; readonly text: string }>;
}
