// Runs one command of the built program and writes to FILE the names of the files of dist that it used.
const { writeFileSync } = require("node:fs");
const { installed, load } = require("../bin/load.cjs");

const [file] = process.argv.splice(2, 1);
const used = [];
process.once("exit", () => writeFileSync(file, JSON.stringify(used)));
load("main.cjs", {
  ...installed,
  sourceOf(name) {
    used.push(name);
    return installed.sourceOf(name);
  },
  keep: () => undefined,
});
