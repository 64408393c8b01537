/** A document that passes or breaks a rule, reduced to the relevant parts; `says` is what is special about it. */
export interface RuleExample {
  readonly says: string;
  readonly lines: readonly string[];
}

/** Examples for a rule: generated from its test cases, so they are always up to date. */
export interface RuleExamples {
  /** Fields of the document that the rule concerns, if documents have them: `document_lines.price.base_amount`. */
  readonly fields: readonly string[];
  /** Whether the examples are documents or, for cases that no document can express, XML. */
  readonly form: "yaml" | "xml";
  readonly fails: RuleExample;
  readonly passes: RuleExample;
}
