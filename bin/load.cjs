// Loads the built program with the machine code that V8 kept of it (below, or what is inside of the executable). Reading and compiling the source is most of what a short
// command takes. Where no code is kept or V8 refuses it, the source is compiled as usual.
const fs = require("node:fs");
const { dirname, isAbsolute, join, sep } = require("node:path");
const { Script } = require("node:vm");

/** Modules of Node that take milliseconds to load; many a file names one that its command never comes to use. */
const late = new Set(
  "child_process crypto fs/promises http http2 https module net os readline timers/promises tls tty worker_threads zlib"
    .split(" ")
    .map((name) => `node:${name}`),
);

/**
 * Runs the file of this name; what it exports. `place` is where the program is: `folder`, `sourceOf` and `codeOf` a file, `require` for all that
 * is not of the program, and `keep`, which is given the scripts whose source had to be compiled, and all of them.
 */
function load(name, place) {
  const exports = new Loader(place).later(name);
  exports.then; // asked for anything, it runs
  return exports;
}

class Loader {
  loaded = new Map();
  scripts = new Map();
  compiled = new Map();
  /** While V8's flags are not those of the start, it refuses the code that is kept, and everybody else would refuse what it compiles. */
  flagsChanged = false;

  constructor(place) {
    this.place = place;
    process.once("exit", () => this.keep());
    // Nothing is left to wait for: all is written, files are closed. Node would now take V8's heap apart, which ends with the process anyway.
    process.once("beforeExit", () => process.exit());
  }

  /**
   * What a file of dist exports. It runs when something of it is first used, as no file does anything but define: a command uses a part of
   * what its files name. Files there name one another as ./NAME; all else is found as usual.
   */
  later(name) {
    const known = this.loaded.get(name);
    if (known !== undefined) return known;
    const run = (_, member) => {
      Object.setPrototypeOf(exports, null);
      this.runFile(name, exports);
      return exports[member];
    };
    const exports = Object.create(new Proxy({}, { get: run }));
    this.loaded.set(name, exports);
    return exports;
  }

  runFile(name, exports) {
    const { place } = this;
    const filename = place.folder + sep + name;
    const source = place.sourceOf(name); // a function: see asLoaded in .ci/build.mjs
    const cachedData = this.flagsChanged ? undefined : place.codeOf(name);
    const script = new Script(source, { filename, cachedData });
    this.scripts.set(name, script);
    if (cachedData === undefined || script.cachedDataRejected) this.compiled.set(name, script);
    const required = (wanted) => this.require(wanted);
    script.runInThisContext().call(exports, exports, required, { exports }, filename, place.folder);
  }

  require(wanted) {
    if (wanted.startsWith("./")) return this.later(wanted.slice(2));
    if (wanted === "node:v8") return whenUsed(() => this.watchedV8());
    return late.has(wanted) ? whenUsed(() => this.place.require(wanted)) : this.place.require(wanted);
  }

  /** V8 for the program: what was compiled is kept before flags change, as afterwards it would bear those. */
  watchedV8() {
    const v8 = require("node:v8");
    const setFlagsFromString = (flags) => {
      this.keep();
      this.startTag ??= v8.cachedDataVersionTag();
      v8.setFlagsFromString(flags);
      this.flagsChanged = v8.cachedDataVersionTag() !== this.startTag;
    };
    return { ...v8, setFlagsFromString };
  }

  keep() {
    if (this.flagsChanged) return;
    this.place.keep(this.compiled, this.scripts);
    this.compiled.clear();
  }
}

/** A module of Node that is loaded when something of it is first used. A prototype, so that copies made of its members ask it too. */
function whenUsed(loaded) {
  const get = (_, member) => (member === "__esModule" ? undefined : loaded()[member]);
  return Object.create(new Proxy({}, { get }));
}

// Where the machine code that V8 compiled is kept, so that a short command need not compile its source again. A built checkout has it in dist,
// made by the build. What was installed from a package has none, as such code fits one version of Node on one kind of computer only: there
// each command keeps at its end what it had to compile, in the user's cache folder. Whoever can write there decides what selfbill does, so only
// a folder that is the user's own and closed to everybody else is used; without one the source is compiled as usual.
const dist = join(__dirname, "..", "dist");
const kind = `${process.version}-${process.platform}-${process.arch}`;
const built = join(dist, `code-${kind}`);
/** Windows keeps a user's folders private by its own lists; owner and mode mean nothing there. */
const hasModes = process.platform !== "win32";
/** Code of other versions is removed after so long; milliseconds. */
const forgottenAfter = 30 * 24 * 3_600_000;

/** Written out: `join` is asked for the two paths of each file, long ones, often enough that V8 stops to make machine code of it. */
const below = (path, name) => path + sep + name;

/**
 * What is kept for this user of the build with this id: the code of a file, undefined where there is none that may be used; and a way to keep more.
 * The code of a file has the functions that were called until it was kept, so a run of other files than any before adds to all of them.
 */
function keptForUser(buildId) {
  const sizes = new Map();
  let known;
  const folder = () => {
    known ??= usersFolder(buildId) ?? "";
    return known;
  };
  return {
    codeOf(name) {
      try {
        const code = folder() === "" ? undefined : privateFile(below(folder(), name));
        sizes.set(name, code?.length);
        return code;
      } catch {
        return undefined;
      }
    },
    /** Of scripts, by the names of their files, for the next command: those that were compiled, and what others have more. It may be that it cannot. */
    keep(compiled, scripts) {
      if (!known) return;
      try {
        const ran = below(known, `ran-${sumOf([...scripts.keys()].sort().join())}`);
        if (compiled.size === 0 && fs.existsSync(ran)) return;
        if (!madeFolder(known)) return;
        for (const [name, script] of scripts) {
          const code = script.createCachedData();
          if (compiled.has(name) || code.length > (sizes.get(name) ?? 0)) writeWhole(join(known, name), code);
        }
        fs.closeSync(fs.openSync(ran, "a", 0o600));
      } catch {
        // the next command compiles again
      }
    },
  };
}

/** Tells texts from one another well enough. */
function sumOf(text) {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) >>> 0;
  return sum.toString(16);
}

/** What the build kept beside what it is the code of. Nobody adds to it. */
const keptBuilt = {
  codeOf(name) {
    try {
      return fs.readFileSync(below(built, name));
    } catch {
      return undefined;
    }
  },
  keep: () => undefined,
};

/** The build keeps code beside what it is the code of. */
function keepBuilt(scripts) {
  fs.mkdirSync(built, { recursive: true });
  for (const [name, script] of scripts) fs.writeFileSync(join(built, name), script.createCachedData());
}

/**
 * One folder for each build, as V8 would take the code of another source of the same length, and for each set of V8's flags (NODE_OPTIONS
 * may change them) and kind of processor, as it refuses the code of another one. undefined: none may be used.
 */
function usersFolder(buildId) {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  try {
    const cache = cacheFolder();
    if (!isOurPlace(cache)) return undefined;
    const path = join(cache, `code-${buildId()}-${kind}-${require("node:v8").cachedDataVersionTag()}`);
    const found = fs.lstatSync(path, { throwIfNoEntry: false });
    return found === undefined || isOurs(found, 0o077) ? path : undefined;
  } catch {
    return undefined;
  }
}

function cacheFolder() {
  const { env, platform } = process;
  const home = () => require("node:os").homedir();
  if (env.SELFBILL_HOME?.trim()) return join(env.SELFBILL_HOME.trim(), "cache");
  if (platform === "win32") return join(env.LOCALAPPDATA || join(home(), "AppData", "Local"), "selfbill", "Cache");
  if (platform === "darwin") return join(home(), "Library", "Caches", "selfbill");
  return join(env.XDG_CACHE_HOME?.trim() || join(home(), ".cache"), "selfbill");
}

/**
 * Below a relative path, or on Windows one without a drive, whoever wrote the working folder would decide what selfbill does. On Windows rights
 * come from above: nobody else can write below the user's own profile folder, elsewhere perhaps everybody can.
 */
function isOurPlace(path) {
  if (hasModes) return isAbsolute(path);
  const plain = (folder) => `${require("node:path").resolve(folder).toLowerCase()}\\`;
  return /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(path) && plain(path).startsWith(plain(require("node:os").homedir()));
}

/** Makes what is missing of it; false where somebody else could write there. */
function madeFolder(folder) {
  const parent = dirname(folder);
  if (!existing(parent)) return false;
  fs.mkdirSync(parent, { recursive: true, mode: 0o700 });
  if (!isOurs(fs.lstatSync(parent), 0o022)) return false;
  if (!fs.existsSync(folder)) {
    removeForgotten(parent);
    fs.mkdirSync(folder, { mode: 0o700, recursive: true });
  }
  return isOurs(fs.lstatSync(folder), 0o077);
}

/** Root makes nothing in the home of another user, who could not change it then. */
function existing(path) {
  const found = fs.statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return existing(dirname(path));
  return !hasModes || found.uid === process.getuid() || process.getuid() !== 0;
}

function removeForgotten(parent) {
  for (const name of fs.readdirSync(parent)) {
    const path = join(parent, name);
    const isOld = Date.now() - fs.lstatSync(path).mtimeMs > forgottenAfter;
    if (/^code-[0-9a-f]{16}-v/.test(name) && isOld) fs.rmSync(path, { recursive: true, force: true });
  }
}

/** A folder of this user, without those of the modes that others must not have. */
function isOurs(found, others) {
  return found.isDirectory() && (!hasModes || (found.uid === process.getuid() && (found.mode & others) === 0));
}

function privateFile(path) {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  const handle = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = fs.fstatSync(handle);
    const ours = !hasModes || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
    return found.isFile() && ours ? fs.readFileSync(handle) : undefined;
  } finally {
    fs.closeSync(handle);
  }
}

/** V8 does not see that code was cut off or changed: it is on the disk before it has its name. */
function writeWhole(path, code) {
  const draft = `${path}.${process.pid}.tmp`;
  const handle = fs.openSync(draft, "wx", 0o600);
  try {
    fs.writeFileSync(handle, code);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(draft, path);
}

/** The program as it is built or installed, for load.cjs. */
const installed = {
  folder: dist,
  sourceOf: (name) => fs.readFileSync(below(dist, name), "latin1"),
  require,
  ...(fs.existsSync(built) ? keptBuilt : keptForUser(() => fs.readFileSync(join(dist, "build-id"), "utf8").trim())),
};

module.exports = { cacheFolder, installed, isOurPlace, isOurs, keepBuilt, keptForUser, load };
