// Shows every byte of output that differs between this checkout, with uncommitted changes, and a commit:
// npm run same -- COMMIT
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";
import { texts } from "../../.ci/texts.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [commit = ""] = process.argv.slice(2);
const git = (...words) => execFileSync("git", words, { cwd: root, maxBuffer: 2 ** 30 });
const folder = mkdtempSync(join(tmpdir(), "selfbill-same-"));

try {
  const archive = git("archive", git("rev-parse", "--verify", `${commit}^{commit}`).toString().trim());
  const inputs = join(folder, "inputs.json");
  writeFileSync(inputs, JSON.stringify(await inputsOf()));
  show("after", inputs, copyOurs); // first, so that its files may be changed again during the run
  show("before", inputs, (checkout) => execFileSync("tar", ["-x", "-C", checkout], { input: archive }));
  process.exitCode = differences();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Builds one side and collects its outputs. Both sides use the same path, one after the other, because some outputs
 * depend on it.
 */
function show(name, inputs, fill) {
  const [checkout, work] = ["checkout", "work"].map((each) => join(folder, each));
  for (const each of [checkout, work]) mkdirSync(each);
  fill(checkout);
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"), "junction");
  const run = (...words) =>
    execFileSync(process.execPath, words, { cwd: checkout, stdio: ["ignore", "ignore", "inherit"] });
  run(".ci/build.mjs");
  run(fileURLToPath(new URL("outputs.mjs", import.meta.url)), checkout, work, inputs, join(folder, name));
  if (!existsSync(join(folder, name, "finished"))) throw new Error(`The outputs of ${name} are not whole.`);
  for (const each of [checkout, work]) rmSync(each, { recursive: true });
}

function copyOurs(checkout) {
  for (const file of git("ls-files", "-co", "--exclude-standard", "--deduplicate", "-z").toString().split("\0")) {
    if (file === "" || !existsSync(join(root, file))) continue; // deleted, but not committed
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    cpSync(join(root, file), join(checkout, file));
  }
}

/**
 * Makes the inputs of both sides, from the sources of this checkout. The sources are TypeScript, which not every
 * version of Node can read.
 */
async function inputsOf() {
  const cases = readdirSync(join(root, "test/check/rules")).filter((name) => name.endsWith(".cases.ts"));
  const [entry, file] = [join(folder, "entry.mjs"), join(folder, "inputs.mjs")];
  const from = (path) => JSON.stringify(join(root, "test", path));
  const lines = [
    ...cases.map((name, at) => `import { cases as c${at} } from ${from(`check/rules/${name}`)};`),
    `import { inputs } from ${from("same/inputs.ts")};`,
    `export const made = inputs([${cases.map((_, at) => `c${at}`)}]);`,
  ];
  writeFileSync(entry, lines.join("\n"));
  const output = { file, codeSplitting: false };
  await build({ input: entry, platform: "node", logLevel: "silent", plugins: [texts], output });
  return (await import(pathToFileURL(file).href)).made;
}

/** Prints the differences and their number per group; returns the exit code. */
function differences() {
  const options = ["--no-index", "--no-prefix", "--text", "--no-renames", "--no-color"];
  const diff = (...more) =>
    spawnSync("git", ["diff", ...options, ...more, "before", "after"], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 2 ** 30,
    });
  process.stdout.write(diff().stdout);
  const names = diff("--name-only", "-z")
    .stdout.split("\0")
    .filter((name) => name !== "");
  const all = readdirSync(join(folder, "after"), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  console.log(`${all.length} outputs, ${names.length} differ.`);
  const groups = names.map((name) => name.split("/")[1]);
  for (const group of new Set(groups)) console.log(`  ${group}: ${groups.filter((each) => each === group).length}`);
  return names.length === 0 ? 0 : 1;
}
