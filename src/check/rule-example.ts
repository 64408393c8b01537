/** A document that a rule says yes or no to, cut down to what matters; `says` is what is special about it. */
export interface RuleExample {
  readonly says: string;
  readonly lines: readonly string[];
}

/** What can be shown of a rule: made from its cases, so never older than they are. */
export interface RuleExamples {
  /** Fields of the document that the rule is about, as far as a document has them: `document_lines.price.base_amount`. */
  readonly fields: readonly string[];
  /** Whether the examples are documents or, for what no document can express, XML. */
  readonly form: "yaml" | "xml";
  readonly fails: RuleExample;
  readonly passes: RuleExample;
}
