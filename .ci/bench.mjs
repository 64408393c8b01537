// Bundles test/bench/main.ts as the program itself is bundled, and runs it in a process of its own: what is measured is what ships.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
// The start of the program is measured too.
spawnSync(process.execPath, [".ci/build.mjs"], { stdio: "inherit" });
const folder = mkdtempSync(join(tmpdir(), "selfbill-bench-"));
await build({
  input: "test/bench/main.ts",
  platform: "node",
  external: ["@napi-rs/keyring", "@photostructure/sqlite"],
  output: { file: join(folder, "bench.cjs"), format: "cjs", minify: true },
});
const { status } = spawnSync(process.execPath, [join(folder, "bench.cjs"), ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, NODE_PATH: join(process.cwd(), "node_modules") }, // for the SQLite that is not bundled
});
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
