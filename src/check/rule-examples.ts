import text from "./examples.txt";
import type { RuleExample, RuleExamples } from "./rule-example.ts";

let blocks: ReadonlyMap<string, string> | undefined;

/**
 * Like `examplesOf`, but synchronous. In the text, a rule is a row with its id, its form and its fields, followed by
 * its examples: failing ones marked `-` and passing ones marked `+`, each with its lines below it.
 */
export function ruleExamples(id: string): RuleExamples | undefined {
  blocks ??= new Map(text.split(/\n(?=\w)/).map((block) => [block.slice(0, block.indexOf(" ")), block]));
  const block = blocks.get(id);
  if (block === undefined) return undefined;
  const [head = "", fails = "", passes = ""] = block.split(/\n[-+] /);
  const [, form, ...fields] = head.split(" ");
  return { fields, form: form === "xml" ? "xml" : "yaml", fails: exampleIn(fails), passes: exampleIn(passes) };
}

function exampleIn(part: string): RuleExample {
  const [says = "", ...lines] = part.split("\n");
  return { says, lines: lines.map((line) => line.slice(2)) };
}
