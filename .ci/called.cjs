// Runs one command of the built program and writes to FILE which functions of the program it called: for each file of
// dist, their START-END offsets.
const { writeFileSync } = require("node:fs");
const { Session } = require("node:inspector");
const { basename } = require("node:path");
const { pathToFileURL } = require("node:url");
const { installed, load } = require("../bin/load.cjs");

const dist = `${pathToFileURL(installed.folder)}/`;
const [file] = process.argv.splice(2, 1);
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
process.once("exit", () =>
  session.post("Profiler.takePreciseCoverage", (_, { result }) => {
    const ours = result.filter(({ url }) => url.startsWith(dist));
    writeFileSync(file, JSON.stringify(Object.fromEntries(ours.map((each) => [basename(each.url), calledIn(each)]))));
  }),
);
load("main.cjs", installed);

function calledIn({ functions }) {
  return functions.flatMap(({ ranges: [{ startOffset, endOffset, count }] }) =>
    count === 0 ? [] : `${startOffset}-${endOffset}`,
  );
}
