// Runs one command of the built program and keeps the compiled code of everything that it loaded (bin/kept-code.cjs).
const { keep, load } = require("../bin/load.cjs");

process.once("exit", keep);
load("main.cjs");
