import type { RuleExamples } from "./rule-example.ts";

/** `id` must be in upper case. Undefined for a rule that no document can break. Examples are loaded on first use. */
export async function examplesOf(id: string): Promise<RuleExamples | undefined> {
  const { ruleExamples } = await import("./rule-examples.ts");
  return ruleExamples(id);
}
