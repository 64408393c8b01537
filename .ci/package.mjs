// Makes the single executable: the built program inside the Node binary that runs this script.
//
//   npm run package [-- DIR] [--as-built] [--with-pdf] [--node NODE.EXE]
//
// DIR defaults to dist/executable; --as-built uses dist without building it; --with-pdf includes the packages that
// make PDFs (60 MB). The executable is for this system and processor; on Linux or macOS, --node makes one for Windows
// x64 from a node.exe of the Node version that runs this script. Node 26 and newer versions build the
// executable themselves; older versions use postject. The licences of everything inside are written next to it.
// Finally, the smoke test runs the executable without Node on the path, if it can run here.
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
import { parseArgs } from "node:util";
import { build } from "rolldown";
import { forPdf, outside } from "./inside.mjs";
import { withoutSignature } from "./unsigned.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const from = process.env.INIT_CWD ?? root;
const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: { "as-built": { type: "boolean" }, "with-pdf": { type: "boolean" }, node: { type: "string" } },
});
const out = resolve(from, positionals[0] ?? join(root, "dist", "executable"));
/** The Node binary to put into the executable, and the system that the executable is for. */
const target = asked.node
  ? { node: resolve(from, asked.node), platform: "win32", arch: "x64" }
  : { node: process.execPath, platform: process.platform, arch: process.arch };
process.chdir(root);

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const runsHere = target.platform === process.platform && target.arch === process.arch;
const windows = target.platform === "win32";
const work = mkdtempSync(join(tmpdir(), "selfbill-package-"));

const nodeInside = readFileSync(target.node);
if (!nodeInside.includes(`/v${process.versions.node}/node-v${process.versions.node}-headers.tar.gz`))
  stop(`${target.node} is not Node ${process.versions.node}, which runs this script and prepares what goes into it.`);
if (!asked["as-built"]) run(process.execPath, [".ci/build.mjs"]);
const packages = join(runsHere ? root : packagesFor(target), "node_modules");
const file = await make();
rmSync(work, { recursive: true, force: true });
for (const name of ["LICENSE", "THIRD_PARTY_NOTICES"]) copyFileSync(name, join(out, name));
const nodesLicence = [join(dirname(target.node), "..", "LICENSE"), join(dirname(target.node), "LICENSE")].find(
  existsSync,
);
if (nodesLicence) copyFileSync(nodesLicence, join(out, "LICENSE-node"));
if (runsHere) run(process.execPath, [".ci/smoke.mjs", file], { SMOKE_MAKES_PDF: asked["with-pdf"] ? "1" : "" });
else process.stdout.write("The smoke story was not run with it, as this system cannot.\n");
const size = Math.round(statSync(file).size / 1_000_000);
process.stdout.write(`${file}: selfbill ${version} in Node ${process.versions.node}, ${size} MB\n`);

async function make() {
  const kept = `code-${process.version}-${target.platform}-${target.arch}`;
  const chunks = readdirSync("dist").filter((name) => name.endsWith(".cjs"));
  const compiled = existsSync(join("dist", kept))
    ? readdirSync(join("dist", kept)).filter((name) => chunks.includes(name))
    : [];
  const files = ownFiles();
  const build = readFileSync(join("dist", "build-id"), "utf8").trim();
  const facts = { version, build, hash: hashOf(files), compiled, files: Object.keys(files) };
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
    useCodeCache: runsHere,
    assets,
  };
  mkdirSync(out, { recursive: true });
  const made = join(out, windows ? "selfbill.exe" : "selfbill");
  rmSync(made, { force: true });
  if (Number(process.versions.node.split(".")[0]) >= 26) byNode(config, made);
  else byPostject(config, made);
  // macOS does not start unsigned programs; a release is signed again in the publisher's name.
  if (target.platform === "darwin") run("codesign", ["--sign", "-", made]);
  return made;
}

/**
 * Installs the packages with native code for another system in a separate folder, byte for byte as in
 * package-lock.json.
 */
function packagesFor({ platform, arch }) {
  const { packages: locked } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const versions = namesInside().map((name) => `${name}@${locked[`node_modules/${name}`].version}`);
  writeFileSync(join(work, "package.json"), "{}");
  const plain = ["--save-exact", "--ignore-scripts", "--no-audit", "--no-fund"];
  run("npm", ["install", "--prefix", work, `--os=${platform}`, `--cpu=${arch}`, ...plain, ...versions]);
  const { packages: got } = JSON.parse(readFileSync(join(work, "package-lock.json"), "utf8"));
  for (const [place, { integrity }] of Object.entries(got))
    if (place !== "" && integrity !== locked[place]?.integrity) stop(`${place} is not what package-lock.json names.`);
  return work;
}

/** Lists the names of the packages to include. */
function namesInside() {
  const sqlite = "sqlite" in process.versions ? ["@photostructure/sqlite"] : [];
  const left = new Set([...sqlite, ...(asked["with-pdf"] ? [] : forPdf)]);
  return [...new Set([...outside, ...forPdf])].filter((name) => !left.has(name));
}

/** Returns the Node binary without its publisher's signature, which would be invalid once something is added. */
function unsignedNode(path) {
  writeFileSync(path, windows ? withoutSignature(nodeInside) : nodeInside);
  chmodSync(path, 0o755);
  if (target.platform === "darwin") run("codesign", ["--remove-signature", path]);
  return path;
}

/** Bundles the entry into one file, with the code in bin/ that loads the program. */
async function entry() {
  const file = join(work, "executable.cjs");
  await build({ input: join(root, ".ci", "executable.cjs"), platform: "node", output: { file, format: "cjs" } });
  return file;
}

function byNode(config, made) {
  const executable = unsignedNode(join(work, "node"));
  writeFileSync(join(work, "sea.json"), JSON.stringify({ ...config, executable, output: made }));
  run(process.execPath, ["--build-sea", join(work, "sea.json")]);
}

function byPostject(config, made) {
  const blob = join(work, "sea.blob");
  writeFileSync(join(work, "sea.json"), JSON.stringify({ ...config, output: blob }));
  run(process.execPath, ["--experimental-sea-config", join(work, "sea.json")]);
  unsignedNode(made);
  const fuse = ["--sentinel-fuse", "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"];
  const segment = target.platform === "darwin" ? ["--macho-segment-name", "NODE_SEA"] : [];
  // The package is named explicitly, because this script may itself be run by npx.
  const postject = ["-y", "--package", "postject@1.0.0-alpha.6", "--", "postject"];
  run("npx", [...postject, made, "NODE_SEA_BLOB", blob, ...fuse, ...segment]);
}

/** Returns the files that the program reads by path, keyed by their path in the program's folder. */
function ownFiles() {
  const found = {};
  const take = (path, place = relative(root, path).split(sep).join("/")) => {
    if (statSync(path).isFile()) found[place] = path;
    else for (const name of readdirSync(path).sort()) take(join(path, name), `${place}/${name}`);
  };
  const takeOfPackage = (path) => take(path, `node_modules/${relative(packages, path).split(sep).join("/")}`);
  take(join(root, "templates"));
  for (const name of ["postgres-worker.cjs", "verify-worker.cjs", "hs-2022.csv.gz"]) take(join(root, "dist", name));
  for (const name of readdirSync("src/manual").sort())
    if (name.endsWith(".md")) take(join(root, "src", "manual", name));
  for (const name of namesInside()) takePackage(name, takeOfPackage);
  const places = Object.keys(found);
  for (const name of namesInside().filter((each) => outside.includes(each)))
    if (!places.some((place) => place.startsWith(`node_modules/${name}`) && place.endsWith(".node")))
      stop(`${name} is not there for ${target.platform} ${target.arch}: no executable was made.`);
  return found;
}

/**
 * Includes a package and its dependencies, but only the native code for the target and only the fonts that PDFs use.
 */
function takePackage(name, take, done = new Set()) {
  const folder = join(packages, ...name.split("/"));
  if (done.has(name) || !existsSync(folder)) return;
  done.add(name);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const prebuilt = `${target.platform}-${target.arch}`;
  const wanted = /(?:\.c?js|\.json|\.node|^licen[cs]e.*|_(?:400Regular|700Bold)\.ttf)$/i;
  const places = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && wanted.test(each.name))
    .map((each) => join(each.parentPath ?? each.path, each.name));
  for (const path of places) {
    const parts = relative(folder, path).split(sep);
    if (parts[0] === "prebuilds" && parts[1] !== prebuilt) continue;
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

function run(command, words, more = {}) {
  const shell = process.platform === "win32" && ["npm", "npx"].includes(command);
  const done = spawnSync(command, words, { stdio: "inherit", shell, env: { ...process.env, ...more } });
  if (done.status !== 0) stop(`${basename(command)} ${words[0]} ended with ${done.status ?? done.error?.message}`);
}

function stop(why) {
  rmSync(work, { recursive: true, force: true });
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
