import type { ShownRule, ShownRuleExample } from "./shown-rules.ts";

export interface RuleExplanation {
  readonly rule: ShownRule;
  /** The edition that contains this version of the rule. */
  readonly edition: string;
  /** XPath expression, with the code lists it uses. */
  readonly expression?: string;
  readonly lists: readonly string[];
  /** XML for cases that no document can express. */
  readonly examples:
    | {
        readonly fields: readonly string[];
        readonly form: "yaml" | "xml";
        readonly fails: ShownRuleExample;
        readonly passes: ShownRuleExample;
      }
    | undefined;
  /** Why no document can violate the rule. */
  readonly unreachable: string | undefined;
  /** Changes to the rule, newest first. */
  readonly changes: ReadonlyArray<{ readonly edition: string; readonly text: string }>;
}
