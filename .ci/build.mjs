// Bundles src/main.ts into dist/ (CommonJS, one chunk per command). With --if-possible it does nothing if the build
// tools are not installed, so that `npm ci --omit=dev` and an install from a packed tarball work. dist/inside.json
// lists the bundled packages.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { keepDocumentTypes } from "./document-types.mjs";
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
  const program = await tool.build({
    input: { main: "src/main.ts" },
    platform: "node",
    external: outside,
    plugins: [
      await outcomesAlone(tool.build),
      noChildProcess,
      noColourDetection,
      clientOfUndiciAlone,
      unusedOfLibraries,
      await hashesOfRules(tool),
      texts,
    ],
    preserveEntrySignatures: false, // main has no importers; groups without their dependencies require it
    output: {
      dir: "dist",
      format: "cjs",
      minify: true,
      entryFileNames: "[name].cjs",
      chunkFileNames: "[name]-[hash].cjs",
      // Groups files into chunks, so that a command loads only the chunks it needs: a chunk runs when something in it
      // is first used.
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          // Opening a file takes as long as running a small one, so the code that nearly every command needs is in
          // one file, and the code that judges documents is in another.
          {
            name: "everyday",
            test: /[\\/]package\.json$|[\\/]src[\\/](?:problem|states|settings|json|desk|environment|manual|memory)[\\/](?!.*-schema\.ts$|problems|(?:profiles|change-file|moved-journal|handed-over|journal-password)\.ts$)|[\\/]commands[\\/](?:command|kinds|answer[\\/](?:journal-head|same-place|stopped-by))\.ts$|[\\/]contract[\\/]limits\.ts$|[\\/]read[\\/]files\.ts$|[\\/]render[\\/]style\.ts$|[\\/]node_modules[\\/]chalk[\\/]|supports-color$|\0outcomes$|[\\/]render[\\/](?:safe|wrapped|tables[\\/]table|batch|also-told|status-words|send-result|verdict|alike|problems|same-place|status|report)\.ts$/,
          },
          {
            name: "judged",
            test: /[\\/]src[\\/]prepare[\\/]|[\\/]src[\\/]read[\\/](?!files\.ts$)|[\\/]node_modules[\\/]js-yaml[\\/]|[\\/]disk[\\/]odd-name\.ts$|[\\/]render[\\/]totals-json\.ts$|[\\/]contract[\\/]wire\.ts$|[\\/]document[\\/](?:iban|number-series|references)\.ts$|[\\/]commands[\\/](?:answer[\\/]submission-results|create[\\/](?:rate-options|remarks-of-run|same-number|look-alike|compare-suppliers))\.ts$/,
          },
          // Additional code for commands that create a document.
          {
            name: "creating",
            test: /[\\/]src[\\/]submit[\\/](?:gate|stop)\.ts$|[\\/]commands[\\/](?:create-invoice|intake[\\/]guided-list|new[\\/]asks-instead|answer[\\/](?:checking|left-list|progress|result-output)|sheet[\\/](?:drafts|echoes|failed-to|item-remarks|results|supplier-lookup)|create[\\/](?:approval-files|approvals-due|ask-elsewhere|batch-question|changed-suppliers|check-documents|corrects-watch|create-document|dry-run|looks-sent|not-attempted|ready-to-send|remarks|send-all|send-documents|sent-suppliers|services|shares|show-before-asking|subjects|supplier-changes))\.ts$/,
          },
          // Additional code for `status`.
          {
            name: "following",
            test: /[\\/]commands[\\/](?:status|answer[\\/](?:all-companies|handed-over|period|whole-life-hint)|follow[\\/](?:look-at|observe|overview|overview-report|place-findings|read-again|record-state|sent-to|sight|snapshot-xml|subject|watch))\.ts$/,
          },
          { name: "sending", test: /[\\/]src[\\/](?:send[\\/](?!naptr|tunnel)|submit[\\/])/ },
          {
            name: "database",
            test: /[\\/]src[\\/]database[\\/](?:folder|load|lock|open|wal|index|postgres[\\/](?:away|remedies))\.ts$/,
          },
          // Kept separate because its character tables are built as soon as it runs.
          { name: "xml-parser", test: /[\\/]node_modules[\\/](?:saxes|xmlchars)[\\/]|[\\/]ubl[\\/]tree-reader\.ts$/ },
          // Most of the journal's code verifies, moves and serves a journal, which is not needed for checking or
          // creating documents.
          {
            name: "journal-moved",
            test: /[\\/]src[\\/]journal[\\/](?!server[\\/]company-rights)(?:server|verify[\\/](?:checked-copy|day-sums|shadow|verify|whole)|places[\\/](?:backup|merge|move|purge|restore|twice))(?:[\\/]|\.ts$)/,
          },
          // Parts that few commands use, from rooms that every command needs.
          { name: "validate", test: /[\\/]src[\\/](?:commands[\\/]validate\.ts$|render[\\/]verdicts[\\/])/ },
          { name: "problem-words", test: /[\\/]src[\\/]problem[\\/]problems/ },
          {
            name: "settings-written",
            test: /[\\/]src[\\/]settings[\\/](?:profiles|change-file|moved-journal|handed-over|journal-password)\.ts$/,
          },
          {
            name: "rendered-seldom",
            test: /[\\/]src[\\/]render[\\/](?:due|preview|sums|explanation|requested|markdown|csv|tables[\\/](?:columns|open-table))\.ts$/,
          },
          {
            name: "document-asked",
            test: /[\\/]src[\\/]document[\\/](?:credit[\\/](?!credit-lines).*|json-schema|find-codes|number-hint|date-readings)\.ts$/,
          },
          {
            name: "ubl-read",
            test: /[\\/]src[\\/]ubl[\\/](?:plain-xml|read-coded|read-fields|read-xml|document-in|decode-xml|to-document|count-elements)\.ts$/,
          },
          {
            name: "approved",
            test: /[\\/]src[\\/](?:approval[\\/](?:judge-approval|keys|envelope)|journal[\\/]verify[\\/](?:unapproved|approvals-given))\.ts$/,
          },
          // Schemas for --json, which are built as soon as this code runs.
          { name: "answers", test: /[\\/]src[\\/]answers[\\/]/ },
          { name: "zod", test: /[\\/]node_modules[\\/]zod[\\/]/ },
          { name: "answer-schemas", test: /[\\/]contract[\\/]answer-schemas\.ts$/ },
          { name: "json-rows", test: /[\\/]render[\\/](?:problem-json|events|status-json|json)\.ts$/ },
          {
            name: "overview-json",
            test: /[\\/]commands[\\/](?:answer[\\/]company-sums|follow[\\/]overview)-json\.ts$/,
          },
          { name: "html", test: /[\\/]render[\\/]html[\\/]/ },
          {
            name: "tables",
            test: /[\\/]render[\\/]tables[\\/]boxed\.ts$|[\\/]node_modules[\\/](?:cli-table3|@colors|string-width|strip-ansi|ansi-regex|emoji-regex|is-fullwidth-code-point)[\\/]/,
          },
          { name: "service-answers", test: /[\\/]contract[\\/]answers[\\/]/ },
          {
            name: "sandbox-controls",
            test: /[\\/]sandbox[\\/]control[\\/](?:control-calls|fault-schema|clock-move|snapshot-name)\.ts$/,
          },
          { name: "openapi", test: /[\\/]sandbox[\\/]openapi[\\/]/ },
          { name: "approval-schemas", test: /[\\/]approval[\\/](?:policy|request|decision|delegation)\.ts$/ },
          { name: "parser-without-simd", test: /[\\/]llhttp-wasm\.js$/ },
          { name: "settings-schemas", test: /[\\/](?:accounts|business-profile|user-file)-schema\.ts$/ },
        ],
      },
    },
  });
  for (const { fileName, code } of program.output) if (code) writeFileSync(`dist/${fileName}`, asLoaded(code));
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
  const home = mkdtempSync(join(tmpdir(), "selfbill-build-"));
  const file = "templates/standard-invoice.yaml";
  const env = { PATH: process.env.PATH, SELFBILL_HOME: home };
  const service = await startService({ ...env, SELFBILL_HOME: join(home, "service") });
  const live = { ...env, ...service?.account, SELFBILL_HOME: join(home, "live") };
  const keep = (words, where = env) =>
    spawnSync(process.execPath, [".ci/keep-code.cjs", ...words], { stdio: "ignore", env: where, timeout: 60_000 });
  // A second document for the same supplier, so that the code that compares it with the first one also runs.
  const next = join(home, "next.yaml");
  writeFileSync(next, `${readFileSync(file, "utf8")}\ndocument_number: SB-2\n`);
  keep(["validate", file]);
  if (service)
    for (const words of [
      ["create-invoice", file, "--yes"],
      ["create-invoice", next, "--yes", "--allow-similar", "--accept-changed-supplier"],
      ["status", "SBX-INV-000001"],
    ])
      keep(words, live);
  for (const words of [
    ["--help"],
    ["validate", "templates"],
    ["create-invoice", file, "--sandbox", "--yes"],
    ["list", "invoices", "--sandbox"],
    ["status", "SBX-INV-000001", "--sandbox"],
    ["history"],
    ["due", "--sandbox"],
  ])
    keep(["--new", ...words]);
  if (service) keep(["--new", "list", "invoices"], live);
  service?.end();
  rmSync(home, { recursive: true, force: true });
}

/** Starts a sandbox that listens on this computer. Resolves with undefined if it does not start. */
function startService(env) {
  const words = ["bin/selfbill.cjs", "sandbox", "--port", "0", "--json"];
  const child = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "ignore"], timeout: 60_000 });
  return new Promise((done) => {
    child.once("error", () => done(undefined)).once("exit", () => done(undefined));
    createInterface(child.stdout).once("line", (line) => {
      const { base_url, token, business_profile_id } = JSON.parse(line);
      const account = {
        SELFBILL_BASE_URL: base_url,
        SELFBILL_TOKEN: token,
        SELFBILL_BUSINESS_PROFILE_ID: business_profile_id,
      };
      done(base_url === undefined ? undefined : { account, end: () => child.kill() });
    });
  });
}
