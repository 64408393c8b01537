import type { RuleExamples } from "./rule-example.ts";

/** `id` in upper case; undefined for a rule that no document can break. Loaded on first use. */
export async function examplesOf(id: string): Promise<RuleExamples | undefined> {
  const { ruleExamples } = await import("./rule-examples.ts");
  return ruleExamples(id);
}
