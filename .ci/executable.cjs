// The entry of the single executable (built by package.mjs). It contains the built program, the code that V8 compiled
// from it, and the program's files. The program runs from there; its own files (templates, manual, native code) are
// read by path, so each is extracted into a private folder when it is first needed. Nothing else is written.
const fs = require("node:fs");
const { dirname, join, relative, resolve, sep } = require("node:path");
const sea = require("node:sea");
const { showAtOnce } = require("../bin/help.cjs");
const { cacheFolder, isOurPlace, isOurs, keptForUser, load } = require("../bin/load.cjs");

/** Reads an embedded file without copying it: it is mapped into memory. */
const asset = (name) => Buffer.from(sea.getRawAsset(name));
const text = (name) => asset(name).toString("utf8");
const facts = JSON.parse(text("facts.json"));

const own = { version: () => facts.version, help: () => text("help.json") };

/** Returns the embedded program, for bin/load.cjs. */
function place() {
  return {
    folder: join(home(), "dist"),
    sourceOf: (name) => asset(`dist/${name}`).toString("latin1"),
    require: (wanted) => known[wanted]?.() ?? require(wanted),
    ...code(new Set(facts.compiled)),
  };
}

/**
 * Returns access to the code that V8 compiled. It is embedded or, for an executable made on another system, in the
 * user's cache, as for an installed program.
 */
function code(inside) {
  if (inside.size === 0) return keptForUser(() => facts.build);
  return { codeOf: (name) => (inside.has(name) ? asset(`code/${name}`) : undefined), keep: () => undefined };
}

/**
 * Replacements for two modules: when the program requests the path of one of its own files, or a package, the files are
 * first extracted.
 */
const known = {
  "node:url": () => {
    const url = require("node:url");
    const fileURLToPath = (from, options) => {
      const path = url.fileURLToPath(from, options);
      if (!path.startsWith(home() + sep)) return path;
      return join(
        laidOut((name) => !isOfPackage(name)),
        relative(home(), path),
      );
    };
    return { ...url, fileURLToPath };
  },
  "node:module": () => {
    const { createRequire, isBuiltin, ...others } = require("node:module");
    const beside = () => createRequire(join(laidOut(isOfPackage), "program.cjs"));
    const found = (name) => (isBuiltin(name) ? require(name) : beside()(name));
    return {
      ...others,
      isBuiltin,
      createRequire: () =>
        Object.assign(found, {
          resolve: Object.assign((name) => beside().resolve(name), { paths: (name) => beside().resolve.paths(name) }),
        }),
    };
  },
};

/** Returns the folder for the extracted files of this program; its name identifies their version. */
function home() {
  home.is ??= join(resolve(cacheFolder()), `program-${facts.version}-${facts.hash}`);
  return home.is;
}

const isOfPackage = (name) => name.startsWith("node_modules/");

/**
 * Returns the folder with the required files. If the usual folder cannot be written or does not belong to this user, a
 * folder for this run only is used.
 */
function laidOut(isWanted) {
  laidOut.in ??= usual() ?? onlyNow();
  for (const file of facts.files) if (isWanted(file)) layOut(file);
  return laidOut.in;
}

function usual() {
  if (!isOurPlace(cacheFolder())) return undefined;
  try {
    fs.mkdirSync(home(), { recursive: true, mode: 0o700 });
    return isOurs(fs.lstatSync(home()), 0o022) ? home() : undefined;
  } catch {
    return undefined;
  }
}

function onlyNow() {
  const folder = fs.mkdtempSync(join(require("node:os").tmpdir(), "selfbill-program-"));
  process.once("exit", () => {
    try {
      fs.rmSync(folder, { recursive: true, force: true });
    } catch {
      // Windows does not delete native code that is loaded
    }
  });
  return folder;
}

/** Writes a file completely before it gets its name, because several processes may do this at once. */
function layOut(name) {
  const path = join(laidOut.in, ...name.split("/"));
  if (fs.existsSync(path)) return;
  fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.tmp`;
  const handle = fs.openSync(draft, "wx", 0o600);
  try {
    fs.writeFileSync(handle, asset(`files/${name}`));
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  try {
    fs.renameSync(draft, path);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    if (!fs.existsSync(path)) throw error; // on Windows another process may already have opened it
  }
}

if (!showAtOnce(process.argv.slice(2), own)) load("main.cjs", place());
