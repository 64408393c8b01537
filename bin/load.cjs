// Loads the built program with the machine code that V8 kept of it (kept-code.cjs). Reading and compiling the source is most of what a short
// command takes. Where no code is kept or V8 refuses it, the source is compiled as usual.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");
const { codeOf, keepBuilt, keepForUser } = require("./kept-code.cjs");

const dist = join(__dirname, "..", "dist");
const loaded = new Map();
const scripts = new Map();
/** Those whose source had to be compiled. */
const compiled = new Map();
/** While V8's flags are not those of the start, it refuses the code that is kept, and everybody else would refuse what it compiles. */
let flagsChanged = false;
let startTag;
let keeps = () => keepForUser(compiled);

/** Modules of Node that take milliseconds to load; many a file names one that its command never comes to use. */
const late =
  /^node:(?:child_process|crypto|fs\/promises|https?|http2|module|net|os|readline|tls|tty|worker_threads|zlib)$/;

/** Runs a file of dist; what it exports. */
function load(name) {
  const exports = later(name);
  exports.then; // asked for anything, it runs
  return exports;
}

/**
 * What a file of dist exports. It runs when something of it is first used, as no file does anything but define: a command uses a part of
 * what its files name. Files there name one another as ./NAME; all else is found as usual.
 */
function later(name) {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const run = (_, member) => {
    Object.setPrototypeOf(exports, null);
    runFile(name, exports);
    return exports[member];
  };
  const exports = Object.create(new Proxy({}, { get: run }));
  loaded.set(name, exports);
  return exports;
}

/** A module of Node that is loaded when something of it is first used. A prototype, so that copies made of its members ask it too. */
function whenUsed(name) {
  const get = (_, member) => (member === "__esModule" ? undefined : require(name)[member]);
  return Object.create(new Proxy({}, { get }));
}

function runFile(name, exports) {
  const filename = join(dist, name);
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, "utf8")}\n})`;
  const cachedData = flagsChanged ? undefined : codeOf(name);
  const script = new Script(source, { filename, cachedData });
  scripts.set(name, script);
  if (cachedData === undefined || script.cachedDataRejected) compiled.set(name, script);
  const required = (wanted) => {
    if (wanted.startsWith("./")) return later(wanted.slice(2));
    if (wanted === "node:v8") return watchedV8();
    return late.test(wanted) ? whenUsed(wanted) : require(wanted);
  };
  script.runInThisContext().call(exports, exports, required, { exports }, filename, dist);
}

/** V8 for the program: what was compiled is kept before flags change, as afterwards it would bear those. */
function watchedV8() {
  const v8 = require("node:v8");
  const setFlagsFromString = (flags) => {
    keepNow();
    startTag ??= v8.cachedDataVersionTag();
    v8.setFlagsFromString(flags);
    flagsChanged = v8.cachedDataVersionTag() !== startTag;
  };
  return { ...v8, setFlagsFromString };
}

function keepNow() {
  if (flagsChanged) return;
  keeps();
  compiled.clear();
}

/** Keeps everything that is loaded, with the functions that were called, beside the program: the build does so after commands of each kind. */
function keepInBuild() {
  keeps = () => keepBuilt(scripts);
}

process.once("exit", keepNow);

module.exports = { load, keepInBuild };
