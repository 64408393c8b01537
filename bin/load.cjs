// Loads the built program with the machine code that V8 kept of it (kept-code.cjs, or what is inside of the executable). Reading and compiling the source is most of what a short
// command takes. Where no code is kept or V8 refuses it, the source is compiled as usual.
const { sep } = require("node:path");
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

module.exports = { load };
