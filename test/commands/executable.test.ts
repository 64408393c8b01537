import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countInExecutable } from "../support/count-scripts.ts";
import { all } from "../support/left-out.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

const file = "templates/standard-invoice.yaml";

/**
 * Runs only if all tests are run: building the executable needs a tool that npm downloads, and the executable is as
 * large as Node.
 */
test.runIf(all)("V8 takes the code inside of the executable, which lays out what is asked for", () => {
  const folder = temporaryFolder();
  const made = spawnSync(process.execPath, [".ci/package.mjs", folder, "--as-built"], { cwd: top, encoding: "utf8" });
  expect([made.status, made.status === 0 ? "" : made.stderr]).toEqual([0, ""]);
  const [executable, home] = [
    join(folder, process.platform === "win32" ? "selfbill.exe" : "selfbill"),
    temporaryFolder(),
  ];
  for (const words of [
    ["validate", file],
    ["create-invoice", file, "--sandbox", "--yes"],
    ["status", "SBX-INV-000001", "--sandbox"],
    ["list", "invoices", "--sandbox"],
    ["history"],
  ]) {
    const { code, taken, refused, compiled } = countInExecutable(executable, words, home);
    expect([words[0], [0, 8].includes(code ?? 1), taken > 5, refused, compiled]).toEqual([
      words[0],
      true,
      true,
      [],
      [],
    ]);
  }
  const cache = join(home, "cache");
  const laidOut = (name: string): boolean =>
    existsSync(cache) && readdirSync(cache).some((program) => existsSync(join(cache, program, name)));
  expect(laidOut("templates")).toBe(false);
  expect(countInExecutable(executable, ["templates", "list"], home).code).toBe(0);
  expect(laidOut("templates")).toBe(true);
});

test.runIf(all)("the larger executable makes a PDF by what is inside", () => {
  const words = [".ci/package.mjs", temporaryFolder(), "--as-built", "--with-pdf"];
  // The script ends with the smoke test, which makes a PDF.
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: top, encoding: "utf8" });
  expect([status, stdout]).toEqual([0, expect.stringContaining("all as they should be")]);
});
