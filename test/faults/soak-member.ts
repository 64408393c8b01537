/**
 * A process that lives as long as a soak: it runs the commands that it receives, one at a time, each with a desk of its
 * own, and also reads the documents with the library. Settings are in the environment.
 */
import { readFileSync } from "node:fs";
import { check, readDocument, toUbl, toXml } from "../../src/library/index.ts";
import { readWords, runTyped } from "../../src/program.ts";
import { commandHere } from "./command.ts";

const settings = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ""]));

process.on("message", (order: unknown) => {
  if (Array.isArray(order)) void carryOut(order.map(String));
});
process.on("disconnect", () => process.exit());
process.channel?.ref();
process.send?.("ready");

async function carryOut(words: readonly string[]): Promise<void> {
  try {
    for (const word of words) if (word.endsWith(".yaml")) judge(word);
    const typed = await readWords(words, { columns: 80, write: () => undefined });
    if (!typed.ok || typed.value === undefined) throw new Error(`these words are no command: ${words.join(" ")}`);
    const { value } = typed;
    process.send?.({ said: await commandHere(settings, (desk) => runTyped(value, desk)) });
  } catch (error) {
    process.send?.({ failed: String(error instanceof Error ? error.stack : error) });
  }
}

function judge(file: string): void {
  const read = readDocument(readFileSync(file, "utf8"));
  if (!read.ok) throw new Error(`the library cannot read ${file}`);
  const { document } = read.value;
  const verdict = check(document);
  if (!verdict.ok) throw new Error(`the library refuses ${file}`);
  const tree = toUbl(document, { uuid: "5a1e5000-0000-4000-8000-000000000001" });
  if (!tree.ok || !toXml(tree.value).ok) throw new Error(`the library makes no XML of ${file}`);
}
