// Writes the outputs of one build of selfbill to files: node outputs.mjs CHECKOUT WORK INPUTS.json FOLDER
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";

const [root, work, inputsFile, folder] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const frozen = require("./frozen.cjs");
const inputs = JSON.parse(readFileSync(inputsFile, "utf8"));
const real = { stdout: process.stdout.write, stderr: process.stderr.write };
const environment = { PATH: process.env.PATH, HOME: work, TMPDIR: work, TZ: "UTC", LANG: "C.UTF-8" };
const inside = (name) => readdirSync(join(root, name)).map((each) => `${name}/${each}`);
const text = (name) => readFileSync(join(root, name), "utf8");
const json = (value) => `${JSON.stringify(value, undefined, 1).replaceAll("\\n", "\n")}\n`;

show().catch((error) => {
  process.stderr.write = real.stderr;
  console.error(error);
  process.exit(2);
});

async function show() {
  process.chdir(root);
  for (const name of ["templates", "src/manual", "dist/selfbill.1"]) takeFiles(join(root, name), `files/${name}`);
  for (const name of inside("dist/library").filter((each) => each.endsWith(".d.ts"))) put(`files/${name}`, text(name));
  await askLibrary();
  await askSandbox();
  await runWithoutHistory();
  await runOnDocuments();
  await runSituations();
  for (const name of readdirSync(work).filter((each) => each.startsWith("out-"))) takeFiles(join(work, name), name);
  if (process.platform !== "win32") tellStories();
  put("finished", "");
}

/** Saves one output. Random ids are replaced by numbers in order of appearance. The free disk space is omitted. */
function put(name, content) {
  const ids = [];
  const plain = content
    .replace(/(?<="free_bytes": )\d+|[\d.]+(?= GB free)/g, "…")
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (id) => {
      if (!ids.includes(id)) ids.push(id);
      return `ID-${ids.indexOf(id) + 1}`;
    });
  const file = join(folder, name.replace(/[^\w ./:=@-]/g, "_"));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, plain);
}

function takeFiles(from, name) {
  if (statSync(from).isDirectory())
    for (const each of readdirSync(from)) takeFiles(join(from, each), `${name}/${each}`);
  else put(name, readFileSync(from, /\.(?:xlsx|pdf|zip|gz)$/.test(from) ? "latin1" : "utf8"));
}

/** Calls the library's functions with the scenarios and every case of every rule. */
async function askLibrary() {
  const asked = await import(pathToFileURL(join(root, "dist/library/index.mjs")).href);
  const [uuid, party] = ["b7f3c2d0-5e1a-4f68-9a41-2c8d7e6f5a90", "0242:000001"];
  const taxData = { reporter: "sender", transportId: uuid, issuedAt: "2026-06-20T08:00:00Z" };
  const addresses = { receiverEndpoint: party, representative: party };
  const then = (result, next) => (result.ok ? next(result.value) : result);
  for (const [name, given] of Object.entries(inputs.given)) {
    const kind = given.credit_note_type_code === undefined ? "invoice" : "credit-note";
    const tree = given.xml === undefined ? asked.toUbl(given, { uuid, kind }) : undefined;
    const xml = given.xml === undefined ? then(tree, asked.toXml) : { ok: true, value: given.xml };
    const ofXml = { xml, document: then(xml, asked.fromUbl), verdict: then(xml, asked.validateXml) };
    const credit = () => asked.creditFrom(given, { reason: "DL8.61.1.D", issue_date: "2026-06-20" });
    const data = () =>
      then(
        then(tree, (value) => asked.toTaxData(value, { ...taxData, ...addresses })),
        asked.toXml,
      );
    const ofDocument = () => [asked.check(given), asked.calculate(given), credit(), data()];
    put(`library/${name}.json`, json(given.xml === undefined ? [ofXml, ...ofDocument()] : ofXml));
  }
  const rules = asked.ruleSet();
  put("library/rules.json", json([asked.schemas, rules, rules.value.rules.map(({ id }) => asked.explain(id))]));
}

async function askSandbox() {
  const { startSandbox } = await import(pathToFileURL(join(root, "dist/library/sandbox.mjs")).href);
  const sandbox = await startSandbox();
  for (const path of ["openapi.json", "sandbox/openapi.json"]) {
    const answer = await fetch(`${sandbox.baseUrl}/${path}`, { headers: { authorization: `Bearer ${sandbox.token}` } });
    put(path, json(JSON.parse((await answer.text()).replaceAll(sandbox.baseUrl, "BASE-URL"))));
  }
  await sandbox.close();
}

/** Runs the program in this process, which saves startup time; the program has ended when the event loop is empty. */
async function run(words, home = "home") {
  frozen.step();
  for (const file of Object.keys(require.cache)) if (file.startsWith(root)) delete require.cache[file];
  process.argv = [process.argv[0], join(root, "bin/selfbill.cjs"), ...words];
  process.env = { ...environment, SELFBILL_HOME: join(work, home) };
  process.exitCode = undefined;
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"])
    process[name].write = (data, ...more) => {
      said[name] += data;
      if (typeof more.at(-1) === "function") queueMicrotask(more.at(-1));
      return true;
    };
  setImmediate(() => undefined); // without pending work there is no end event
  Module._load(join(root, "bin/selfbill.cjs"), null, false); // a module that requires it would keep it in memory
  process.removeAllListeners("beforeExit"); // the program ends its process there
  const ended = new Promise((done) => process.once("beforeExit", done));
  const stuck = setTimeout(() => {
    throw new Error(`${words.join(" ")} waits for a clock that stands still.`);
  }, 100_000).unref();
  await ended;
  clearTimeout(stuck);
  setImmediate(() => undefined);
  for (const name of ["stdout", "stderr"]) process[name].write = real[name];
  // Remaining listeners would keep the whole program in memory.
  for (const each of [process, process.stdout, process.stderr])
    for (const event of ["exit", "error"]) each.removeAllListeners(event);
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  return { ...said, code };
}

/** Runs the program and saves its output; returns its standard output. */
async function shown(group, words, home) {
  const { code, stdout, stderr } = await run(words, home);
  const typed = words.map((word) => (relative(work, word).startsWith("..") ? word : basename(word))).join(" ");
  put(`${group}/${typed.replaceAll("/", "_")}`, `exit code ${code}\n${stdout}--- told\n${stderr}`);
  return stdout;
}

/**
 * Runs the commands that need no history: help, schemas, scripts, explanations, and reading valid and invalid files.
 */
async function runWithoutHistory() {
  const lines = [
    "--help",
    "help",
    "help man",
    "codes",
    "rules list",
    "sandbox --gaps",
    "explain --list",
    "certify --list",
  ];
  lines.push(...["bash", "zsh", "fish", "powershell"].map((shell) => `completion ${shell}`));
  lines.push(...["invoice", "credit-note", "map", "output"].map((name) => `schema ${name}`));
  for (const name of inputs.commands)
    lines.push(`${name} --help`, `schema output ${name}`, `schema output ${name} --lines`);
  const explained = (await run(["explain", "--list", "--json"])).stdout.matchAll(/"(?:id|code)": "([\w-]+)"/g);
  lines.push(...new Set([...explained].map(([, code]) => `explain ${code}`)));
  for (const line of lines) await shown("described", line.split(" "));
  for (const file of ["templates", "test/fixtures/right", "test/fixtures/broken"].flatMap(inside))
    if (/\.(?:yaml|json|csv|xml)$/.test(file))
      await shown("read", [file.endsWith("csv") ? "import" : "validate", file]);
}

/**
 * Runs commands on each scenario document: validates it, converts it to XML and back, shows it as a page and as it
 * would be sent, and sends it.
 */
async function runOnDocuments() {
  for (const [name, content] of Object.entries(inputs.files)) {
    const [file, xml] = ["yaml", "xml"].map((ending) => join(work, `${name}.${ending}`));
    writeFileSync(file, content);
    writeFileSync(xml, await shown("documents", ["xml", file, "--sandbox"]));
    const create = [name === "credit-note" ? "create-credit-note" : "create-invoice", file, "--sandbox"];
    for (const words of [
      ["convert", xml],
      ["convert", xml, "--json-format"],
      ["validate", file],
      ["validate", file, "--json"],
    ])
      await shown("documents", words);
    await shown("documents", ["preview", file, "--sandbox"]);
    await shown("documents", ["preview", file, "--sandbox", "--html", join(work, `out-pages/${name}.html`)]);
    await shown("documents", [...create, "--dry-run"]);
    await shown("documents", [...create, "--yes", "--json", "--allow-similar"], "documents");
  }
}

/** Runs every command in a new home and in a home that has sent documents, with text and with JSON output. */
async function runSituations() {
  const template = text("templates/standard-invoice.yaml");
  const documents = {
    approved: "1002345674",
    rejected: "1999999970",
    pending: "1999999996",
    a: "1002345674",
    b: "1002345674",
    other: "1002345675",
  };
  for (const [name, tin] of Object.entries(documents)) {
    const number = name === "other" ? "SITUATION-a" : `SITUATION-${name}`;
    const content = template
      .replace("issue_date:", `document_number: ${number}\nissue_date:`)
      .replaceAll("1002345674", tin);
    writeFileSync(join(work, `${name}.yaml`), content);
  }
  writeFileSync(join(work, "wrong.yaml"), template.replace("quantity: 40", "quantity: forty"));
  writeFileSync(join(work, "a.csv"), inputs.sheet);
  writeFileSync(join(work, "a.xml"), (await run(["xml", "templates/standard-invoice.yaml"])).stdout);
  const ids = { "ID:unknown": "00000000-0000-4000-8000-000000000000" };
  for (const name of ["approved", "rejected", "pending"]) {
    const words = ["create-invoice", join(work, `${name}.yaml`), "--sandbox", "--yes", "--json"];
    const told = await shown("sent", [...words, "--accept-changed-supplier", "--allow-similar"], "sent");
    ids[`ID:${name}`] = JSON.parse(told).results[0].id;
  }
  const helps = new Map();
  for (const name of inputs.commands) helps.set(name, (await run([name, "--help"])).stdout);
  for (const home of ["first", "sent"])
    for (const form of [[], ["--json"]]) {
      const out = join(work, `out-${home}${form}`);
      mkdirSync(out);
      for (const line of inputs.situations) {
        const placed = line
          .replace(/DIR\/(?=made|corrected|down|audit|june)/, `${out}/`)
          .replaceAll("DIR/", `${work}/`);
        const words = placed.split(" ").map((word) => ids[word] ?? word);
        if (helps.get(words[0])?.includes("--sandbox ")) words.push("--sandbox");
        await shown(home, [...words, ...form], home);
      }
    }
}

/** Runs the worked examples of the manual, each pasted into a shell. */
function tellStories() {
  for (const page of inside("src/manual").filter((name) => name.endsWith(".md")))
    for (const [, name, story] of text(page).matchAll(/<!-- ([\w-]+) -->\n```sh\n([\s\S]*?)```/g)) {
      if (name === "team") continue; // it needs a database server
      const here = join(work, `story-${name}`);
      mkdirSync(here);
      const preload = { SAME_CLOCK: join(here, "clock"), NODE_OPTIONS: `--require ${require.resolve("./frozen.cjs")}` };
      const env = { ...environment, ...preload, SELFBILL_HOME: join(here, "home") };
      const shell = `exec 2>&1\nmktemp() { mkdir "${here}/made" && echo "${here}/made"; }\nselfbill() { node bin/selfbill.cjs "$@"; }`;
      const told = story.replace(/create-invoice sheet.xlsx/, "$& --sandbox --yes");
      put(
        `stories/${name}`,
        execFileSync("sh", ["-c", `${shell}\n${told}\ntrue`], { env, encoding: "utf8", timeout: 300_000 }),
      );
    }
}
