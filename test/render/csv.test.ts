import { expect, test } from "vitest";
import { makeStyle, renderReport } from "../../src/render/index.ts";
import type { SubmissionResult } from "../../src/report/index.ts";

const style = makeStyle({ isTerminal: true, columns: 80, environment: {}, noColor: true });

/** Returns the CSV row of a result with this change. */
function csv(change: Partial<SubmissionResult>): string {
  const result: SubmissionResult = { file: "a.yaml", outcome: "done", kind: "invoice", problems: [], ...change };
  const view = { view: "submissions", results: [result], dryRun: false, as: "csv" } as const;
  const { data } = renderReport({ outcome: "done", sandbox: false, view, problems: [] }, style, style);
  return data.split("\r\n")[1] ?? "";
}

test.each(["=HYPERLINK(1)", "+1+1", "-1+1", "@SUM(A1)", " =1", '"=1', "|cmd", "＝1"])(
  "a name that a spreadsheet would calculate (%s) is a text there",
  (name) => {
    expect(csv({ supplier: { name, trn: "" } })).toContain(`'${name}`.replaceAll('"', '""'));
  },
);

test("amounts stay numbers, also below zero", () => {
  expect(csv({ totals: { tax_exclusive_amount: "-12.50" } })).toContain(",-12.50,");
});

test("commas and quotes stand inside quotes, and no text breaks a line", () => {
  expect(csv({ supplier: { name: 'Al "Noor", LLC\r\nBranch', trn: "100" } })).toContain(
    ',"Al ""Noor"", LLC Branch",100,',
  );
});
