import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { variablesOf } from "../support/variables-of.ts";

/** Starts a sandbox, writes a document file, and returns the hash that a dry run shows for it. */
async function shown() {
  const sandbox = await startTestSandbox();
  const home = temporaryFolder();
  const env: Record<string, string> = variablesOf(sandbox);
  const file = join(home, "march.yaml");
  writeFileSync(file, readFileSync(join(top, "templates/standard-invoice.yaml")));
  const run = (words: string[], more = {}) =>
    runSelfbill(["create-invoice", ...words, "--json"], { home, env: { ...env, ...more } });
  const dry = JSON.parse((await run([file, "--dry-run"])).stdout);
  const hash: string = dry.results[0].request.confirm;
  const sent = async (): Promise<number> => (await sandbox.call("GET", "/api/purchase-invoices")).body.total_elements;
  return { file, run, hash, sent };
}

test("what was confirmed is sent without a further question, and once", async () => {
  const { file, run, hash, sent } = await shown();
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  const done = await run([file, "--expect", hash.toUpperCase()]);
  expect([done.code, await sent()]).toEqual([0, 1]);
  const again = await run([file, "--expect", hash]);
  expect([again.code, JSON.parse(again.stdout).results[0].replayed, await sent()]).toEqual([0, true, 1]);
});

test("anything else than what was confirmed is not sent", async () => {
  const { file, run, hash, sent } = await shown();
  const refused = async (words: string[], code: string, more = {}) => {
    const ran = await run(words, more);
    expect([ran.code, JSON.parse(ran.stdout).problems[0].code]).toEqual([code === "bad-usage" ? 2 : 20, code]);
  };
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace("AE560990000001234567890", "AE070331234567890123456"));
  await refused([file, "--expect", hash, "--accept-changed-supplier"], "not-as-confirmed");
  writeFileSync(file, text.replace(/base_amount: "?[\d.]+"?/, 'base_amount: "1.01"'));
  await refused([file, "--expect", hash], "not-as-confirmed");
  writeFileSync(file, text);
  await refused([file, "--expect", hash.replace(/^./, (first) => (first === "0" ? "1" : "0"))], "not-as-confirmed");
  await refused([file, "--expect", hash.slice(0, 12)], "not-as-confirmed");
  await refused([file, "--expect", hash], "not-as-confirmed", { SELFBILL_BUSINESS_PROFILE_ID: "SBX-OTHER" });
  await refused([file, join(top, "templates/summary-invoice.yaml"), "--expect", hash], "bad-usage");
  expect(await sent()).toBe(0);
});

test.skipIf(process.platform === "win32")("the example of selfbill help agents works as a script", () => {
  const page = readFileSync(join(top, "src/manual/agents.md"), "utf8");
  const [, script = ""] = /<!-- agents -->\n```sh\n([\s\S]*?)```/.exec(page) ?? [];
  const home = temporaryFolder();
  const inHome = script.replaceAll(/(shown|sent)\.json/g, (name) => join(home, name));
  execFileSync("sh", ["-c", inHome], { cwd: top, env: { ...process.env, SELFBILL_HOME: home }, stdio: "pipe" });
  expect(JSON.parse(readFileSync(join(home, "sent.json"), "utf8"))).toMatchObject({
    outcome: "done",
    results: [{ overall_status: "PENDING" }],
  });
});
