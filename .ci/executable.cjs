// The entry of the single executable (package.mjs puts it together). The built program, what V8 compiled of it, and the files that belong to it
// are inside. The program is run from there; its own files (templates, manual, native code) are laid out in a private folder when they are
// first asked for, because they are read by their path. Nothing else is written.
const {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} = require("node:fs");
const nodeModule = require("node:module");
const { homedir, tmpdir } = require("node:os");
const { dirname, isAbsolute, join, resolve } = require("node:path");
const sea = require("node:sea");
const nodeUrl = require("node:url");
const { Script } = require("node:vm");

const facts = JSON.parse(sea.getAsset("facts.json", "utf8"));

/** As bin/selfbill.cjs does it. */
function tellVersion() {
  process.stdout.on("error", ({ code, message }) => {
    if (code === "EPIPE") return;
    process.stderr.write(`output-unwritable  The version cannot be written: ${message}.\n`);
    process.exitCode = 27;
  });
  process.stdout.write(`${facts.version}\n`);
}

/** What a file of the program exports, as bin/load.cjs loads it. */
function load(name) {
  load.known ??= new Map();
  const known = load.known.get(name);
  if (known !== undefined) return known.exports;
  const filename = join(home(), "dist", name);
  const source = `(function (exports, require, module, __filename, __dirname) {${sea.getAsset(`dist/${name}`, "utf8")}\n})`;
  const cachedData = facts.compiled.includes(name) ? Buffer.from(sea.getRawAsset(`code/${name}`)) : undefined;
  const script = new Script(source, { filename, cachedData });
  const module = { exports: {} };
  load.known.set(name, module);
  const required = (wanted) => {
    if (wanted.startsWith("./")) return load(wanted.slice(2));
    return own[wanted.replace(/^node:/, "")] ?? require(wanted);
  };
  script.runInThisContext().call(module.exports, module.exports, required, module, filename, dirname(filename));
  return module.exports;
}

/** Two modules that know a little more here: who asks for the path of the program's own files, or loads a package, has them laid out first. */
const own = {
  url: {
    ...nodeUrl,
    fileURLToPath(url, options) {
      const path = nodeUrl.fileURLToPath(url, options);
      return path.startsWith(home()) ? join(laidOut(), path.slice(home().length)) : path;
    },
  },
  module: {
    ...nodeModule,
    createRequire() {
      const beside = () => nodeModule.createRequire(join(laidOut(), "program.cjs"));
      const load = (name) => (nodeModule.isBuiltin(name) ? require(name) : beside()(name));
      return Object.assign(load, { resolve: (name) => beside().resolve(name) });
    },
  },
};

/** Where the files of this very program are to be laid out; its name says which they are. */
function home() {
  home.is ??= join(resolve(cacheFolder()), `program-${facts.version}-${facts.hash}`);
  return home.is;
}

function cacheFolder() {
  const { env, platform } = process;
  if (env.SELFBILL_HOME?.trim()) return join(env.SELFBILL_HOME.trim(), "cache");
  if (platform === "win32") return join(env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "selfbill", "Cache");
  if (platform === "darwin") return join(homedir(), "Library", "Caches", "selfbill");
  return join(env.XDG_CACHE_HOME?.trim() || join(homedir(), ".cache"), "selfbill");
}

/** The folder with the files. Where the usual one cannot be written or is not ours, one for this run alone. */
function laidOut() {
  laidOut.at ??= usual() ?? onlyNow();
  return laidOut.at;
}

function usual() {
  if (!isWhole(cacheFolder())) return undefined;
  try {
    if (isOurs(home())) return home();
    mkdirSync(cacheFolder(), { recursive: true, mode: 0o700 });
    const draft = mkdtempSync(`${home()}.`);
    fill(draft);
    try {
      renameSync(draft, home());
    } catch {
      rmSync(draft, { recursive: true, force: true }); // another process was faster
    }
    return isOurs(home()) ? home() : undefined;
  } catch {
    return undefined;
  }
}

/** As in bin/kept-code.cjs: nobody's working folder decides which code is run. */
function isWhole(path) {
  return process.platform === "win32" ? /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(path) : isAbsolute(path);
}

/** Nobody else may have put code there. */
function isOurs(folder) {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const hasModes = process.platform !== "win32";
  const ours = !hasModes || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
  if (found.isDirectory() && ours) return true;
  throw new Error("somebody else's folder");
}

function onlyNow() {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-program-"));
  process.once("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Windows keeps native code that is loaded
    }
  });
  fill(folder);
  return folder;
}

function fill(folder) {
  for (const name of facts.files) {
    const path = join(folder, ...name.split("/"));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const handle = openSync(path, "wx", 0o600);
    try {
      writeFileSync(handle, Buffer.from(sea.getAsset(`files/${name}`)));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  }
}

if (process.argv.length === 3 && (process.argv[2] === "--version" || process.argv[2] === "-V")) tellVersion();
else load("main.cjs");
