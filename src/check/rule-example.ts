/** A document reduced to its relevant parts; `says`: what is special about it. */
export interface RuleExample {
  readonly says: string;
  readonly lines: readonly string[];
}

/** Generated from the test cases of the rule. */
export interface RuleExamples {
  /** Fields that the rule concerns: `document_lines.price.base_amount`. */
  readonly fields: readonly string[];
  /** XML for cases that no document can express. */
  readonly form: "yaml" | "xml";
  readonly fails: RuleExample;
  readonly passes: RuleExample;
}
