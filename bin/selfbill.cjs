#!/usr/bin/env node
// Answers --version without loading anything; everything else is in the built main.
if (process.argv.length === 3 && (process.argv[2] === "--version" || process.argv[2] === "-V")) {
  // As for every command: a reader that went away is no failure, and a disk that takes nothing is.
  process.stdout.on("error", ({ code, message }) => {
    if (code === "EPIPE") return;
    process.stderr.write(`output-unwritable  The version cannot be written: ${message}.\n`);
    process.exitCode = 27;
  });
  process.stdout.write(`${require("../package.json").version}\n`);
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
