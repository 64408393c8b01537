// Loads the built program with the machine code that V8 cached for it (stored as described below, or embedded in the
// executable). Reading and compiling the source takes most of the time of a short command. If there is no cached code
// or V8 rejects it, the source is compiled as usual.
const fs = require("node:fs");
const { dirname, isAbsolute, join, sep } = require("node:path");
const { Script } = require("node:vm");

/** Node modules that take milliseconds to load; many files import some that the current command never uses. */
const late = new Set(
  "child_process crypto fs/promises http http2 https module net os readline timers/promises tls tty worker_threads zlib"
    .split(" ")
    .map((name) => `node:${name}`),
);

/**
 * Runs the file with this name and returns its exports. `place` gives access to the program: `folder`, `sourceOf` and
 * `codeOf` for a file, `require` for everything outside the program, and `keep`, which receives two lists: the
 * scripts whose source had to be compiled, and all scripts.
 */
function load(name, place) {
  const exports = new Loader(place).later(name);
  exports.then; // runs the file at the first access
  return exports;
}

class Loader {
  loaded = new Map();
  scripts = new Map();
  compiled = new Map();
  /**
   * Whether V8's flags differ from those at the start: if so, V8 rejects cached code, and other processes would reject
   * code that this process compiles.
   */
  flagsChanged = false;

  constructor(place) {
    this.place = place;
    process.once("exit", () => this.keep());
    // Nothing is left to wait for: all output is written and all files are closed. Node would now tear down V8's
    // heap, which ends with the process anyway.
    process.once("beforeExit", () => process.exit());
  }

  /**
   * Returns the exports of a file of dist. The file runs when an export is first used. This is safe, because files
   * only define things, and saves time, because a command uses only part of what its files import. Files refer to one
   * another as ./NAME; everything else is resolved as usual.
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

  /**
   * Returns Node's V8 module for the program; it caches compiled code before flags change, because afterwards the
   * code would carry the changed flags.
   */
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

/**
 * Makes a Node module that is loaded when one of its members is first used. The members are on a prototype, so that
 * copies of the module also load it.
 */
function whenUsed(loaded) {
  const get = (_, member) => (member === "__esModule" ? undefined : loaded()[member]);
  return Object.create(new Proxy({}, { get }));
}

// Stores the machine code that V8 compiled, so that a short command need not compile its source again. A built
// checkout has it in dist, made by the build. An installed package has none, because such code fits only one version
// of Node on one kind of computer: there each command, when it ends, stores the code that it had to compile, in the
// user's cache folder. Anyone who can write there controls selfbill, so only a folder that belongs to the user and is
// closed to others is used; without one the source is compiled as usual.
const dist = join(__dirname, "..", "dist");
const kind = `${process.version}-${process.platform}-${process.arch}`;
const built = join(dist, `code-${kind}`);
/** Windows keeps a user's folders private with access control lists; owner and mode mean nothing there. */
const hasModes = process.platform !== "win32";
/** Milliseconds after which code for other versions is removed. */
const forgottenAfter = 30 * 24 * 3_600_000;

/**
 * Joins two parts of a path. Written out by hand, because `join` would be called for two long paths per file, often
 * enough that V8 would pause to optimise it.
 */
const below = (path, name) => path + sep + name;

/**
 * Opens the user's cache for the build with this id. `codeOf` returns a file's code (undefined if none is usable);
 * `keep` stores more. A file's code contains the functions called before it was stored, so a run that uses new files
 * updates the code of all its files.
 */
function keptForUser(buildId) {
  const sizes = new Map();
  const cache = usersCache();
  const isFirst = cache !== undefined && !fs.existsSync(cache);
  let known;
  const folder = () => {
    known ??= (cache === undefined || isFirst ? undefined : codeFolder(cache, buildId)) ?? "";
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
    /**
     * Stores the code of scripts, by file name, for the next command: scripts that were compiled, and others whose code
     * has grown. The first command only creates the cache folder: if every run has a new home folder, storing would
     * cost time and gain nothing. Failure is tolerated.
     */
    keep(compiled, scripts) {
      try {
        if (isFirst) madeFolder(cache, 0o022);
        if (!known) return;
        const ran = below(known, `ran-${sumOf([...scripts.keys()].sort().join())}`);
        if (compiled.size === 0 && fs.existsSync(ran)) return;
        if (!madeFolder(cache, 0o022)) return;
        if (!fs.existsSync(known)) removeForgotten(cache);
        if (!madeFolder(known, 0o077)) return;
        for (const [name, script] of scripts) {
          const code = script.createCachedData();
          if (compiled.has(name) || code.length > (sizes.get(name) ?? 0)) writeWhole(join(known, name), code);
        }
        fs.closeSync(fs.openSync(ran, "a", 0o600));
      } catch {
        // the next command compiles the source again
      }
    },
  };
}

/** Returns a checksum that distinguishes strings well enough. */
function sumOf(text) {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) >>> 0;
  return sum.toString(16);
}

/** The code that the build stored next to its sources; never extended. */
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

/** Stores the build's code next to its sources. */
function keepBuilt(scripts) {
  fs.mkdirSync(built, { recursive: true });
  for (const [name, script] of scripts) fs.writeFileSync(join(built, name), script.createCachedData());
}

/** Returns the user's cache, or undefined if none may be used. */
function usersCache() {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const cache = cacheFolder();
  return isOurPlace(cache) ? cache : undefined;
}

/**
 * Returns the folder in the cache for code. There is one for each build, because V8 would accept code for a different
 * source of the same length, and for each set of V8's flags (NODE_OPTIONS may change them) and kind of processor,
 * because V8 rejects code made for others. Undefined if no folder may be used.
 */
function codeFolder(cache, buildId) {
  try {
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
 * Whether a path is safe. With a relative path, or on Windows one without a drive, the owner of the working folder
 * would control selfbill. On Windows rights are inherited: other users cannot write below the user's own profile
 * folder, but elsewhere they may be able to.
 */
function isOurPlace(path) {
  if (hasModes) return isAbsolute(path);
  const plain = (folder) => `${require("node:path").resolve(folder).toLowerCase()}\\`;
  return /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(path) && plain(path).startsWith(plain(require("node:os").homedir()));
}

/**
 * Creates the folder if it is missing; returns false if it does not belong to this user, or has one of the mode bits in
 * `others`.
 */
function madeFolder(folder, others) {
  if (!existing(folder)) return false;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return isOurs(fs.lstatSync(folder), others);
}

/**
 * Returns false for root if the nearest existing folder belongs to another user: that user could not change the folders
 * that root would create in it.
 */
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

/** Whether a folder belongs to this user and has none of the mode bits in `others`. */
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

/**
 * Writes the complete file before giving it its name, because V8 does not notice code that was truncated or changed.
 */
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

/** The built or installed program, for load.cjs. */
const installed = {
  folder: dist,
  sourceOf: (name) => fs.readFileSync(below(dist, name), "latin1"),
  require,
  ...(fs.existsSync(built) ? keptBuilt : keptForUser(() => fs.readFileSync(join(dist, "build-id"), "utf8").trim())),
};

module.exports = { cacheFolder, installed, isOurPlace, isOurs, keepBuilt, keptForUser, load };
