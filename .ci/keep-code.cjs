// Runs one command of the built program and caches, in dist, the compiled code of everything that it loaded, including
// the functions that were called. With --new, it caches only the code of files that have no cached code yet.
const { installed, keepBuilt, load } = require("../bin/load.cjs");

const isNew = process.argv[2] === "--new";
if (isNew) process.argv.splice(2, 1);
const keeps = ([name]) => !isNew || installed.codeOf(name) === undefined;
load("main.cjs", { ...installed, keep: (_, scripts) => keepBuilt([...scripts].filter(keeps)) });
