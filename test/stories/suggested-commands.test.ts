import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeYaml } from "../../src/read/index.ts";
import { invoice } from "../support/documents.ts";
import { runSelfbill, temporaryFolder, top } from "../support/run-selfbill.ts";

const names = ["June 2026", "O'Neill", 'the "final" one', "$HOME", "a&b (1)", "فاتورة يونيو", "-x", "@list"];

/** A desk at which `selfbill` is available in the shell. */
function desk() {
  const [folder, home] = [temporaryFolder(), temporaryFolder()];
  const program = join(home, "selfbill");
  const { CI: _, ...env } = process.env;
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(top, "bin/selfbill.cjs")}" "$@"\n`);
  chmodSync(program, 0o700);
  const run = (...words: string[]) => runSelfbill(words, { cwd: folder, home, env: { COLUMNS: "500" } });
  /** Runs the command suggested in the output. */
  const follow = async (said: string, command: RegExp, more = ""): Promise<string> => {
    const [line] = command.exec(said) ?? [];
    expect(line, said).toBeDefined();
    const options = { cwd: folder, encoding: "utf8", stdio: "pipe" } as const;
    const path = `${home}:${process.env.PATH}`;
    return execFileSync("sh", ["-c", `${line} ${more} 2>&1`], {
      ...options,
      env: { ...env, SELFBILL_HOME: home, PATH: path },
    });
  };
  return { folder, run, follow };
}

const file = (name: string, ending: string): string => `${/^[-@]/.test(name) ? "./" : ""}${name}.${ending}`;

describe.runIf(process.platform !== "win32").each(names)("a name such as %s", (name) => {
  test("in what import, create and get suggest", async () => {
    const { folder, run, follow } = desk();
    await run("templates", "copy", "sheet");
    writeFileSync(join(folder, `${name}.csv`), readFileSync(join(folder, "sheet.csv")));
    const imported = await run("import", file(name, "csv"));
    const sent = await follow(`${imported.stdout}${imported.stderr}`, /selfbill create-invoice .*/, "--sandbox --yes");
    expect(sent).toMatch(/documents were sent to the sandbox/);
    writeFileSync(join(folder, `${name}.yaml`), writeYaml(invoice({ document_number: `SB ${name}` }), "invoice"));
    const words = ["create-invoice", "--sandbox", file(name, "yaml")];
    expect((await run(...words, "--yes")).code).toBe(0);
    const again = await run(...words, "--dry-run");
    expect(await follow(`${again.stdout}${again.stderr}`, /selfbill show .*/)).toContain(`SB ${name}`);
  });

  test("in what a prepared credit note and a converted file suggest", async () => {
    const { folder, run, follow } = desk();
    writeFileSync(join(folder, "a.yaml"), writeYaml(invoice({ document_number: "SB-1" }), "invoice"));
    expect((await run("create-invoice", "--sandbox", "--yes", "a.yaml")).code).toBe(0);
    const from = ["create-credit-note", "--sandbox", "--from", "SB-1", "--reason", "DL8.61.1.A"];
    const prepared = await run(...from, "--out", file(name, "yaml"));
    const next = `${prepared.stdout}${prepared.stderr}`;
    expect(await follow(next, /selfbill create-credit-note .*/, "--yes")).toContain(
      "The document was sent to the sandbox on this computer as SBX-CN-000002;",
    );
    writeFileSync(join(folder, "a.xml"), (await run("xml", "--sandbox", "a.yaml")).stdout);
    const converted = await run("convert", "a.xml", "--out", file(`${name} 2`, "yaml"));
    expect(await follow(`${converted.stdout}${converted.stderr}`, /selfbill validate .*/)).toContain(
      "The file is valid",
    );
  });
});
