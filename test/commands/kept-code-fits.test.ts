import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countScripts } from "../support/count-scripts.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";

const file = "templates/standard-invoice.yaml";
const practice: readonly (readonly string[])[] = [
  ["validate", file],
  ["create-invoice", file, "--sandbox", "--yes"],
  ["status", "SBX-INV-000001", "--sandbox"],
  ["list", "invoices", "--sandbox"],
  ["history"],
];
const live: readonly (readonly string[])[] = [
  ["create-invoice", file, "--yes"],
  ["status", "SBX-INV-000001"],
  ["list", "invoices"],
];

async function service(): Promise<Record<string, string>> {
  const { baseUrl, token, businessProfileId } = await startSandboxProcess(temporaryFolder());
  return { SELFBILL_BASE_URL: baseUrl, SELFBILL_TOKEN: token, SELFBILL_BUSINESS_PROFILE_ID: businessProfileId };
}

/** Installs the npm package and its dependencies in a separate folder, as users do. */
function installed(): string {
  const folder = temporaryFolder();
  const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  const packed = execFileSync("npm", words, { cwd: top, encoding: "utf8", shell: process.platform === "win32" });
  execFileSync("tar", ["-xzf", packed.trim()], { cwd: folder });
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of ["@photostructure", "@napi-rs"])
    symlinkSync(join(top, "node_modules", name), join(packages, name), "junction");
  return join(folder, "package");
}

test("V8 takes the code that the build kept, whatever command runs, and commands that were run in the build need no other", async () => {
  const home = temporaryFolder();
  const compiled: string[] = [];
  for (const words of practice) {
    const found = await countScripts(words, { home });
    expect([words[0], found.taken > 5, found.refused]).toEqual([words[0], true, []]);
    compiled.push(...found.compiled);
  }
  const env = await service();
  for (const words of live) {
    const found = await countScripts(words, { home, env });
    expect([words[0], found.taken > 5, found.refused]).toEqual([words[0], true, []]);
    compiled.push(...found.compiled);
  }
  expect(compiled).toEqual([]);
});

test("a command that changes V8's flags is offered no code that V8 would refuse", async () => {
  const home = temporaryFolder();
  for (const words of [
    ["validate", "templates"],
    ["rules", "try", "1.0.3", file],
  ]) {
    const found = await countScripts(words, { home });
    expect([words[0], found.taken > 3, found.refused]).toEqual([words[0], true, []]);
  }
});

test("an installed program comes to rest: each command finds what it needs, and none writes anew what another wrote", async () => {
  const [program, home, env] = [installed(), temporaryFolder(), await service()];
  const runs: (readonly [readonly string[], Record<string, string>])[] = [
    ...[...practice, ["validate", "templates"]].map((words) => [words, {}] as const),
    ...live.map((words) => [words, env] as const),
  ];
  // The second run of a command adds its functions to files cached by another command.
  for (const [words, more] of [...runs, ...runs]) await countScripts(words, { home, program, env: more });
  const before = contents(home);
  for (const [words, more] of [...runs, ...runs].reverse()) {
    const found = await countScripts(words, { home, program, env: more });
    expect([words[0], found.taken > 5, found.refused]).toEqual([words[0], true, []]);
    if (words[1] !== "templates") expect([words[0], found.compiled]).toEqual([words[0], []]);
  }
  expect(contents(home)).toEqual(before);
});

test("V8's flags in NODE_OPTIONS have code of their own", async () => {
  const [program, home] = [installed(), temporaryFolder()];
  const other = { NODE_OPTIONS: "--stack-trace-limit=20" };
  for (const env of [{}, {}, other, other]) await countScripts(["validate", file], { home, program, env });
  for (const env of [{}, other, {}]) {
    const { taken, refused, compiled } = await countScripts(["validate", file], { home, program, env });
    expect([taken > 5, refused, compiled]).toEqual([true, [], []]);
  }
});

/** The cached files, with their modification times. */
function contents(home: string): [string, number, string][] {
  const cache = join(home, "cache");
  return readdirSync(cache, { recursive: true, encoding: "utf8" })
    .sort()
    .filter((name) => statSync(join(cache, name)).isFile())
    .map((name) => {
      const path = join(cache, name);
      return [name, statSync(path).mtimeMs, readFileSync(path).subarray(0, 64).toString("hex")];
    });
}
