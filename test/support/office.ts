import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { absentPrograms } from "./browser.ts";
import { leavesOut } from "./left-out.ts";

/** Whether tests with a real spreadsheet program are left out. */
export function withoutOffice(): boolean {
  return leavesOut(absentPrograms(["soffice"]));
}

/** The forms it saves in; CSV with commas, quotes and UTF-8. */
const forms = { csv: "csv:Text - txt - csv (StarCalc):44,34,76", xlsx: "xlsx", fods: "fods" } as const;

/** A file as LibreOffice saves it in another form, with all formulas calculated. */
export async function savedByOffice(content: Uint8Array, from: string, to: keyof typeof forms): Promise<Buffer> {
  const [saved] = await allSavedByOffice([[`book.${from}`, content]], to);
  return saved ?? Buffer.of();
}

/** The same for several, which are opened by one start of the program. Their names differ before their ending. */
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
