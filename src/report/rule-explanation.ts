import type { Rule, RuleExamples } from "../check/index.ts";

export interface RuleExplanation {
  readonly rule: Rule;
  /** The edition that contains this version of the rule. */
  readonly edition: string;
  /** XPath expression, with the code lists it uses. */
  readonly expression?: string;
  readonly lists: readonly string[];
  readonly examples: RuleExamples | undefined;
  /** Why no document can violate the rule. */
  readonly unreachable: string | undefined;
  /** Changes to the rule, newest first. */
  readonly changes: ReadonlyArray<{ readonly edition: string; readonly text: string }>;
}
