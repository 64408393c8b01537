import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const bin = join(top, "bin/selfbill.cjs");
const wrong = join(top, "test/fixtures/broken/wrong-trn.yaml");

function folderOf(count: number): string {
  const folder = join(temporaryFolder(), String(count));
  mkdirSync(folder);
  for (let index = 0; index < count; index++) copyFileSync(wrong, join(folder, `${index}.yaml`));
  return folder;
}

/** Peak memory in kilobytes, and the output. */
function measured(words: readonly string[]): Promise<{ memory: number; stdout: string }> {
  const tell = `process.on("exit", () => process.stderr.write("\\nmemory " + process.resourceUsage().maxRSS))`;
  const child = spawn(process.execPath, ["-e", `${tell}; require(${JSON.stringify(bin)})`, "selfbill", ...words], {
    env: { ...process.env, SELFBILL_HOME: temporaryFolder() },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => {
    child.on("close", () => resolve({ memory: Number(/memory (\d+)/.exec(stderr)?.[1]), stdout }));
  });
}

test("a thousand files need hardly more memory than a hundred, and each is named with line and remedy", async () => {
  const few = await measured(["validate", folderOf(100), "--all"]);
  const many = await measured(["validate", folderOf(1000), "--all"]);
  expect(many.stdout.match(/\.yaml:19:35 {2}wrong-value {2}/g)).toHaveLength(1000);
  expect(many.stdout.match(/→ A TRN has 15 digits/g)).toHaveLength(1000);
  expect(few.memory).toBeGreaterThan(10_000);
  expect(many.memory / few.memory).toBeLessThan(1.3);
});

test("a reader that goes away ends the run quietly: it has what it wanted", async () => {
  const child = spawn(process.execPath, [bin, "validate", folderOf(300), "--format", "jsonl"], {
    env: { ...process.env, SELFBILL_HOME: temporaryFolder() },
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code).toBe(0);
  expect(stderr).toBe("");
});

test("--json is one document on standard output, whatever happens", async () => {
  const home = temporaryFolder();
  const found = await runSelfbill(["validate", wrong, "templates/*.yaml", "templates/*.json", "--json"], { home });
  expect(found.code).toBe(25);
  expect(JSON.parse(found.stdout)).toMatchObject({ outcome: "partial", summary: { failing: 1 } });
  const usage = await runSelfbill(["validate", "*.nothing", "--json"], { home });
  expect(usage.code).toBe(2);
  expect(JSON.parse(usage.stdout)).toMatchObject({ outcome: "usage", problems: [{ code: "nothing-matches" }] });
});

test("with the sandbox's buyer every template is right, and its XML too", async () => {
  const home = temporaryFolder();
  const out = temporaryFolder();
  const templates = [
    "templates/standard-invoice.yaml",
    "templates/detailed-invoice.yaml",
    "templates/credit-note.yaml",
  ];
  expect((await runSelfbill(["xml", ...templates, "--sandbox", "--out", out], { home })).code).toBe(0);
  const ran = await runSelfbill(
    ["validate", "templates/*.yaml", "templates/*.json", out, "--sandbox", "--format", "jsonl"],
    { home },
  );
  expect(ran.code, ran.stdout).toBe(0);
  const lines = ran.stdout
    .trimEnd()
    .split("\n")
    .map((each) => JSON.parse(each));
  expect(lines.length).toBeGreaterThanOrEqual(9);
  for (const line of lines) expect(line).toMatchObject({ ok: true, not_checked: [] });
  expect(readFileSync(join(out, "credit-note.xml"), "utf8")).toContain("<CreditNote");
});
