import type { RuleExamples } from "./rule-example.ts";

/** The examples of a rule (id in upper case); undefined for one that nothing can break. Loaded when first asked for. */
export async function examplesOf(id: string): Promise<RuleExamples | undefined> {
  const { ruleExamples } = await import("./rule-examples.ts");
  return ruleExamples(id);
}
