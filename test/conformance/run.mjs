// Bundles conformance.ts (Node cannot read TypeScript on every version we support) into a temporary folder and runs it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";

const folder = mkdtempSync(join(tmpdir(), "conformance-"));
const file = join(folder, "conformance.mjs");
try {
  await build({
    input: fileURLToPath(new URL("conformance.ts", import.meta.url)),
    platform: "node",
    logLevel: "silent",
    output: { file, format: "esm" },
  });
  const { main } = await import(pathToFileURL(file).href);
  process.exitCode = await main(process.argv.slice(2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
