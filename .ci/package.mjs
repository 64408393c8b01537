// Makes the single executable: the built program inside of the Node that runs this script.
//
//   npm run package [-- DIR [--as-built]]        (dist/executable where no folder is named; --as-built takes dist as it is)
//
// With Node 26 and newer Node puts it together by itself; before, postject does. It is for the system and the processor that it is made on. Beside
// it come the licences of what is inside. At the end the smoke story is run with it, without Node on the path.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { outside } from "./inside.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = resolve(process.env.INIT_CWD ?? root, process.argv[2] ?? join(root, "dist", "executable"));
process.chdir(root);

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const windows = process.platform === "win32";
const work = mkdtempSync(join(tmpdir(), "selfbill-package-"));

if (!process.argv.includes("--as-built")) run(process.execPath, [".ci/build.mjs"]);
const file = await make();
rmSync(work, { recursive: true, force: true });
for (const name of ["LICENSE", "THIRD_PARTY_NOTICES"]) copyFileSync(name, join(out, name));
const nodesLicence = [
  join(dirname(process.execPath), "..", "LICENSE"),
  join(dirname(process.execPath), "LICENSE"),
].find(existsSync);
if (nodesLicence) copyFileSync(nodesLicence, join(out, "LICENSE-node"));
run(process.execPath, [".ci/smoke.mjs", file]);
const size = Math.round(statSync(file).size / 1_000_000);
process.stdout.write(`${file}: selfbill ${version} in Node ${process.versions.node}, ${size} MB\n`);

async function make() {
  const kept = `code-${process.version}-${process.platform}-${process.arch}`;
  const chunks = readdirSync("dist").filter((name) => name.endsWith(".cjs"));
  const compiled = existsSync(join("dist", kept))
    ? readdirSync(join("dist", kept)).filter((name) => chunks.includes(name))
    : [];
  const files = ownFiles();
  const facts = { version, hash: hashOf(files), compiled, files: Object.keys(files) };
  writeFileSync(join(work, "facts.json"), JSON.stringify(facts));
  const assets = {
    "facts.json": join(work, "facts.json"),
    "help.json": join(root, "dist", "help.json"),
    ...Object.fromEntries(chunks.map((name) => [`dist/${name}`, join(root, "dist", name)])),
    ...Object.fromEntries(compiled.map((name) => [`code/${name}`, join(root, "dist", kept, name)])),
    ...Object.fromEntries(Object.entries(files).map(([name, path]) => [`files/${name}`, path])),
  };
  const config = {
    main: await entry(),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    assets,
  };
  mkdirSync(out, { recursive: true });
  const target = join(out, windows ? "selfbill.exe" : "selfbill");
  rmSync(target, { force: true });
  return Number(process.versions.node.split(".")[0]) >= 26 ? byNode(config, target) : byPostject(config, target);
}

/** The entry in one file, as it loads the program with what is in bin/. */
async function entry() {
  const file = join(work, "executable.cjs");
  await build({ input: join(root, ".ci", "executable.cjs"), platform: "node", output: { file, format: "cjs" } });
  return file;
}

function byNode(config, target) {
  writeFileSync(join(work, "sea.json"), JSON.stringify({ ...config, output: target }));
  run(process.execPath, ["--build-sea", join(work, "sea.json")]);
  sign(target);
  return target;
}

function byPostject(config, target) {
  const blob = join(work, "sea.blob");
  writeFileSync(join(work, "sea.json"), JSON.stringify({ ...config, output: blob }));
  run(process.execPath, ["--experimental-sea-config", join(work, "sea.json")]);
  copyFileSync(process.execPath, target);
  chmodSync(target, 0o755);
  if (process.platform === "darwin") run("codesign", ["--remove-signature", target]);
  const fuse = ["--sentinel-fuse", "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"];
  const segment = process.platform === "darwin" ? ["--macho-segment-name", "NODE_SEA"] : [];
  // The package is named in its own words: this script may be run by npx itself.
  const postject = ["-y", "--package", "postject@1.0.0-alpha.6", "--", "postject"];
  run("npx", [...postject, target, "NODE_SEA_BLOB", blob, ...fuse, ...segment]);
  sign(target);
  return target;
}

/** macOS starts nothing that is unsigned; a release is signed again with the name of whoever makes it. */
function sign(target) {
  if (process.platform === "darwin") run("codesign", ["--sign", "-", target]);
}

/** The files that the program reads by their path, by their place below its folder. */
function ownFiles() {
  const found = {};
  const take = (path, place = relative(root, path).split(sep).join("/")) => {
    if (statSync(path).isFile()) found[place] = path;
    else for (const name of readdirSync(path).sort()) take(join(path, name), `${place}/${name}`);
  };
  take(join(root, "templates"));
  for (const name of ["postgres-worker.cjs", "hs-2022.csv.gz"]) take(join(root, "dist", name));
  for (const name of readdirSync("src/manual").sort())
    if (name.endsWith(".md")) take(join(root, "src", "manual", name));
  for (const name of outside)
    if (!(name === "@photostructure/sqlite" && "sqlite" in process.versions)) takePackage(name, take);
  return found;
}

/** A package with native code for this system alone, and what it needs. */
function takePackage(name, take, done = new Set()) {
  const folder = join(root, "node_modules", ...name.split("/"));
  if (done.has(name) || !existsSync(folder)) return;
  done.add(name);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const here = `${process.platform}-${process.arch}`;
  const places = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && /(?:\.c?js|\.json|\.node|^licen[cs]e.*)$/i.test(each.name))
    .map((each) => join(each.parentPath ?? each.path, each.name));
  for (const path of places) {
    const parts = relative(folder, path).split(sep);
    if (parts[0] === "prebuilds" && parts[1] !== here) continue;
    if (["src", "scripts"].includes(parts[0])) continue;
    take(path);
  }
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) takePackage(needed, take, done);
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const [name, path] of Object.entries(files)) hash.update(`${name}\0`).update(readFileSync(path));
  return hash.digest("hex").slice(0, 16);
}

function run(command, words) {
  const done = spawnSync(command, words, { stdio: "inherit", shell: windows && command === "npx" });
  if (done.status === 0) return;
  process.stderr.write(`${basename(command)} ${words[0]} ended with ${done.status ?? done.error?.message}\n`);
  process.exit(1);
}
