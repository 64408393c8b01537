import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../src/commands/index.ts";
import { topics } from "../../src/manual/index.ts";
import { readWords } from "../../src/program.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const bin = createRequire(import.meta.url)(join(top, "bin/help.cjs")) as {
  helpFor(words: readonly string[], columns: number, kept: () => string): string | undefined;
};
const helpFor = (words: readonly string[], columns: number): string | undefined =>
  bin.helpFor(words, columns, () => readFileSync(join(top, "dist/help.json"), "utf8"));

async function made(words: readonly string[], columns: number): Promise<string> {
  const written: string[] = [];
  const read = await readWords(words, { columns, write: (text) => void written.push(text) });
  expect(read).toEqual({ ok: true, value: undefined });
  return written.join("");
}

const names = commands.map(({ name }) => name);

test("the help that the build kept is what commander makes, at every width", async () => {
  for (let columns = 0; columns <= 160; columns++)
    expect(helpFor([], columns), `${columns}`).toBe(await made(["--help"], columns));
});

test.each(names)("help of %s that the build kept is what commander makes, at any width", async (name) => {
  for (const columns of [0, 39, 40, 46, 53, 57, 60, 64, 71, 79, 80, 81, 99, 120, 171, 300])
    expect(helpFor([name, "--help"], columns), `${columns}`).toBe(await made([name, "--help"], columns));
});

test("every way to ask for help gets the same, and other words are left to the program", () => {
  for (const words of [["--help"], ["-h"]]) expect(helpFor(words, 80)).toBe(helpFor([], 80));
  for (const words of [
    ["status", "-h"],
    ["help", "status"],
  ])
    expect(helpFor(words, 80)).toBe(helpFor(["status", "--help"], 80));
  expect(helpFor(["help", "help"], 80)).toBe(helpFor(["help", "--help"], 80));
  for (const words of [
    ["help"],
    ["help", "sending"],
    ["help", "sandbox"],
    ["status"],
    ["no-such", "--help"],
    ["constructor", "--help"],
    ["", "--help"],
    ["--json", "--help"],
    ["--help", "status"],
    ["status", "x", "--help"],
  ])
    expect(helpFor(words, 80), words.join(" ")).toBeUndefined();
});

test("where none was kept the program makes it", () => {
  const folder = temporaryFolder();
  for (const name of ["bin", "dist", "package.json"])
    cpSync(join(top, name), join(folder, name), {
      recursive: true,
      filter: (path) => !/dist[\\/](?:help\.json|code-.*|library)$/.test(path),
    });
  for (const words of [[], ["--help"], ["status", "--help"]]) {
    const ran = spawnSync(process.execPath, [join(folder, "bin/selfbill.cjs"), ...words], { encoding: "utf8" });
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, helpFor(words, 80), ""]);
  }
});

test("help of a name that is a page of the manual and a command shows the page; --help is the command's", async () => {
  const both = topics.filter((topic) => names.includes(topic));
  expect(both).toContain("sandbox");
  for (const name of both) {
    const page = await runSelfbill(["help", name], { home: temporaryFolder() });
    const title = /^# (.+)$/m.exec(readFileSync(join(top, `src/manual/${name}.md`), "utf8"))?.[1];
    expect([page.code, page.stdout.split("\n")[0]], page.stderr).toEqual([0, expect.stringContaining(title ?? "")]);
    const own = await runSelfbill([name, "--help"], { home: temporaryFolder() });
    expect(own.stdout).toMatch(new RegExp(`^Usage: selfbill ${name}`));
  }
});
