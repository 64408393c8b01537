import { expect, test } from "vitest";
import { type Problem, problem, type Spot } from "../../src/problem/index.ts";
import { makeStyle, renderProblems, renderReport } from "../../src/render/index.ts";
import type { Report, SubmissionResult } from "../../src/report/index.ts";

const pipe = makeStyle({ isTerminal: false, columns: undefined, environment: {}, noColor: true });
const narrow = makeStyle({ isTerminal: true, columns: 60, environment: {}, noColor: true });

const inRow = (row: number, message = "Quantity: two is not a number."): Problem =>
  problem("wrong-cell", message, "Write the digits only.", {
    where: { file: "March.xlsx", sheet: "Lines", cell: `D${row}`, line: row, column: 4 },
  });
const noColumn = (row: number, ...headings: string[]): Problem =>
  problem("missing-field", `${headings[0]} is missing.`, "Add a column.", {
    where: { file: "March.xlsx", cell: `A${row}`, line: row, column: 1, noColumn: headings },
  });
const inLine = (line: number): Problem =>
  problem("missing-field", "unit_code is missing.", "Write the unit.", {
    where: { file: "a.yaml", line, column: 5, excerpt: "  - name: Tile" },
  });

function talk(
  problems: readonly Problem[],
  oneScreen: boolean,
  outcome: SubmissionResult["outcome"] = "invalid",
): string {
  const result: SubmissionResult = { file: "a.yaml", outcome, kind: "invoice", problems };
  const report: Report = {
    outcome: "invalid",
    sandbox: false,
    view: { view: "submissions", results: [result], dryRun: false },
    problems: [],
    ...(oneScreen ? { oneScreen } : {}),
  };
  return renderReport(report, pipe, pipe).talk;
}

test("columns that a sheet lacks are one finding, whatever rows and documents miss them", () => {
  const rows = Array.from({ length: 4_000 }, (_, at) => [
    noColumn(at + 2, "Unit"),
    noColumn(at + 2, "VAT category", "VAT rate"),
  ]);
  const text = renderProblems([inRow(7), ...rows.flat()], pipe);
  expect(text).toMatch(/^March\.xlsx {2}missing-field {2}No column for: Unit, VAT category, VAT rate\.\n/);
  expect(text.split("\n")).toHaveLength(5);
});

test("the same in one column of a sheet is told once, with its rows", () => {
  const text = renderProblems(
    [2, 3, 4, 9, 10].map((row) => inRow(row)),
    pipe,
  );
  expect(text).toContain(
    "March.xlsx, sheet Lines, column D, rows 2–4, 9–10  wrong-cell  Quantity: two is not a number.\n",
  );
});

test("what differs in a number only is told once, and that there are others", () => {
  const text = renderProblems(
    [inRow(2, "31/06/2026 is not a calendar date."), inRow(3, "31/09/2026 is not a calendar date.")],
    pipe,
  );
  expect(text).toContain(
    "rows 2–3  wrong-cell  31/06/2026 is not a calendar date. The same in 1 more place, with another value.",
  );
});

test("two lines of a file have a finding each; three of the same are one", () => {
  expect(renderProblems([inLine(3), inLine(8)], pipe).match(/unit_code/g)).toHaveLength(2);
  expect(renderProblems([inLine(3), inLine(8), inLine(12)], pipe)).toMatch(
    /^a\.yaml:3:5, lines 3, 8, 12 {2}missing-field/,
  );
});

test("findings with a line come before those of the whole file", () => {
  const whole = problem("body-large", "The request is large.", "", { where: { file: "a.yaml" } });
  expect(renderProblems([whole, inLine(3)], pipe).split("\n")[0]).toContain("a.yaml:3:5");
});

const many = Array.from({ length: 60 }, (_, at): Problem => {
  const where: Spot = { file: "a.yaml", line: at + 1, column: 1 };
  const severity = at < 50 ? "warning" : "error";
  return problem(
    "unknown-field",
    `field ${String.fromCharCode(97 + (at % 26))}${at > 25 ? "x" : ""} is wrong`,
    "Remove it.",
    { where, severity },
  );
});

test("without --all no more than a screen is shown, errors before warnings, and how many more there are", () => {
  const text = talk(many, true);
  expect(text.split("\n").length).toBeLessThanOrEqual(24);
  expect(text.match(/^a\.yaml:5\d/gm)?.length).toBe(9);
  expect(text).toMatch(/… and 50 more findings\. To see all of them, add --all\./);
});

test("--all shows all of them; so does a document that was sent, which cannot be sent again to see them", () => {
  for (const text of [talk(many, false), talk(many, true, "done")])
    expect(text.match(/is wrong/g)?.length).toBeGreaterThan(50);
});

test("on a terminal text wraps between words, and no line is longer than the screen", () => {
  const words =
    "The quantity a price is for must have the same unit as the quantity of the line, whatever the rest says.";
  const text = renderProblems(
    [problem("wrong-value", words, words, { where: { file: "a.yaml", line: 3, column: 1 } })],
    narrow,
  );
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
  expect(text.replace(/\s+/g, " ")).toContain(`${words} → ${words}`);
});
