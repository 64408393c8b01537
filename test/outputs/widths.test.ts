import { expect, test } from "vitest";
import { commands } from "../../src/commands/index.ts";
import type { Desk } from "../../src/desk/index.ts";
import { makeStyle, renderReport } from "../../src/render/index.ts";
import type { Style } from "../../src/report/index.ts";
import { runCommand } from "../support/run-command.ts";
import { wholeMonth } from "../support/whole-month.ts";

/** A command as typed, and its options, keyed by their names in the code. */
type View = readonly [words: string, options?: Readonly<Record<string, unknown>>];

const june = { month: "2026-06" };

/**
 * Tables and blocks with everything that occurs in a month: foreign currencies, rejections, a doubt, long names,
 * hashes.
 */
const ofTheMonth: readonly View[] = [
  ...["supplier", "category", "rate", "day", "status", "acceptance"].map((by): View => ["report", { ...june, by }]),
  ["report", { ...june, compare: "2026-05" }],
  ...["", "SH-004", "SH-001"].map((id): View => [`status ${id}`.trim()]),
  ...[["status", { all: true, ...june }], ["history"], ["history", { verbose: true }], ["due"], ["resolve"]].map(
    ([words, options]) => [words, options] as View,
  ),
  ...[
    ["list", june],
    ["list", { all: true }],
  ].map(([words, options]) => [words, options] as View),
  ...[["list invoices"], ["list credit-notes"], ["logs SH-004"], ["get SH-001"], ["outage"], ["reconcile"]].map(
    ([words = ""]): View => [words],
  ),
  ["suppliers acceptance-list", june],
  ["journal verify"],
  ["preview SH-002"],
];

/** Views that need no documents. */
const ofItself: readonly View[] = ["codes unit box", "templates list", "rules list", "rules diff 1.0.3 1.0.4", "help"]
  .map((words): View => [words])
  .concat([
    ["sandbox", { gaps: true }],
    ["certify", { list: true }],
    ["explain IBR-138-AE"],
    ["explain IBR-138-AE", { verbose: true }],
    ["explain 23"],
  ]);

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
