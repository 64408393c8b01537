import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { absentPrograms } from "./browser.ts";
import { leavesOut } from "./left-out.ts";

/** Whether to skip tests that need a real spreadsheet program. */
export function withoutOffice(): boolean {
  return leavesOut(absentPrograms(["soffice"]));
}

/** LibreOffice's export filters; the one for CSV uses commas, quotes and UTF-8. */
const forms = { csv: "csv:Text - txt - csv (StarCalc):44,34,76", xlsx: "xlsx", fods: "fods" } as const;

/** Converts a file with LibreOffice, with all formulas calculated. */
export async function savedByOffice(content: Uint8Array, from: string, to: keyof typeof forms): Promise<Buffer> {
  const [saved] = await allSavedByOffice([[`book.${from}`, content]], to);
  return saved ?? Buffer.of();
}

/**
 * Like `savedByOffice`, but starts the program only once for several files. Their names must differ before the
 * extension.
 */
export async function allSavedByOffice(
  files: readonly (readonly [name: string, content: Uint8Array])[],
  to: keyof typeof forms,
): Promise<Buffer[]> {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-office-"));
  try {
    for (const [name, content] of files) writeFileSync(join(folder, name), content);
    const out = join(folder, "out");
    const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
    const words = [profile, "--headless", "--norestore", "--convert-to", forms[to], "--outdir", out];
    await promisify(execFile)("soffice", [...words, ...files.map(([name]) => join(folder, name))], {
      timeout: 120_000,
    });
    return files.map(([name]) => readFileSync(join(out, name.replace(/\w+$/, to))));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
