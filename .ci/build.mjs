// Bundles src/main.ts into dist/ (CommonJS; .ci/grouped.mjs decides which source files share a file). With
// --if-possible it does nothing if the build tools are not installed, so that `npm ci --omit=dev` and an install from a
// packed tarball work. dist/inside.json lists the bundled packages.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { keepDocumentTypes } from "./document-types.mjs";
import { runEveryday } from "./everyday.mjs";
import { groupedByUse } from "./grouped.mjs";
import { outside, packagesIn } from "./inside.mjs";
import { keepHelp } from "./keep-help.mjs";
import { texts } from "./texts.mjs";

/** Code that runs in threads; the code of each thread is a separate file, read only when the thread starts. */
const threadFiles = {
  "postgres-worker": "src/database/postgres/worker.ts",
  "verify-worker": "src/journal/verify/worker.ts",
};

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

async function bundler() {
  try {
    return await import("rolldown");
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    if (process.argv.includes("--if-possible")) return undefined;
    process.stderr.write("The build tools are not installed. Run: npm ci --include=dev && npm run build\n");
    process.exit(1);
  }
}

/**
 * Replaces child_process for commander, which uses it only for subcommands in separate executables; selfbill has none,
 * and loading it takes 3 ms.
 */
const noChildProcess = {
  name: "no-child-process-in-commander",
  resolveId: (source, importer) =>
    source === "node:child_process" && /[\\/]commander[\\/]/.test(importer ?? "") ? "\0nothing" : undefined,
  load: (id) => (id === "\0nothing" ? "export default undefined;" : undefined),
};

/** Reduces pg to one client: the database thread needs neither its pool nor its native client. */
const clientOfPgAlone = {
  name: "client-of-pg-alone",
  resolveId: (source) => (source === "pg" ? "\0pg" : undefined),
  load: (id) =>
    id === "\0pg"
      ? `import Client from ${JSON.stringify(join(root, "node_modules/pg/lib/client.js"))}; export default { Client };`
      : undefined,
};

/**
 * Reduces undici to a client that requests a tunnel from a proxy over HTTP/1.1; its code for HTTP/2 and forms is left
 * out.
 */
const clientOfUndiciAlone = {
  name: "client-of-undici-alone",
  resolveId(source, importer = "") {
    if (source === "undici") return join(root, ".ci", "undici.mjs");
    const isItsOwn = /[\\/]undici[\\/]lib[\\/]/.test(importer);
    return isItsOwn && /\/(?:client-h2|web\/fetch\/body)\.js$/.test(source) ? "\0nothing" : undefined;
  },
};

/**
 * Removes chalk's colour detection, which loads node:tty and with it node:net; only render/style.ts switches colours.
 */
const noColourDetection = {
  name: "no-colour-detection-in-chalk",
  resolveId: (source) => (source === "#supports-color" ? "\0supports-color" : undefined),
  load: (id) => (id === "\0supports-color" ? "export default { stdout: false, stderr: false };" : undefined),
};

/**
 * Leaves out what libraries create on loading but we never use: the tables of js-yaml (marked as pure, so that the
 * bundler drops them), and the objects for π and ln 10 of decimal.js, which also works with their digits as strings.
 */
const unusedOfLibraries = {
  name: "unused-of-libraries",
  transform: {
    filter: { id: /[\\/]node_modules[\\/](?:js-yaml|decimal\.js)[\\/]/ },
    handler: (code) =>
      code
        .replace(/^(var \w+Tag =) (?=define)/gm, "$1 /* @__PURE__ */ ")
        .replace(
          /^(var \w+_SCHEMA =) ((?:new Schema|\w+\.withTags)\([\s\S]*?^\]?\}?\));$/gm,
          "$1 /* @__PURE__ */ (() => $2)();",
        )
        .replace(/^(?:LN10|PI) = new Decimal\(\w+\);$/gm, ""),
  },
};

/**
 * Large groups of source files that no everyday command uses. Without them rolldown would put these files together with
 * others that some seldom command needs.
 */
const seldomUsed = [
  // Kept separate because its character tables are built as soon as it runs.
  { name: "xml-parser", test: /[\\/]node_modules[\\/](?:saxes|xmlchars)[\\/]|[\\/]ubl[\\/]tree-reader\.ts$/ },
  // Most of the journal's code verifies, moves and serves a journal, which is not needed for checking or
  // creating documents.
  {
    name: "journal-moved",
    test: /[\\/]src[\\/]journal[\\/](?!server[\\/]company-rights)(?:server|verify[\\/](?:checked-copy|day-sums|shadow|verify|whole)|places[\\/](?:backup|merge|move|purge|restore|twice))(?:[\\/]|\.ts$)/,
  },
  { name: "problem-words", test: /[\\/]src[\\/]problem[\\/]problems/ },
  // Schemas for --json, which are built as soon as this code runs.
  { name: "answers", test: /[\\/]src[\\/]answers[\\/]/ },
  { name: "zod", test: /[\\/]node_modules[\\/]zod[\\/]/ },
  { name: "answer-schemas", test: /[\\/]contract[\\/]answer-schemas\.ts$/ },
  {
    name: "overview-json",
    test: /[\\/]commands[\\/](?:answer[\\/]company-sums|follow[\\/]overview)-json\.ts$/,
  },
  { name: "html", test: /[\\/]render[\\/]html[\\/]/ },
  {
    name: "tables",
    test: /[\\/]render[\\/]tables[\\/]boxed\.ts$|[\\/]node_modules[\\/](?:cli-table3|@colors|string-width|strip-ansi|ansi-regex|emoji-regex|is-fullwidth-code-point)[\\/]/,
  },
  { name: "openapi", test: /[\\/]sandbox[\\/]openapi[\\/]/ },
  { name: "parser-without-simd", test: /[\\/]llhttp-wasm\.js$/ },
];

/**
 * Returns the code in the form that bin/load.cjs runs: a function, so that no wrapper is added at each start, and
 * ASCII only, so that V8 stores it with one byte per character and reads it without decoding. Escapes mean the same
 * in names, strings and patterns, but not in raw templates.
 */
function asLoaded(code) {
  if (/String\.raw`[^`]*[^\0-\x7f]|(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.test(code))
    throw new Error("letters beyond ASCII cannot be escaped in this source");
  const escaped = code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `(function (exports, require, module, __filename, __dirname) {${escaped}\n})`;
}

const tool = await bundler();
if (tool && existsSync("src/main.ts")) {
  rmSync("dist", { recursive: true, force: true });
  const plugins = [
    await outcomesAlone(tool.build),
    noChildProcess,
    noColourDetection,
    clientOfUndiciAlone,
    unusedOfLibraries,
    await hashesOfRules(tool),
    texts,
  ];
  const optionsOf = (groups) => ({
    input: { main: "src/main.ts" },
    platform: "node",
    external: outside,
    plugins,
    checks: { ineffectiveDynamicImport: false }, // such a file is with others that the same commands use
    preserveEntrySignatures: false, // main has no importers; groups without their dependencies require it
    output: {
      dir: "dist",
      format: "cjs",
      minify: true,
      entryFileNames: "[name].cjs",
      chunkFileNames: "[name]-[hash].cjs",
      // A file of dist runs when something in it is first used.
      codeSplitting: { includeDependenciesRecursively: false, groups },
    },
  });
  const build = async (groups) => {
    const made = await tool.build(optionsOf(groups));
    for (const { fileName, code } of made.output) if (code) writeFileSync(`dist/${fileName}`, asLoaded(code));
    return made;
  };
  const grouped = await groupedByUse(async (name) => (await build([{ debugName: "apart", name }])).output);
  rmSync("dist", { recursive: true, force: true });
  const program = await build([grouped, ...seldomUsed]);
  await compileFirstAtOnce();
  const threads = [];
  for (const [name, file] of Object.entries(threadFiles)) threads.push(await buildThread(tool, name, file));
  const inside = packagesIn([program, ...threads, ...(await buildLibrary(tool))]);
  writeFileSync("dist/inside.json", `${JSON.stringify(inside, undefined, 2)}\n`);
  writeBuildId();
  await keepCode();
  keepNomenclature();
  await keepHelp(tool);
  writeManPage();
}

/**
 * Rewrites the built files so that V8 compiles some functions together with their file: those called by the first
 * commands in a new home folder. Nothing is cached for these commands, and V8 would otherwise read each of these
 * functions twice. Failures are ignored.
 */
async function compileFirstAtOnce() {
  const { compiledAtOnce } = await import("./compiled-at-once.mjs"); // needs the build tools
  const home = mkdtempSync(join(tmpdir(), "selfbill-build-"));
  const env = { PATH: process.env.PATH, SELFBILL_HOME: home };
  const file = "templates/standard-invoice.yaml";
  const called = new Map();
  for (const words of [
    ["validate", file],
    ["create-invoice", file, "--sandbox", "--yes"],
  ]) {
    const list = join(home, words[0]);
    spawnSync(process.execPath, [".ci/called.cjs", list, ...words], { stdio: "ignore", env, timeout: 60_000 });
    const found = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : {};
    for (const [name, places] of Object.entries(found)) called.set(name, [...(called.get(name) ?? []), ...places]);
  }
  for (const [name, places] of called) {
    const path = `dist/${name}`;
    writeFileSync(path, compiledAtOnce(readFileSync(path, "latin1"), places), "latin1");
  }
  rmSync(home, { recursive: true, force: true });
}

/** Builds the code of a thread. Returns the output. */
function buildThread({ build }, name, file) {
  return build({
    input: { [name]: file },
    // Source files have no side effects when loaded, so unused code is left out.
    treeshake: { moduleSideEffects: (id) => /worker\.ts$|node_modules/.test(id) },
    platform: "node",
    external: ["cloudflare:sockets"],
    plugins: [texts, clientOfPgAlone],
    output: { dir: "dist", format: "cjs", minify: true, entryFileNames: "[name].cjs", codeSplitting: false },
  });
}

/**
 * Builds the parts that other programs import: the library as ES modules for any JavaScript environment, each export
 * in its own file apart from shared code, so that a bundler takes only what is used; and both parts as CommonJS for
 * Node, where the sandbox's ES module re-exports the same code. Returns the outputs.
 */
async function buildLibrary({ build }) {
  const dir = "dist/library";
  // Source files have no side effects when loaded, so unused code is left out, including everything that needs Node.
  const treeshake = { moduleSideEffects: false };
  const index = { index: "src/library/index.ts" };
  const parts = partsOf(readFileSync(index.index, "utf8"));
  const inputs = Object.fromEntries(parts.map((part) => [part, `src/library/${part}.ts`]));
  const output = (format, ending) => ({
    ...{ dir, format, minify: true },
    ...{ entryFileNames: `[name].${ending}`, chunkFileNames: `[name]-[hash].${ending}` },
  });
  const built = [
    await build({
      input: { ...index, ...inputs },
      platform: "browser",
      external: [/^node:/],
      plugins: [await outcomesAlone(build), texts],
      treeshake,
      output: output("es", "mjs"),
    }),
    await build({
      input: { ...index, sandbox: "src/embedded.ts" },
      platform: "node",
      external: outside,
      plugins: [texts],
      treeshake,
      output: output("cjs", "cjs"),
    }),
  ];
  writeFileSync(`${dir}/sandbox.mjs`, 'export { startSandbox } from "./sandbox.cjs";\n');
  const sources = ["index", "types", ...parts].map((name) => [`library/${name}`, name]);
  await types({ embedded: "sandbox", ...Object.fromEntries(sources) });
  await keepDocumentTypes(build, `${dir}/document-types.d.ts`);
  for (const name of readdirSync(dir).filter((each) => each.endsWith(".d.ts"))) {
    const text = readFileSync(`${dir}/${name}`, "utf8").replace(/(from "\.\/[\w-]+)\.js"/g, '$1.cjs"');
    writeFileSync(`${dir}/${name.replace(/ts$/, "cts")}`, text);
  }
  return built;
}

/** Lists the files from which the library's index exports values, not only types. */
function partsOf(door) {
  return [...door.matchAll(/^export \{.*\} from "\.\/([\w-]+)\.ts"/gm)].map(([, part]) => part);
}

/** Returns a plugin that replaces src/check/kept-hashes.ts with the computed hash of each edition's rules. */
async function hashesOfRules({ build }) {
  const entry = "\0hashes";
  const door = (room) => JSON.stringify(join(root, "src", room, "index.ts"));
  const source = `import { rulesOf, ruleSetOf } from ${door("check")}; import { editions } from ${door("document")};
    export default editions.map(({ id }) => [id, ruleSetOf(rulesOf(id).all, id).hash]);`;
  const asked = {
    name: "hashes",
    resolveId: (id) => (id === entry ? entry : undefined),
    load: (id) => (id === entry ? source : undefined),
  };
  const made = await build({
    input: entry,
    write: false,
    platform: "node",
    plugins: [asked, texts],
    output: { format: "es", codeSplitting: false },
  });
  const { default: hashes } = await import(`data:text/javascript,${encodeURIComponent(made.output[0].code)}`);
  return {
    name: "hashes-of-rules",
    load: (id) =>
      /[\\/]src[\\/]check[\\/]kept-hashes\.ts$/.test(id)
        ? `export const keptHashes = new Map(${JSON.stringify(hashes)});`
        : undefined,
  };
}

/**
 * Returns a plugin that gives problem.ts only the outcome of each code, because only a few commands, such as `explain`,
 * need the meanings of codes.
 */
async function outcomesAlone(build) {
  const made = await build({ input: "src/problem/problems.ts", write: false, output: { format: "es" } });
  const { problemTable } = await import(`data:text/javascript,${encodeURIComponent(made.output[0].code)}`);
  const outcomes = Object.entries(problemTable).map(([code, { outcome }]) => [code, { outcome }]);
  return {
    name: "outcomes-alone",
    resolveId: (source, importer = "") =>
      source === "./problems.ts" && /[\\/]problem[\\/]problem\.ts$/.test(importer) ? "\0outcomes" : undefined,
    load: (id) =>
      id === "\0outcomes" ? `export const problemTable = ${JSON.stringify(Object.fromEntries(outcomes))};` : undefined,
  };
}

/** Writes the type declarations of these source files into dist/library; `sources` maps each file to its name there. */
async function types(sources) {
  if (!existsSync("node_modules/typescript")) return;
  const folder = mkdtempSync(join(tmpdir(), "selfbill-types-"));
  const files = [`${root}.ci/txt.d.ts`, ...Object.keys(sources).map((source) => `${root}src/${source}.ts`)];
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: folder,
    rootDir: `${root}src`,
  };
  const typeRoots = [`${root}node_modules/@types`];
  const config = {
    extends: `${root}tsconfig.json`,
    compilerOptions: { ...compilerOptions, typeRoots },
    include: [],
    files,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const done = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", folder], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`The types cannot be made: ${done.stdout}${done.stderr}`);
  for (const [source, name] of Object.entries(sources)) {
    const made = readFileSync(join(folder, `${source}.d.ts`), "utf8");
    writeFileSync(`dist/library/${name}.d.ts`, made.replace(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"'));
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Writes the Harmonized System in compressed form; it is read only for a search. */
function keepNomenclature() {
  writeFileSync("dist/hs-2022.csv.gz", gzipSync(readFileSync("src/tariff/hs-2022.csv"), { level: 9 }));
}

/** Writes an id that distinguishes the sources of two builds, for code that is cached elsewhere (bin/load.cjs). */
function writeBuildId() {
  const hash = createHash("sha256");
  for (const name of ["../bin/load.cjs", ...readdirSync("dist").sort()])
    if (name.endsWith(".cjs")) hash.update(`${name}\0`).update(readFileSync(`dist/${name}`));
  writeFileSync("dist/build-id", `${hash.digest("hex").slice(0, 16)}\n`);
}

/** Writes the manual page from the commands' help; package.json names it, so that npm installs it for `man`. */
function writeManPage() {
  const made = spawnSync(process.execPath, ["bin/selfbill.cjs", "help", "man"], { encoding: "utf8" });
  if (made.status !== 0) {
    const how = made.error?.message ?? (made.signal ? `ended by ${made.signal}` : `exit code ${made.status}`);
    throw new Error(`The manual page cannot be made: ${how}\n${made.stderr ?? ""}`);
  }
  writeFileSync("dist/selfbill.1", made.stdout);
}

/**
 * Runs the most frequently used commands, so that the compiled code they need is cached (bin/load.cjs). Failures are
 * ignored. V8 always loads the cached code of a file as a whole, so files used for checking, creating and following a
 * document are cached only with the functions that these commands call.
 */
async function keepCode() {
  await runEveryday(({ words, env, isMain }) => {
    const how = isMain ? words : ["--new", ...words];
    spawnSync(process.execPath, [".ci/keep-code.cjs", ...how], { stdio: "ignore", env, timeout: 60_000 });
  });
}
