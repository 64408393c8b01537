// The help that was kept when the program was built (.ci/keep-help.mjs). Only its lines are still to be broken, for the width of the terminal.
const { readFileSync } = require("node:fs");

/** What these words show on a terminal of so many columns; undefined where they ask for no help, or none was kept. */
function helpFor(words, columns) {
  const kept = keptHelp();
  const [first, second] = words;
  if (kept === undefined || words.length > 2) return undefined;
  if (first === undefined || (second === undefined && asksHelp(first))) return fitted(kept.program, columns);
  const name = asksHelp(second) ? first : first === "help" && !kept.topics.includes(second) ? second : undefined;
  return name !== undefined && Object.hasOwn(kept.commands, name) ? fitted(kept.commands[name], columns) : undefined;
}

const asksHelp = (word) => word === "--help" || word === "-h";

function keptHelp() {
  try {
    return JSON.parse(readFileSync(`${__dirname}/../dist/help.json`, "utf8"));
  } catch {
    return undefined;
  }
}

/** What stands between two marks is broken between words; each further line begins where the first one did. */
function fitted(text, columns) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the marks
  return text.replace(/\u0001([^\u0002]*)\u0002/g, (_, words, at) => {
    const indent = at - text.lastIndexOf("\n", at) - 1;
    return wrap(words, columns - indent).replaceAll("\n", `\n${" ".repeat(indent)}`);
  });
}

/** As commander breaks lines: not at all where the room is narrow. */
function wrap(text, width) {
  if (width < 40) return text;
  return text
    .split("\n")
    .map((line) => wrapLine(line, width))
    .join("\n");
}

function wrapLine(line, width) {
  let used = 0;
  let broken = "";
  for (const word of line.match(/\s*\S+/g) ?? []) {
    const fits = broken === "" || used + word.length <= width;
    broken += fits ? word : `\n${word.trimStart()}`;
    used = fits ? used + word.length : word.trimStart().length;
  }
  return broken;
}

module.exports = { helpFor };
