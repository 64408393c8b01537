import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

test.each<[string, (kept: Buffer) => Buffer]>([
  ["cut off", (kept) => kept.subarray(0, kept.length / 2)],
  ["empty", () => Buffer.alloc(0)],
  ["of another version of Node", (kept) => Buffer.concat([Buffer.alloc(64, 7), kept.subarray(64)])],
])("kept code that is %s is not used, and the program works all the same", (_, spoil) => {
  const folder = temporaryFolder();
  for (const name of ["bin", "dist", "package.json"]) cpSync(join(top, name), join(folder, name), { recursive: true });
  const kept = readdirSync(join(folder, "dist")).filter((name) => name.startsWith("code-"));
  expect(kept).toHaveLength(1);
  for (const name of readdirSync(join(folder, "dist", ...kept))) {
    const file = join(folder, "dist", ...kept, name);
    writeFileSync(file, spoil(readFileSync(file)));
  }
  const ran = spawnSync(process.execPath, [join(folder, "bin/selfbill.cjs"), "status", "--help", "--json"], {
    encoding: "utf8",
  });
  expect(ran.stdout).toMatch(/^Usage: selfbill status/);
  expect([ran.status, ran.stderr]).toEqual([0, ""]);
});

test("a copy that was not built says what to run, without a stack trace", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "bin"));
  for (const file of ["bin/selfbill.cjs", "package.json"]) cpSync(join(top, file), join(folder, file));
  const ran = spawnSync(process.execPath, [join(folder, "bin/selfbill.cjs"), "status", "x"], { encoding: "utf8" });
  expect(ran.status).toBe(1);
  expect(ran.stderr).toContain("npm ci");
  expect(ran.stderr).not.toMatch(/\n {4}at /);
});

test.each([["create-invoice"], ["create-credit-note"], ["resubmit"]])(
  "%s with a wrong flag still prints the whole JSON document, with no results",
  async (command) => {
    const ran = await runSelfbill([command, "a.yaml", "--no-such-flag", "--json"], { home: temporaryFolder() });
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      schema: "selfbill/1",
      outcome: "usage",
      sandbox: false,
      results: [],
    });
  },
);
