import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { texts } from "../../.ci/texts.mjs";

/**
 * Bundles a test program (not every supported Node reads TypeScript) and runs it in its own process, in the project's
 * folder, with the given arguments; this process ends with the same exit code. `flags` are options for Node.
 */
export async function runBundled(input, flags = []) {
  process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
  const folder = mkdtempSync(join(tmpdir(), "selfbill-program-"));
  // Node 20 loads SQLite from the project's packages.
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"), "junction");
  // The worker thread for the database server is a file of the built program.
  symlinkSync(join(process.cwd(), "dist"), join(folder, "dist"), "junction");
  try {
    await build({
      input,
      platform: "node",
      logLevel: "silent",
      plugins: [texts],
      external: ["@napi-rs/keyring", "@photostructure/sqlite", "rolldown"],
      output: { dir: folder, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
    });
    const { status } = spawnSync(process.execPath, [...flags, join(folder, "main.mjs"), ...process.argv.slice(2)], {
      stdio: "inherit",
    });
    process.exitCode = status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
