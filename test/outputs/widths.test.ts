import { expect, test } from "vitest";
import { commands } from "../../src/commands/index.ts";
import type { Desk } from "../../src/desk/index.ts";
import { makeStyle, renderReport } from "../../src/render/index.ts";
import type { Style } from "../../src/report/index.ts";
import { runCommand } from "../support/run-command.ts";
import { wholeMonth } from "../support/whole-month.ts";
import { ofItself, ofTheMonth, type View } from "./views.ts";

function screen(columns: number, isPlain = false): Style {
  const environment: Record<string, string> = isPlain ? { SELFBILL_PLAIN: "1" } : {};
  return makeStyle({ isTerminal: true, columns, environment, noColor: true });
}

async function shown([typed, given = {}]: View, desk: Desk, style: Style): Promise<string> {
  const [name, ...words] = typed.split(" ");
  const command = await commands.find((each) => each.name === name)?.load();
  if (command === undefined) throw new Error(typed);
  const report = await runCommand(command, { ...desk, dataStyle: style, talkStyle: style }, words, given);
  const { data, talk } = renderReport(report, style, style);
  return `${data}${talk}`;
}

const marks = /[│┌┐└┘├┤┬┴┼─]/g;

/** The words of a text, without table lines and trailing colons. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .replace(marks, " ")
      .split(/\s+/)
      .map((each) => each.replace(/:$/, "")),
  );
}

/** The number of columns a line takes on the screen; combining characters take none. */
function widthOf(line: string): number {
  return [...line.replace(/[\p{M}\p{Cf}]/gu, "")].length;
}

async function flawsOf(view: View, desk: Desk): Promise<string[]> {
  // News about approvals is shown only once, in this first run.
  await shown(view, desk, screen(1_000));
  const wide = wordsOf(await shown(view, desk, screen(1_000)));
  // The name of a document type is wider than a table column, so it continues after a wrap mark.
  const long = [...wide].filter((word) => word.length > 30 && word.includes("urn:"));
  const flaws: string[] = [];
  for (const columns of [80, 120]) {
    const text = await shown(view, desk, screen(columns));
    const lines = text.split("\n");
    flaws.push(...lines.filter((line) => widthOf(line) > columns).map((line) => `${view[0]}, too wide: ${line}`));
    flaws.push(...lines.filter((line) => / $/.test(line)).map((line) => `${view[0]}, blank at the end: ${line}`));
    const broken = [...wordsOf(text)].filter((word) => !wide.has(word) && !long.some((each) => each.includes(word)));
    flaws.push(...broken.map((word) => `${view[0]}, broken: ${word}`));
  }
  const plain = await shown(view, desk, screen(80, true));
  return marks.test(plain) ? [...flaws, `${view[0]}, boxes in SELFBILL_PLAIN`] : flaws;
}

test("every view of a month fits 80 and 120 columns, breaks no word, and has no boxes in SELFBILL_PLAIN", async () => {
  const { desk } = await wholeMonth(44, () => undefined);
  const flaws: string[] = [];
  for (const view of [...ofTheMonth, ...ofItself]) flaws.push(...(await flawsOf(view, desk)));
  expect(flaws).toEqual([]);
});
