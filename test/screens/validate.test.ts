import { beforeEach, expect, test } from "vitest";
import { validate } from "../../src/commands/validate.ts";
import { renderReport } from "../../src/render/index.ts";
import { palmLedger } from "../support/documents.ts";
import { offlineDesk } from "../support/offline-desk.ts";
import { runCommand } from "../support/run-command.ts";

/** The exact output of `validate` in each format, for one invalid document and one invalid XML file. */

const top = process.cwd();
beforeEach(() => {
  process.chdir(`${top}/test/screens/validate`);
  return () => process.chdir(top);
});

async function screenOf(format: string, words: readonly string[]): Promise<string> {
  const desk = offlineDesk({ buyer: palmLedger });
  const options = {
    format,
  };
  const report = await runCommand(validate, desk, words, options);
  const { talk } = renderReport(report, desk.dataStyle, desk.talkStyle);
  // The hash and the number of rules change with every rule; they have their own tests.
  const screen = `${desk.pieces.join("")}${desk.said.join("")}${talk}`;
  return screen.replace(/sha256:[0-9a-f]{64}/g, "sha256:…").replace(/"rules":\d+/g, '"rules":"…"');
}

test.each([
  ["text", "text.txt"],
  ["jsonl", "jsonl.txt"],
  ["junit", "junit.txt"],
  ["github", "github.txt"],
])("--format %s looks as its screen shows", async (format, screen) => {
  await expect(await screenOf(format, ["march.yaml", "april.xml"])).toMatchFileSnapshot(`validate/${screen}`);
});

test("the results of --format sarif look as their screen shows", async () => {
  const log = JSON.parse(await screenOf("sarif", ["march.yaml", "april.xml"]));
  const { results } = log.runs[0];
  const withoutIndex = results.map(({ ruleIndex: _, ...others }: { ruleIndex: number }) => others);
  await expect(`${JSON.stringify(withoutIndex, undefined, 2)}\n`).toMatchFileSnapshot("validate/sarif.txt");
});

test("nothing-matches looks as its screen shows", async () => {
  await expect(await screenOf("text", ["*.csv", "@nowhere.txt"])).toMatchFileSnapshot("validate/nothing-matches.txt");
});
