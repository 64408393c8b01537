// Runs one command of the built program and keeps the compiled code of everything that it loaded (bin/kept-code.cjs).
const { keepInBuild, load } = require("../bin/load.cjs");

keepInBuild();
load("main.cjs");
