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
  const needed = neededNode();
  if (needed !== undefined) {
    const { platform, versions } = process;
    const program = platform === "win32" ? "selfbill.exe, which needs none" : "the executable, which needs none";
    process.stderr.write(
      `node-unsupported  Nothing was sent: ${needed} or newer, and this is ${versions.node}.\n      → Install a newer Node, or use ${program}.\n`,
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
 * Says which Node is needed, where this one is too old: before 20 there is no SQLite, neither Node's nor the package's.
 * On Windows only Node's own will do: the package leaves files open, which then cannot be removed.
 */
function neededNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (process.platform === "win32" && (major < 22 || (major === 22 && minor < 13)))
    return "on Windows selfbill needs Node 22.13, 24";
  return major < 20 ? "selfbill needs Node 20.19, 22.13, 24" : undefined;
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
