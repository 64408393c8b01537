// The entry of the single executable (package.mjs puts it together). The built program, what V8 compiled of it, and the files that belong to it
// are inside. The program is run from there; its own files (templates, manual, native code) are laid out in a private folder, each when it is
// asked for, because they are read by their path. Nothing else is written.
const fs = require("node:fs");
const { dirname, join, relative, resolve, sep } = require("node:path");
const sea = require("node:sea");
const { showAtOnce } = require("../bin/help.cjs");
const { cacheFolder, isOurPlace, isOurs, keptForUser, load } = require("../bin/load.cjs");

/** Without a copy: what is inside is mapped into memory. */
const asset = (name) => Buffer.from(sea.getRawAsset(name));
const text = (name) => asset(name).toString("utf8");
const facts = JSON.parse(text("facts.json"));

const own = { version: () => facts.version, help: () => text("help.json") };

/** The program as it is in here, for bin/load.cjs. */
function place() {
  return {
    folder: join(home(), "dist"),
    sourceOf: (name) => asset(`dist/${name}`).toString("latin1"),
    require: (wanted) => known[wanted]?.() ?? require(wanted),
    ...code(new Set(facts.compiled)),
  };
}

/** What V8 compiled: inside, or where this was made on another system, what was kept for the user as of an installed program. */
function code(inside) {
  if (inside.size === 0) return keptForUser(() => facts.build);
  return { codeOf: (name) => (inside.has(name) ? asset(`code/${name}`) : undefined), keep: () => undefined };
}

/** Two modules that know a little more here: who asks for the path of the program's own files, or loads a package, has them laid out first. */
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

/** Where the files of this very program are to be laid out; its name says which they are. */
function home() {
  home.is ??= join(resolve(cacheFolder()), `program-${facts.version}-${facts.hash}`);
  return home.is;
}

const isOfPackage = (name) => name.startsWith("node_modules/");

/** The folder with those of the files that are wanted. Where the usual one cannot be written or is not ours, it is one for this run alone. */
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
      // Windows keeps native code that is loaded
    }
  });
  return folder;
}

/** Whole on the disk before it has its name: several processes may be at it. */
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
    if (!fs.existsSync(path)) throw error; // on Windows another process may have it open already
  }
}

if (!showAtOnce(process.argv.slice(2), own)) load("main.cjs", place());
