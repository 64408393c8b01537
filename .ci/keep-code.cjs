// Runs one command of the built program and keeps, beside it, the compiled code of everything that it loaded, with the functions that were called. After
// --new it keeps that of files alone of which none is kept yet.
const { installed, keepBuilt, load } = require("../bin/load.cjs");

const isNew = process.argv[2] === "--new";
if (isNew) process.argv.splice(2, 1);
const keeps = ([name]) => !isNew || installed.codeOf(name) === undefined;
load("main.cjs", { ...installed, keep: (_, scripts) => keepBuilt([...scripts].filter(keeps)) });
