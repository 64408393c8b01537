// Bundles conformance.ts with the cases of all rules (not every supported Node reads TypeScript) and runs it.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";
import { texts } from "../../.ci/texts.mjs";

const folder = mkdtempSync(join(tmpdir(), "conformance-"));
const file = join(folder, "conformance.mjs");
const pathOf = (name) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)));
try {
  const cases = ["../check/rules/", "../check/editions/"].flatMap((folder) =>
    readdirSync(new URL(folder, import.meta.url))
      .filter((name) => name.endsWith(".cases.ts"))
      .map((name) => folder + name),
  );
  const entry = join(folder, "entry.mjs");
  writeFileSync(
    entry,
    `${cases.map((name, at) => `import { cases as c${at} } from ${pathOf(name)};`).join("\n")}
import { main } from ${pathOf("conformance.ts")};
export const run = (words) => main(words, [${cases.map((_, at) => `c${at}`).join(", ")}]);
`,
  );
  await build({
    input: entry,
    platform: "node",
    logLevel: "silent",
    plugins: [texts],
    output: { file, format: "esm" },
  });
  const { run } = await import(pathToFileURL(file).href);
  process.exitCode = await run(process.argv.slice(2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
