import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../src/commands/index.ts";
import { toWire } from "../../src/contract/index.ts";
import { writeJson } from "../../src/json/index.ts";
import { exitCodes, outcomeTable } from "../../src/problem/index.ts";
import { readDocument } from "../../src/read/index.ts";
import { salesSeeds } from "../../src/sandbox/index.ts";
import { root, sourcesBelow } from "./sources.ts";

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->`. */
function withSection(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  expect(text, `README has no section ${name}`).toContain(start);
  return `${text.slice(0, text.indexOf(start) + start.length)}\n${content}\n${text.slice(text.indexOf(end))}`;
}

test("README's tables are those of the code", async () => {
  const loaded = await Promise.all(commands.map((entry) => entry.load()));
  const commandRows = loaded.map((command) => `| \`selfbill ${command.words}\` | ${command.summary} |`);
  const exitRows = outcomeTable.map(({ outcome, means }) => `| ${exitCodes[outcome]} | \`${outcome}\` | ${means} |`);
  let text = readFileSync(join(root, "README.md"), "utf8").replaceAll("\r\n", "\n");
  text = withSection(text, "commands", ["", "| command | what it does |", "|---|---|", ...commandRows, ""].join("\n"));
  text = withSection(
    text,
    "exit codes",
    ["", "| code | `outcome` | meaning |", "|---|---|---|", ...exitRows, ""].join("\n"),
  );
  const salesRows = salesSeeds.map(({ id, number, happens }) => `| \`${id}\` | ${number} | ${happens} |`);
  text = withSection(
    text,
    "sales credit notes",
    ["", "| id | number | what happens |", "|---|---|---|", ...salesRows, ""].join("\n"),
  );
  await expect(text).toMatchFileSnapshot("../../README.md");
});

test("the list of commands says what the commands say of themselves", async () => {
  for (const entry of commands) {
    const command = await entry.load();
    expect([entry.name, entry.summary]).toEqual([command.words.split(" ")[0], command.summary]);
  }
});

test.each(sourcesBelow("templates", ".yaml").map(({ path, text }) => [path, text] as const))(
  "%s has the same document as JSON beside it",
  async (path, text) => {
    const read = readDocument(Buffer.from(text), path);
    if (!read.ok) throw new Error(read.problems[0].message);
    const json = writeJson(toWire(read.value.document, read.value.kind), 2);
    await expect(`${json}\n`).toMatchFileSnapshot(`../../${path.replace(/\.yaml$/, ".json")}`);
  },
);
