#!/usr/bin/env node
// Answers --version and --help without loading anything; everything else is in the built main.
const words = process.argv.slice(2);
const shown = atOnce();
if (shown !== undefined) {
  // As for every command: a reader that went away is no failure, and a disk that takes nothing is.
  process.stdout.on("error", ({ code, message }) => {
    if (code === "EPIPE") return;
    process.stderr.write(
      `output-unwritable  The result cannot be written: ${message}.\n      → Nothing was sent. Free some space, or write somewhere else, and run the command again.\n`,
    );
    process.exitCode = 27;
  });
  process.stdout.write(shown);
} else if (lacksSqlite()) {
  process.stderr.write(
    `node-unsupported  Nothing was sent: on Windows selfbill needs Node 22.13, 24 or newer, and this is ${process.versions.node}.\n      → Install a newer Node, or use selfbill.exe, which needs none.\n`,
  );
  process.exitCode = 27;
} else if (require("node:fs").existsSync(`${__dirname}/../dist/main.cjs`)) {
  require("./load.cjs").load("main.cjs");
} else {
  const folder = require("node:path").dirname(__dirname);
  // After `npm ci --ignore-scripts` only the build is missing; after --omit=dev, or before any npm ci, its tools are missing too.
  const tools = require("node:fs").existsSync(`${folder}/node_modules/rolldown`);
  process.stderr.write(
    `not-built  selfbill is not built in this folder yet.\n      → In ${folder} run: ${tools ? "" : "npm ci --include=dev && "}npm run build\n`,
  );
  process.exitCode = 1;
}

/** On Windows the journal needs the SQLite of Node: the package that stands in for it leaves files open there, which cannot be removed. */
function lacksSqlite() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  return process.platform === "win32" && (major < 22 || (major === 22 && minor < 13));
}

/** What needs no program: the version and the help; undefined for all else. */
function atOnce() {
  const [first, second] = words;
  if (words.length > 2) return undefined;
  if (second === undefined && (first === "--version" || first === "-V"))
    return `${require("../package.json").version}\n`;
  if (first !== undefined && first !== "help" && !["--help", "-h"].includes(second ?? first)) return undefined;
  const { isTTY, columns } = process.stdout;
  return require("./help.cjs").helpFor(words, (isTTY ? columns : undefined) ?? 80);
}
