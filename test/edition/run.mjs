// Bundles edition.ts with the recorded editions and the cases for the changes of each (not every supported Node reads
// TypeScript) and runs it.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";
import { texts } from "../../.ci/texts.mjs";

const folder = mkdtempSync(join(tmpdir(), "edition-"));
const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const inside = (name, ending) => readdirSync(pathOf(name)).filter((file) => file.endsWith(ending));
try {
  const cases = inside("../check/editions/", ".cases.ts");
  const recorded = inside("known/", ".json").map((file) => [
    file.replace(".json", ""),
    JSON.parse(readFileSync(join(pathOf("known/"), file), "utf8")),
  ]);
  const entry = join(folder, "entry.mjs");
  writeFileSync(
    entry,
    `${cases.map((name, at) => `import { cases as c${at} } from ${JSON.stringify(pathOf(`../check/editions/${name}`))};`).join("\n")}
import { main } from ${JSON.stringify(pathOf("edition.ts"))};
const cases = { ${cases.map((name, at) => `${JSON.stringify(name.replace(".cases.ts", ""))}: c${at}`).join(", ")} };
export const run = (words, project) => main(words, { ...project, cases });
`,
  );
  const file = join(folder, "edition.mjs");
  await build({
    input: entry,
    platform: "node",
    logLevel: "silent",
    plugins: [texts],
    output: { file, format: "esm" },
  });
  const { run } = await import(pathToFileURL(file).href);
  const words = process.argv.slice(2);
  const base = process.env.INIT_CWD ?? process.cwd();
  const placed = words.map((word, at) =>
    word.startsWith("--") || words[at - 1]?.startsWith("--") ? word : resolve(base, word),
  );
  process.exitCode = await run(placed, { known: Object.fromEntries(recorded), folder: pathOf("known/") });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
