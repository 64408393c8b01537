import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SelfBilledDocument } from "../../../src/document/index.ts";
import { writeYaml } from "../../../src/read/index.ts";
import { invoice } from "../../support/documents.ts";
import { runValidate as run } from "../../support/run-validate.ts";
import { testFiles } from "../../support/test-files.ts";

const { file, place } = testFiles();

const yaml = (document: SelfBilledDocument): string => writeYaml(document, "invoice");

test("github: what is no annotation becomes a row of the step's summary, and no Markdown of a file's own", async () => {
  const page = file("summary.md", "before\n");
  const lines = Array.from({ length: 12 }, (_, n) => `"a${n}|<img src=x>[y](http://z.example)\\n# h": "1"\n`).join("");
  const environment = { GITHUB_STEP_SUMMARY: page };
  await run([file("odd.yaml", `${yaml(invoice())}${lines}`)], { format: "github" }, { environment });
  const [before, ...rows] = readFileSync(page, "utf8").trimEnd().split("\n");
  expect(before).toBe("before");
  expect(rows.filter((each) => each.startsWith("| warning | "))).toHaveLength(2);
  for (const row of rows.filter((each) => each.startsWith("| warning"))) {
    expect(row.split("|")).toHaveLength(7);
    expect(row).not.toMatch(/[<>[\]!`]|:\/\//);
  }
});

describe("texts from outside give a CI no commands", () => {
  test.each(["text", "github"])("in %s", async (format) => {
    const words = [
      file("::error::x,y%.yaml", "a: [\n::add-path::/tmp\n"),
      file("b.yaml", `${yaml(invoice())}"::warning::x\\n::error::y ##[add-path]z ##vso[task.x]": "1"\n`),
    ];
    const before = process.cwd();
    process.chdir(place("."));
    const { out } = await run(process.platform === "win32" ? ["b.yaml"] : ["::error::x,y%.yaml", "b.yaml"], { format });
    process.chdir(before);
    expect(words).toHaveLength(2);
    const commands = out.split("\n").filter((each) => /^\s*::/.test(each));
    for (const each of commands) expect(each).toMatch(/^::(?:error|warning|notice) (?:file|title)=[^:]*::/);
    expect(commands.length > 0).toBe(format === "github");
    expect(out).not.toMatch(/##\[|##vso\[/i);
  });
});
