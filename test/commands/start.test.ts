import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { problemTable } from "../../src/problem/index.ts";
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
  expect(JSON.parse(ran.stdout).text).toMatch(/^Usage: selfbill status/);
  expect([ran.status, ran.stderr]).toEqual([0, ""]);
});

/** The number of program files that a command reads, and whether one of them contains this text. */
async function filesRead(words: readonly string[], home: string) {
  const [spy, list] = [join(home, "spy.cjs"), join(home, "list")];
  writeFileSync(
    spy,
    `const fs = require("node:fs"); const { readFileSync } = fs;
     fs.readFileSync = (path, ...more) => {
       if (/dist.[^\\/\\\\]*\\.cjs$/.test(String(path))) fs.appendFileSync(${JSON.stringify(list)}, path + "\\n");
       return readFileSync(path, ...more);
     };`,
  );
  await runSelfbill(words, { home, env: { NODE_OPTIONS: `--require ${spy}` } });
  const texts = readFileSync(list, "utf8")
    .trim()
    .split("\n")
    .map((path) => readFileSync(path, "utf8"));
  rmSync(list);
  return { count: texts.length, has: (text: string): boolean => texts.some((each) => each.includes(text)) };
}

test("checking, creating and following a document read no meanings of problem codes, no unused tables of YAML and no schemas", async () => {
  const home = temporaryFolder();
  const file = "templates/standard-invoice.yaml";
  const { means } = problemTable["file-unreadable"];
  expect((await filesRead(["explain", "file-unreadable"], home)).has(means)).toBe(true);
  for (const words of [
    ["validate", file],
    ["create-invoice", file, "--sandbox", "--yes"],
    ["status", "SBX-INV-000001", "--sandbox"],
  ]) {
    const { count, has } = await filesRead(words, home);
    const unneeded = [means, "tag:yaml.org,2002:timestamp", "ZodObject"];
    expect([count > 5, unneeded.filter(has)], words[0]).toEqual([true, []]);
  }
});

describe("what a journal on a server needs", () => {
  async function read(words: readonly string[], journal: string | undefined) {
    const home = temporaryFolder();
    const base = ["profile", "set", "mine", "--base-url", "https://einvoice.example"];
    const set = await runSelfbill(journal === undefined ? base : [...base, "--journal", journal], { home });
    expect(set.code).toBe(0);
    const { count, has } = await filesRead(words, home);
    return {
      files: count > 5,
      journal: has("CREATE TABLE IF NOT EXISTS mark"),
      server: has("idle_session_timeout"),
    };
  }

  test.each([
    ["validate templates/standard-invoice.yaml", false],
    ["history", false],
    ["create-invoice templates/standard-invoice.yaml --sandbox --yes", true],
  ])("is not read without one: %s", async (words, journal) => {
    expect(await read(words.split(" "), undefined)).toEqual({ files: true, journal, server: false });
  });

  test("is read only by commands that ask the journal, where a profile names one", async () => {
    const address = "postgres://amina@127.0.0.1:1/books";
    const offline = ["validate", "templates/standard-invoice.yaml"];
    expect(await read(offline, address)).toEqual({ files: true, journal: false, server: false });
    // The server is not reached, so the tables of a journal are not asked for.
    expect(await read(["history"], address)).toEqual({ files: true, journal: false, server: true });
  });
});

test("a copy that was not built says what to run, without a stack trace", () => {
  const folder = temporaryFolder();
  for (const name of ["bin", "package.json"]) cpSync(join(top, name), join(folder, name), { recursive: true });
  const ran = spawnSync(process.execPath, [join(folder, "bin/selfbill.cjs"), "status", "x"], { encoding: "utf8" });
  expect(ran.status).toBe(1);
  expect(ran.stderr).toContain("npm ci");
  expect(ran.stderr).not.toMatch(/\n {4}at /);
});

test.each([
  ["does nothing where that is allowed", ["--if-possible"], 0, ""],
  ["says what to run", [], 1, "npm ci --include=dev && npm run build"],
] as const)("a build without its tools %s", (_, words, code, says) => {
  const folder = temporaryFolder();
  for (const name of [".ci", "src", "package.json"]) cpSync(join(top, name), join(folder, name), { recursive: true });
  const ran = spawnSync(process.execPath, [join(folder, ".ci/build.mjs"), ...words], { encoding: "utf8" });
  expect([ran.status, ran.stdout, ran.stderr.includes(says)]).toEqual([code, "", true]);
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
