import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const template = join(top, "templates/standard-invoice.yaml");

test.each([
  ["preview", template, "--html", "--no-such-flag"],
  ["xml", template, "--out", "--json"],
  ["create-invoice", template, "--journal", "--yes"],
])("an option without its value does not take the next one for it: %s … %s %s", async (...words) => {
  const [home, cwd] = [temporaryFolder(), temporaryFolder()];
  const ran = await runSelfbill(words, { home, cwd });
  expect(ran.code, ran.stdout + ran.stderr).toBe(2);
  expect(readdirSync(cwd)).toEqual([]);
  expect(existsSync(join(home, "data"))).toBe(false);
});

test("behind an equals sign a value may begin as it likes, and a path that begins like a command of a CI system is not one", async () => {
  const [home, cwd] = [temporaryFolder(), temporaryFolder()];
  const env = { GITHUB_ACTIONS: "true", CI: "true" };
  const made = await runSelfbill(["preview", template, "--html=--page.html"], { home, cwd, env });
  expect([made.code, readdirSync(cwd)], made.stderr).toEqual([0, ["--page.html"]]);
  for (const words of [
    ["preview", template, "--html", "::add-path::page.html"],
    ["xml", template, "--out", "::add-path::xml"],
    ["templates", "copy", "standard-invoice", "--out", "::add-path::t"],
    ["templates", "copy", "invoice-sheet", "--out", "##vso[task.setvariable]t"],
  ]) {
    const ran = await runSelfbill(words, { home, cwd, env });
    expect(ran.stdout + ran.stderr).not.toMatch(/^\s*(?:::|##)/m);
  }
  // A file name with a colon is rejected on every system: Windows would create an alternate data stream instead.
  expect(readdirSync(cwd)).not.toContain("::add-path::page.html");
});
