// Bundles main.ts (Node cannot read TypeScript on every version we support) and runs it in a process of its own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), "selfbill-fuzz-"));
// Node 20 loads SQLite out of the project's packages.
symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"), "junction");
try {
  await build({
    input: "test/fuzz/main.ts",
    platform: "node",
    logLevel: "silent",
    external: ["@napi-rs/keyring", "@photostructure/sqlite"],
    output: { dir: folder, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
  });
  const { status } = spawnSync(process.execPath, ["--expose-gc", join(folder, "main.mjs"), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
