import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { absentPrograms, startBrowser } from "../support/browser.ts";
import { leavesOut } from "../support/left-out.ts";
import { offlineInstall, packInto } from "../support/packed-package.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

/**
 * An integrator's starting point: an empty project in which the packed program was installed without optional
 * packages.
 */
let project = "";

const run = (program: string, words: readonly string[], folder = project, more: Record<string, string> = {}) => {
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, NO_COLOR: "1", SELFBILL_HOME: join(project, "home"), ...more };
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: folder,
    encoding: "utf8",
    env,
    timeout: 280_000,
  });
  return { status, stdout, said: stdout + stderr };
};
const node = (...words: string[]) => run(process.execPath, words);
const invoice = readFileSync(join(top, "templates/standard-invoice.yaml"), "utf8");

/**
 * A script that reads, validates, calculates, credits, and makes the request body; it runs as an ES module and as
 * CommonJS.
 */
const story = `
const source = readDocument(invoice);
if (!source.ok) throw new Error(source.findings[0]?.message);
const verdict = check(source.value);
if (!verdict.ok) throw new Error(verdict.findings[0]?.message);
const sums = calculate(verdict.document);
const credit = creditFrom(verdict.document, { invoice_number: "SB-1", issue_date: "2026-06-20", reason: "DL8.61.1.D" });
const body = toRequest(verdict.document);
if (!sums.ok || !credit.ok || !body.ok) throw new Error("no result");
const told = [sums.value.totals.payable_amount, credit.value.billing_reference?.[0]?.id, JSON.parse(body.value).issue_date, check(credit.value).kind];`;
const told = ["12831", "SB-1", "2026-06-15", "credit-note"];
const names = "calculate, check, creditFrom, readDocument, toRequest";
const program = (imports: string): string =>
  `${imports}\nconst invoice = ${JSON.stringify(invoice)};\n${story}\nconsole.log(JSON.stringify(told));\n`;
const esm = program(`import { ${names} } from "selfbill";`);
const commonJs = program(`const { ${names} } = require("selfbill");`);

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "selfbill-packed-"));
  const packed = packInto(project);
  writeFileSync(join(project, "package.json"), '{ "name": "theirs", "private": true }\n');
  const installed = run("npm", ["install", packed, ...offlineInstall]);
  expect([
    installed.status,
    readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith(".")),
  ]).toEqual([0, ["selfbill"]]);
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

test("an ES module and a CommonJS module of a project without native packages do the same", () => {
  writeFileSync(join(project, "story.mjs"), esm);
  writeFileSync(join(project, "story.cjs"), commonJs);
  for (const file of ["story.mjs", "story.cjs"]) {
    const { status, said } = node(file);
    expect([file, status, said]).toEqual([file, 0, `${JSON.stringify(told)}\n`]);
  }
});

test("the sandbox is imported and required; without SQLite it says what is needed", () => {
  const ask = `startSandbox().then(async (sandbox) => { console.log((await fetch(sandbox.baseUrl)).status); await sandbox.close(); },
    (error) => console.log(error.message));`;
  writeFileSync(join(project, "sandbox.mjs"), `import { startSandbox } from "selfbill/sandbox";\n${ask}`);
  writeFileSync(join(project, "sandbox.cjs"), `const { startSandbox } = require("selfbill/sandbox");\n${ask}`);
  const builtIn = "sqlite" in process.versions;
  for (const file of ["sandbox.mjs", "sandbox.cjs"]) {
    const { said } = node(file);
    expect(said).toMatch(
      builtIn
        ? /^\d{3}\n$/
        : /Node 20[.\d]* has no SQLite of its own, and the package @photostructure\/sqlite is not installed\. Use Node 22\.13/,
    );
  }
});

test("the program of such a project checks documents, and says what sending needs", () => {
  const bin = "node_modules/selfbill/bin/selfbill.cjs";
  writeFileSync(join(project, "invoice.yaml"), invoice);
  expect(node(bin, "validate", "invoice.yaml")).toMatchObject({ status: 0 });
  const { status, said } = node(bin, "create-invoice", "invoice.yaml", "--sandbox", "--yes");
  const lacks =
    /Node 20[.\d]* has no SQLite of its own, and the package @photostructure\/sqlite is not installed[\s\S]*npm install --include=optional/;
  if ("sqlite" in process.versions) expect(status).toBe(0);
  else expect([status, said]).toEqual([27, expect.stringMatching(lacks)]);
});

const strict = { target: "es2022", strict: true, noEmit: true, skipLibCheck: false, types: [], lib: ["es2023", "dom"] };
const wrong = `
const unchecked: ValidDocument = { issue_date: "2026-06-15" };
const noReason: CreditNoteDocument["discrepancy_response"] = undefined;
const noCode: CountryCodeOf = "Oman";
type CountryCodeOf = InvoiceDocument["accounting_supplier_party"]["postal_address"] extends { country_code: infer C } | undefined ? C : never;
const misspelt: InvoiceDocument["document_lines"][number]["quantiti"] = "1";`;

/** Returns the compiler's output. */
function compiled(compiler: string, options: object, files: Readonly<Record<string, string>>): string {
  const folder = join(project, "typed");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const config = { compilerOptions: { ...strict, ...options }, files: Object.keys(files) };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  return run(process.execPath, [compiler, "-p", folder]).said;
}

const typed = program(
  `import { ${names} } from "selfbill";\nimport { startSandbox } from "selfbill/sandbox";\nvoid startSandbox;`,
).replace("console.log(JSON.stringify(told));", "export const all: unknown = told;");
const tsc = join(top, "node_modules/typescript/bin/tsc");

test.each([
  ["nodenext", "nodenext"],
  ["node16", "node16"],
  ["bundler", "esnext"],
])("strict TypeScript takes the types with moduleResolution %s", (moduleResolution, module) => {
  const ways = moduleResolution === "bundler" ? ["a.ts"] : ["a.mts", "a.cts"];
  const options = { moduleResolution, module };
  for (const name of ways) expect([name, compiled(tsc, options, { [name]: typed })]).toEqual([name, ""]);
  const import4 = 'import type { CreditNoteDocument, InvoiceDocument, ValidDocument } from "selfbill";';
  const said = compiled(tsc, options, { [ways[0] as string]: `${import4}${wrong}` });
  expect(said.match(/error TS\d+/g)).toHaveLength(4);
});

/** Installs registry packages next to selfbill; prints a message and returns undefined if they are not available. */
function fetched(...packages: string[]): string | undefined {
  const folder = temporaryFolder();
  cpSync(join(project, "node_modules"), join(folder, "node_modules"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "name": "theirs", "private": true }\n');
  const words = [
    "install",
    "--no-save",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    ...packages,
  ];
  const { status } = run("npm", words, join(folder));
  cpSync(join(project, "node_modules"), join(folder, "node_modules"), { recursive: true });
  if (status === 0) return folder;
  console.log(`skipped: ${packages.join(", ")} cannot be fetched from the registry`);
  return undefined;
}

test.skipIf(leavesOut(undefined))("TypeScript 5 takes the types with moduleResolution node10", ({ skip }) => {
  const folder = fetched("typescript@5.9.3") ?? skip("TypeScript 5 cannot be fetched");
  const options = { moduleResolution: "node10", module: "commonjs", ignoreDeprecations: "5.0" };
  expect(compiled(join(folder, "node_modules/typescript/bin/tsc"), options, { "a.ts": typed })).toBe("");
});

test.skipIf(leavesOut(undefined))("jest loads the package and the sandbox", ({ skip }) => {
  const folder = fetched("jest@30.5.2") ?? skip("jest cannot be fetched");
  const asked = `test("the package", async () => { ${commonJs.replace("console.log(JSON.stringify(told));", `expect(told).toEqual(${JSON.stringify(told)});`)}
    const { startSandbox } = require("selfbill/sandbox");
    await startSandbox().then((sandbox) => sandbox.close(), (error) => expect(error.message).toContain("has no SQLite of its own"));
  });`;
  writeFileSync(join(folder, "story.test.js"), asked);
  const { status, said } = run(process.execPath, ["node_modules/jest/bin/jest.js", "--ci", "--watchman=false"], folder);
  expect([status, said]).toEqual([0, expect.stringContaining("1 passed")]);
});

test.skipIf(leavesOut(absentPrograms(["chromium"])))("a bundle of vite runs in a browser", async () => {
  const folder = join(project, "page");
  mkdirSync(folder);
  writeFileSync(
    join(folder, "index.html"),
    '<!doctype html><meta charset="utf-8"><script type="module" src="./main.js"></script>',
  );
  writeFileSync(join(folder, "main.js"), esm.replace("console.log(JSON.stringify(told))", "globalThis.told = told"));
  // The whole library is somewhat over the half megabyte from which vite says that a chunk is large.
  writeFileSync(join(folder, "vite.config.mjs"), "export default { build: { chunkSizeWarningLimit: 600 } };");
  const words = [join(top, "node_modules/vite/bin/vite.js"), "build", folder, "--base", "./", "--logLevel", "warn"];
  const { status, said } = run(process.execPath, words);
  expect([status, said]).toEqual([0, ""]);
  const [script = ""] = readdirSync(join(folder, "dist/assets")).filter((name) => name.endsWith(".js"));
  const code = readFileSync(join(folder, "dist/assets", script), "utf8").replaceAll("</script", "<\\/script");
  const browser = await startBrowser();
  const page = `<!doctype html><meta charset="utf-8"><script type="module">${code}</script>`;
  const wait =
    "new Promise((done) => { const wait = () => globalThis.told ? done(globalThis.told) : requestAnimationFrame(wait); wait(); })";
  const seen = await browser.look<string[]>(page, wait);
  expect([seen.value, seen.requests]).toEqual([told, []]);
});

/** The size of the code that is loaded immediately, minified and compressed, in kilobytes. */
async function sizeOf(imports: string): Promise<number> {
  const bundle = await rolldown({
    input: "entry",
    cwd: project,
    platform: "browser",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? join(project, "entry.js") : undefined),
        load: (id) => (id.endsWith("entry.js") ? imports : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "es", minify: true });
  const [entry, ...more] = output;
  const needed = new Set([entry.fileName, ...entry.imports]);
  const code = [entry, ...more].flatMap((each) =>
    each.type === "chunk" && needed.has(each.fileName) ? [each.code] : [],
  );
  return Math.ceil(gzipSync(code.join(""), { level: 9 }).length / 1000);
}

test("a bundler takes what is used and nothing else: the size of each export is written down", async () => {
  expect(await sizeOf('import "selfbill"; console.log(1);')).toBe(1);
  const door = readFileSync(join(project, "node_modules/selfbill/dist/library/index.d.ts"), "utf8");
  const exported = [...door.matchAll(/^export \{ (.*) \} from/gm)].flatMap(([, list = ""]) => list.split(", ")).sort();
  const sizes: Record<string, number> = {};
  for (const name of exported)
    if (/^[a-z]/.test(name)) sizes[name] = await sizeOf(`import { ${name} } from "selfbill"; globalThis.x = ${name};`);
  const table = Object.entries(sizes).map(([name, kilobytes]) => `${name} ${kilobytes} kB`);
  const written = readFileSync(join(top, "test/library/said/sizes.txt"), "utf8").matchAll(/^(\w+) (\d+) kB$/gm);
  const before = new Map([...written].map(([, name = "", kilobytes]) => [name, Number(kilobytes)]));
  // Unrelated changes affect the sizes slightly; a larger difference must be recorded.
  const isNear = (name: string): boolean => Math.abs((sizes[name] ?? 0) - (before.get(name) ?? -100)) <= 3;
  if (before.size !== table.length || !Object.keys(sizes).every(isNear))
    await expect(`${table.join("\n")}\n`).toMatchFileSnapshot("said/sizes.txt");
  // The large functions are those that contain the rules or read XML (Decision 119); readDocument is at 64 kB, plus
  // or minus one, since its findings carry their edits.
  const large = Object.keys(sizes).filter((name) => (sizes[name] ?? 0) > (name === "readDocument" ? 65 : 60));
  expect(large).toEqual(["check", "explain", "fromUbl", "ruleSet", "validateXml"]);
});
