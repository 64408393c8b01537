// Runs one command of the built program and keeps, beside it, the compiled code of everything that it loaded, with the functions that were called.
const { installed, keepBuilt } = require("../bin/kept-code.cjs");
const { load } = require("../bin/load.cjs");

load("main.cjs", { ...installed, keep: (_, scripts) => keepBuilt(scripts) });
