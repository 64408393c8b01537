import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { texts } from "../../.ci/texts.mjs";

/**
 * Bundles a program of the tests (Node cannot read TypeScript on every version we support) and runs it in a process of its own, in the
 * project's folder, with the words that were typed; its exit code becomes ours. `flags` are Node's.
 */
export async function runBundled(input, flags = []) {
  process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
  const folder = mkdtempSync(join(tmpdir(), "selfbill-program-"));
  // Node 20 loads SQLite out of the project's packages.
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"), "junction");
  // The thread that talks to a database server is a file of the built program.
  symlinkSync(join(process.cwd(), "dist"), join(folder, "dist"), "junction");
  try {
    await build({
      input,
      platform: "node",
      logLevel: "silent",
      plugins: [texts],
      external: ["@napi-rs/keyring", "@photostructure/sqlite"],
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
