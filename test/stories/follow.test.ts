import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../src/sandbox/clock.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";
import { variablesOf } from "../support/variables-of.ts";

/** Starts a sandbox that decides documents immediately, and makes a home and settings for its user. */
async function place() {
  const sandbox = await startTestSandbox({ clock: systemClock, pendingSeconds: 0.001 });
  const env = variablesOf(sandbox);
  return { sandbox, home: temporaryFolder(), env };
}

const template = readFileSync(join(top, "templates/credit-note.yaml"), "utf8");
const paths = (home: string) => ({ note: join(home, "note.yaml"), out: join(home, "out") });

test("a credit note that fails is shown at its line, corrected, sent again, watched and kept", async () => {
  const { home, env } = await place();
  const run = (...words: string[]) => runSelfbill(words, { home, env });
  const { note, out } = paths(home);
  writeFileSync(note, template.replace("100234567400003", "100234567400001"));
  const created = await run("create-credit-note", note, "--yes", "--send-anyway", "--json");
  expect(created.stderr).toBe("");
  const { id, document_number: number } = JSON.parse(created.stdout).results[0];

  const failed = await run("status", number, "--watch");
  expect(failed.code).toBe(26);
  expect(failed.stdout).toContain("VALIDATION_FAILED");
  expect(failed.stdout).toMatch(/IBR-132-AE\t.*note\.yaml:\d+\t/);

  writeFileSync(note, template);
  const changed = await run("status", number);
  expect(changed.stderr).toContain("has changed since it was sent");
  const again = await run("resubmit", number, "--yes");
  expect([again.code, again.stderr]).toEqual([
    0,
    expect.stringContaining(`sent again to the sandbox on this computer as ${number}`),
  ]);

  const approved = await run("status", number, "--watch", "--save", out);
  expect(approved.code).toBe(0);
  expect(approved.stdout).toContain("APPROVED");
  expect(readFileSync(join(out, `${id}-c5.xml`), "utf8")).toContain("TaxData");
  expect((await run("status", number, "--save", out)).code).toBe(27);

  const log = await run("logs", number, "--json-lines");
  expect(
    log.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).event),
  ).toContain("DOCUMENT_RESUBMITTED");
  expect((await run("download", number, "--out", out)).code).toBe(0);
  expect((await run("download", number, "--out", out)).code).toBe(27);
  writeFileSync(join(out, `${id}.xml`), "mine");
  expect((await run("download", number, "--out", out, "--force")).code).toBe(0);
  expect(readFileSync(join(out, `${id}.xml`), "utf8")).toContain("<CreditNote");
  expect((await run("get", number)).stdout).toContain(`Number\t${number}`);
  expect((await run("list", "credit-notes")).stdout).toContain(`${number}\t`);
});

test("every one of these commands prints exactly one JSON document, also when it fails, and never asks or hangs", async () => {
  const { home, env } = await place();
  const { out } = paths(home);
  const words = [
    ["status"],
    ["status", "nothing"],
    ["status", "5a1e5000-0000-4000-8000-000000000001", "--sales", "--watch", "--timeout", "1"],
    ["status", "5a1e5000-0000-4000-8000-000000000001", "--sales", "--xml", "c3"],
    ["logs", "5a1e5000-0000-4000-8000-000000000001", "--sales", "--follow", "--timeout", "1"],
    ["logs", "nothing"],
    ["get", "nothing"],
    ["list", "invoices"],
    ["list", "nothing"],
    ["resubmit", "nothing"],
    ["resubmit", "nothing", "--yes"],
    ["download", "nothing", "--out", out],
  ];
  for (const each of words) {
    const ran = await runSelfbill([...each, "--json"], { home, env: { ...env, CI: "true" } });
    const answer = JSON.parse(ran.stdout);
    expect([answer.schema, typeof answer.outcome], each.join(" ")).toEqual(["selfbill/1", "string"]);
    expect(ran.stdout).not.toContain(env.SELFBILL_TOKEN);
  }
  expect(existsSync(out)).toBe(false);
});

test.skipIf(process.platform === "win32")("Ctrl-C ends a watch with what is known, and exit code 130", async () => {
  const { home, env } = await place();
  const note = paths(home).note;
  writeFileSync(note, template.replace("100234567400003", "199999993900003").replaceAll("1002345674", "1999999939"));
  const created = await runSelfbill(["create-credit-note", note, "--yes", "--json"], { home, env });
  const { document_number: number } = JSON.parse(created.stdout).results[0];
  const child = spawn(process.execPath, [join(top, "bin/selfbill.cjs"), "status", number, "--watch"], {
    env: { PATH: process.env.PATH, SELFBILL_HOME: home, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let shown = "";
  child.stdout.on("data", (chunk: Buffer) => {
    shown += String(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    if (String(chunk).includes("PENDING")) child.kill("SIGINT");
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect([code, shown]).toEqual([130, expect.stringContaining("PENDING")]);
});
