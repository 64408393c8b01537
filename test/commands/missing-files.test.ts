import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { writeYaml } from "../../src/read/index.ts";
import { folderOf } from "../support/batch.ts";
import { invoice } from "../support/documents.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";

let [folder, home] = ["", ""];
beforeEach(() => {
  home = temporaryFolder();
  folder = folderOf({ "right.yaml": writeYaml(invoice(), "invoice"), "wrong.yaml": "issue_date: nonsense\n" });
  mkdirSync(join(folder, "empty"));
  if (process.platform !== "win32") symlinkSync(join(folder, "gone.yaml"), join(folder, "link.yaml"));
});

const run = (...words: string[]) => runSelfbill(words, { cwd: folder, home });
const send = (...words: string[]) => run("create-invoice", "--sandbox", "--yes", ...words);

/** Statements that must not be made about a file that could not be read. */
const untrue = /not valid|with errors|not checked by (?:the|all) rules|correct the errors/i;

describe("a file that does not exist is not called invalid", () => {
  const documents = ["nosuch.yaml", "right.yaml/below.yaml", ...(process.platform === "win32" ? [] : ["link.yaml"])];
  const commands: string[][] = [
    ["validate"],
    ["create-invoice", "--sandbox", "--yes"],
    ["create-invoice", "--sandbox", "--dry-run"],
    ["create-credit-note", "--sandbox", "--yes"],
    ["create-credit-note", "--sandbox", "--yes", "--reason", "VD", "--from"],
    ["preview"],
    ["xml"],
    ["convert"],
    ["import"],
  ];
  test.each(commands.flatMap((command) => documents.map((file) => [command, file] as const)))(
    "%s %s",
    async (command, file) => {
      const { code, stdout, stderr } = await run(...command, file);
      const said = `${stdout}${stderr}`;
      expect(said).toMatch(/does not exist|cannot be read/);
      expect(said).not.toMatch(untrue);
      expect(code).toBe(20);
    },
  );

  test("of one that is to be sent it is said that nothing was sent", async () => {
    const { stdout, stderr } = await send("nosuch.yaml", "nosuch-either.yaml");
    expect(stderr).toContain("2 files were not read, and nothing of them was sent.");
    expect(stdout).not.toContain("created");
  });
});

describe("among others", () => {
  test("one missing file is counted apart, and the rest is not sent", async () => {
    const { code, stdout, stderr } = await send("right.yaml", "nosuch.yaml", "wrong.yaml");
    expect(stderr).toContain("1 file was not read, and nothing of it was sent.");
    expect(stderr).toContain("1 document is not valid and was not sent.");
    expect(stderr).toContain("1 document was not sent: nothing was created");
    expect([code, stdout.includes("created")]).toEqual([20, false]);
  });

  test("with --skip-invalid the others are sent", async () => {
    const { code, stderr } = await send("--skip-invalid", "right.yaml", "nosuch.yaml");
    expect(stderr).toContain("1 file was not read, and nothing of it was sent.");
    expect(stderr).toContain("✓ The document was sent to the sandbox on this computer as SB-2026-0001;");
    expect(code).toBe(25);
  });

  test("validate counts it apart from those with errors", async () => {
    const { code, stderr } = await run("validate", "right.yaml", "wrong.yaml", "nosuch.yaml");
    expect(stderr).toMatch(/3 files: 1 valid, 1 with errors, 1 not read \(\d+ errors\)/);
    expect(code).toBe(25);
    expect((await run("validate", "right.yaml", "nosuch.yaml")).stderr).toContain("2 files: 1 valid, 1 not read");
    expect((await run("validate", "nosuch.yaml")).stderr).toContain("The file was not read, so nothing was checked.");
  });
});

test.each([["empty"], ["zz*.yaml"], ["@nolist"]])("%s names what was looked for, in both commands", async (word) => {
  for (const ran of [await run("validate", word), await send(word)]) {
    expect(`${ran.stdout}${ran.stderr}`).toContain(word.replace("@", ""));
    expect(`${ran.stdout}${ran.stderr}`).not.toMatch(untrue);
    expect([2, 20]).toContain(ran.code);
  }
});
