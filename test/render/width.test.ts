import { Help } from "commander";
import { expect, test } from "vitest";
import { commands, everywhere, examplesText, onTheWay, usageOf } from "../../src/commands/index.ts";
import { type ProblemCode, problem, problemTable } from "../../src/problem/index.ts";
import { makeStyle, renderProblems } from "../../src/render/index.ts";

/** Columns of a terminal on which no word of a help may be broken. */
const widths = [80, 120];
/** What is put before an option, and between it and what it does; below so many columns that is not wrapped any more. */
const [margin, gap, least] = [2, 2, 40];

test("no help has a line that is wider than the terminal", async () => {
  const tooWide: string[] = [];
  for (const entry of commands) {
    const { words, help, options, examples } = await entry.load();
    const [name] = words.split(" ");
    const usage = `Usage: selfbill ${name} ${usageOf(words)}`;
    const flags = [...Object.values(options), ...[...everywhere, ...onTheWay].map(([each]) => ({ flags: each }))];
    const widest = Math.max(...flags.map((each) => each.flags.length));
    for (const width of widths) {
      const ownLines = (help ?? "").split("\n").filter((line) => line.startsWith(" "));
      const lines = [
        usage,
        ...ownLines,
        ...examplesText(examples, (text) => new Help().boxWrap(text, width - 6)).split("\n"),
      ];
      tooWide.push(...lines.filter((line) => line.length > width));
      // Commander wraps what an option does between words, where there is room for it.
      if (margin + widest + gap + least > width) tooWide.push(`${name}: an option of ${widest} columns`);
    }
  }
  expect(tooWide).toEqual([]);
});

test("a usage line names a long list of actions, and writes a short one out", () => {
  expect(usageOf("templates <list|show|copy> [name]")).toBe("[options] <list|show|copy> [name]");
  const many = "journal <export|verify|backup|restore|move|merge|purge|accept> [file]";
  expect(usageOf(many)).toBe("[options] <action> [file]");
  expect(usageOf("reconcile")).toBe("[options]");
});

test.each(widths)("no finding breaks a word at %i columns", (columns) => {
  const style = makeStyle({ isTerminal: true, columns, environment: {}, noColor: true });
  const where = { file: "march/invoice-of-desert-lime.yaml", line: 12, column: 5 };
  for (const [code, { means, todo }] of Object.entries(problemTable)) {
    const shown = renderProblems([problem(code as ProblemCode, means, todo, { where, severity: "warning" })], style);
    for (const line of shown.split("\n")) expect(line.length, line).toBeLessThanOrEqual(columns);
    // What was said is there, word for word.
    expect(shown.split(/\s+/)).toEqual(expect.arrayContaining(`${means} ${todo}`.split(" ")));
  }
});
