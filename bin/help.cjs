// Output that does not need the program: the version, and the help that was saved when the program was built
// (.ci/keep-help.mjs). Only wrapping is done at run time, because it depends on the width of the terminal.

/**
 * Returns the saved help for these arguments on a terminal with `columns` columns; undefined if they do not ask for
 * help, or none was saved.
 */
function helpFor([first, second], columns, keptHelp) {
  const kept = parsed(keptHelp);
  if (kept === undefined) return undefined;
  if (first === undefined || (second === undefined && asksHelp(first))) return fitted(kept.program, columns);
  const name = asksHelp(second) ? first : first === "help" && !kept.topics.includes(second) ? second : undefined;
  return name !== undefined && Object.hasOwn(kept.commands, name) ? fitted(kept.commands[name], columns) : undefined;
}

const asksHelp = (word) => word === "--help" || word === "-h";

function parsed(keptHelp) {
  try {
    return JSON.parse(keptHelp());
  } catch {
    return undefined;
  }
}

/** Wraps the text between each pair of marks at word boundaries; continuation lines are indented like the first. */
function fitted(text, columns) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the marks
  return text.replace(/\u0001([^\u0002]*)\u0002/g, (_, words, at) => {
    const indent = at - text.lastIndexOf("\n", at) - 1;
    return wrap(words, columns - indent).replaceAll("\n", `\n${" ".repeat(indent)}`);
  });
}

/** Wraps lines as commander does: not at all if there is little space. */
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

/**
 * Shows the version or the help, if these arguments ask for nothing else; returns whether it did. `own` provides the
 * version and the help as JSON.
 */
function showAtOnce(words, own) {
  const shown = atOnce(words, own);
  if (shown === undefined) return false;
  // As in every command, a closed pipe is not a failure, but a full disk is.
  process.stdout.on("error", ({ code, message }) => {
    if (code === "EPIPE") return;
    process.stderr.write(
      `output-unwritable  The result cannot be written: ${message}.\n      → Nothing was sent. Free some space, or write somewhere else, and run the command again.\n`,
    );
    process.exitCode = 27;
  });
  process.stdout.write(shown);
  return true;
}

function atOnce(words, { version, help }) {
  const [first, second] = words;
  if (words.length > 2) return undefined;
  // On an interactive terminal the program shows its home screen instead.
  if (first === undefined && process.stdout.isTTY) return undefined;
  if (second === undefined && (first === "--version" || first === "-V")) return `${version()}\n`;
  if (first !== undefined && first !== "help" && !asksHelp(second ?? first)) return undefined;
  const { isTTY, columns } = process.stdout;
  return helpFor(words, (isTTY ? columns : undefined) ?? 80, help);
}

module.exports = { helpFor, showAtOnce };
