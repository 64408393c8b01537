#!/usr/bin/env node
// Answers --version and --help without loading the built program, which does everything else.
const { existsSync, readFileSync } = require("node:fs");

const words = process.argv.slice(2);
const own = {
  version: () => require("../package.json").version,
  help: () => readFileSync(`${__dirname}/../dist/help.json`, "utf8"),
};
/** Whether the arguments might ask only for the version or the help; most commands need not load help.cjs. */
const mayAsk =
  words.length === 0 || (words.length < 3 && words.some((word) => word === "help" || word.startsWith("-")));
if (!mayAsk || !require("./help.cjs").showAtOnce(words, own)) run();

function run() {
  if (lacksSqlite()) {
    process.stderr.write(
      `node-unsupported  Nothing was sent: on Windows selfbill needs Node 22.13, 24 or newer, and this is ${process.versions.node}.\n      → Install a newer Node, or use selfbill.exe, which needs none.\n`,
    );
    process.exitCode = 27;
  } else if (existsSync(`${__dirname}/../dist/main.cjs`)) {
    const { installed, load } = require("./load.cjs");
    load("main.cjs", installed);
  } else {
    tellNotBuilt();
  }
}

/**
 * Whether Node's SQLite is missing where it is required: on Windows the replacement package leaves files open, which
 * then cannot be removed.
 */
function lacksSqlite() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  return process.platform === "win32" && (major < 22 || (major === 22 && minor < 13));
}

function tellNotBuilt() {
  const folder = require("node:path").dirname(__dirname);
  // After `npm ci --ignore-scripts` only the build is missing; after --omit=dev, or before any npm ci, its tools are
  // missing too.
  const tools = existsSync(`${folder}/node_modules/rolldown`);
  process.stderr.write(
    `not-built  selfbill is not built in this folder yet.\n      → In ${folder} run: ${tools ? "" : "npm ci --include=dev && "}npm run build\n`,
  );
  process.exitCode = 1;
}
