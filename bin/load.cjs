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
  const cachedData = codeOf(name);
  const script = new Script(source, { filename, cachedData });
  scripts.set(name, script);
  if (cachedData === undefined || script.cachedDataRejected) compiled.set(name, script);
  const required = (wanted) => {
    if (wanted.startsWith("./")) return later(wanted.slice(2));
    return late.test(wanted) ? whenUsed(wanted) : require(wanted);
  };
  script.runInThisContext().call(exports, exports, required, { exports }, filename, dist);
}

/** Keeps the code of everything loaded so far, with the functions that were called: the build does so after commands of each kind. */
function keep() {
  keepBuilt(scripts);
}

process.once("exit", () => keepForUser(compiled));

module.exports = { load, keep };
