// Runs one command of the built program and keeps the compiled code of everything that it loaded (bin/kept-code.cjs).
const { keep, load } = require("../bin/load.cjs");

// What serves is stopped as soon as it says that it answers.
const { stdout } = process;
const write = stdout.write.bind(stdout);
stdout.write = (...said) => {
  if (process.argv[2] === "sandbox") process.emit("SIGTERM", "SIGTERM");
  return write(...said);
};

process.once("exit", keep);
load("main.cjs");
