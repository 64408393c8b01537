#!/usr/bin/env node
// Answers --version without loading anything; everything else is in the built main.
if (process.argv.length === 3 && (process.argv[2] === "--version" || process.argv[2] === "-V")) {
  process.stdout.write(`${require("../package.json").version}\n`);
} else {
  require("../dist/main.cjs");
}
