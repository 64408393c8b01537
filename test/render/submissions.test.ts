import { expect, test } from "vitest";
import { problem } from "../../src/problem/index.ts";
import { makeStyle, plainAmount, renderJson, renderReport, statusWord } from "../../src/render/index.ts";
import type { Report, SubmissionResult } from "../../src/report/index.ts";

const result = (change: Partial<SubmissionResult> = {}): SubmissionResult => ({
  file: "march/lime.yaml",
  outcome: "done",
  kind: "invoice",
  id: "4bf90b8c-25bf-42c2-86b6-39ad1db051be",
  documentNumber: "SB-2026-0001",
  supplier: { name: "Desert Lime Trading LLC", trn: "100234567400003" },
  currency: "USD",
  totals: {
    tax_exclusive_amount: "12220",
    tax_amount: "611",
    tax_inclusive_amount: "12831",
    payable_amount_in_aed: "47121.85",
  },
  overallStatus: "PENDING",
  problems: [],
  ...change,
});

function shown(results: readonly SubmissionResult[], isTerminal: boolean, columns: number, as?: "plain"): string {
  const style = makeStyle({ isTerminal, columns, environment: {}, noColor: true });
  const report: Report = {
    outcome: "done",
    sandbox: false,
    problems: [],
    view: { view: "submissions", results, dryRun: false, as },
  };
  return renderReport(report, style, style).data;
}

const two = [result(), result({ id: "0f8a2c1e-6a5b-4c1d-9b52-7d3e1f7a4c10", currency: "AED" })];

test.each([60, 80, 120])("at %i columns each of several documents is one row, those that are open first", (columns) => {
  const refused = result({ documentNumber: "SB-9", outcome: "refused", id: undefined, overallStatus: undefined });
  const screen = shown([...two, refused], true, columns);
  for (const whole of ["USD 12,831.00", "AED 12,831.00", "SB-2026-0001"]) expect(screen).toContain(whole);
  expect(screen.match(/Number/g)).toHaveLength(1);
  expect(screen.indexOf("SB-9")).toBeLessThan(screen.indexOf("SB-2026-0001"));
  for (const row of screen.split("\n")) expect(row.length).toBeLessThanOrEqual(columns);
});

test("a document without a number is called by its id", () => {
  const screen = shown([...two, result({ documentNumber: undefined, id: "A-77" })], true, 120);
  expect(screen).toContain("A-77");
});

test("on a wide screen several documents are one table, each with its currency", () => {
  const screen = shown(two, true, 220);
  expect(screen.match(/Number/g)).toHaveLength(1);
  expect(screen).toMatch(/│ USD +│ 12,220\.00 │/);
});

test("in a pipe each document is one line, its currency in a column of its own", () => {
  const [heads = "", first = ""] = shown(two, false, 80).split("\n");
  expect(first.split("\t")[heads.split("\t").indexOf("Currency")]).toBe("USD");
});

test("in a pipe, and with --output plain in a terminal, amounts are written for programs: without commas", () => {
  for (const lines of [shown(two, false, 80), shown(two, true, 80, "plain")]) {
    const [heads = "", first = ""] = lines.split("\n");
    const cell = (name: string): string | undefined => first.split("\t")[heads.split("\t").indexOf(name)];
    expect([cell("Net"), cell("Gross")]).toEqual(["12220.00", "12831.00"]);
  }
});

test("only amounts lose their commas, and only in a pipe", () => {
  expect(["12,220.00", "-1,250.5 USD", "1,000", "10.00"].map(plainAmount)).toEqual([
    "12220.00",
    "-1250.5 USD",
    "1000",
    "10.00",
  ]);
  for (const text of ["1,2,3", "Lamps, 1,000", "12,22", "1,000.00 and 2,000.00"]) expect(plainAmount(text)).toBe(text);
});

test("an answer without anything to show has an empty list of results, for scripts", () => {
  expect(renderJson({ outcome: "auth", sandbox: false, view: { view: "nothing" }, problems: [] })).toMatchObject({
    results: [],
  });
});

test.each([
  [1, "? 1 document may or may not have been created."],
  [2, "? 2 documents may or may not have been created."],
])("doubt about %i is said in a whole sentence", (count, sentence) => {
  const results = Array.from({ length: count }, () => result({ outcome: "in_doubt", id: undefined }));
  const style = makeStyle({ isTerminal: false, columns: 100, environment: {}, noColor: true });
  const view = { view: "submissions" as const, results, dryRun: false };
  const { talk } = renderReport({ outcome: "in_doubt", sandbox: false, problems: [], view }, style, style);
  expect(talk).toContain(sentence);
});

test.each([
  ["duplicate", 1, "1 document was not sent: the reason is above."],
  ["refused", 2, "2 documents were refused: nothing was created."],
  ["auth", 1, "1 document was refused: nothing was created."],
  ["not_sent", 1, "1 document was not sent: nothing was created, and"],
  ["invalid", 1, "1 document is not valid and was not sent. Correct"],
] as const)("%s of %i is said as what happened", (outcome, count, sentence) => {
  const refused = outcome === "refused" || outcome === "auth" ? true : undefined;
  const results = Array.from({ length: count }, () => result({ outcome, refused, id: undefined }));
  const style = makeStyle({ isTerminal: false, columns: 100, environment: {}, noColor: true });
  const view = { view: "submissions" as const, results, dryRun: false };
  expect(renderReport({ outcome, sandbox: false, problems: [], view }, style, style).talk).toContain(sentence);
});

test("of a duplicate it is said what exists: the document, its number, or one that resembles it", () => {
  type Code = "already-sent" | "number-taken" | "looks-sent" | "file-edited" | "number-elsewhere";
  const word = (code: Code, path?: string, refused?: true): string => {
    const problems = [problem(code, "", "", { where: { path } })];
    return statusWord(result({ outcome: "duplicate", id: undefined, refused, problems }));
  };
  expect(word("already-sent")).toBe("not sent: it already exists");
  expect(word("already-sent", "document_number")).toBe("not sent: its number is taken");
  expect(word("number-taken", "document_number", true)).toBe("refused: its number is taken");
  expect(word("looks-sent")).toBe("not sent: a similar document exists");
  expect(word("file-edited")).toBe("not sent: this file was sent before with other content");
  expect(word("number-elsewhere")).toBe("not sent: its number belongs to another supplier's document");
});

test("what is the same in a column of a sheet is said once for all documents that were sent", () => {
  const about = (line: number) => {
    const where = { file: "june.csv", line, cell: `Y${line}`, excerpt: "IBAN: AE12" };
    return problem("ambiguous-date", "The check digits should be correct.", "Compare it.", {
      where,
      severity: "warning",
    });
  };
  const refused = problem("read-failed", "The service refused it.", "Look at it.", { where: { file: "june.csv (B)" } });
  const results = [2, 3, 4].map((line) => result({ problems: line === 3 ? [about(line), refused] : [about(line)] }));
  const style = makeStyle({ isTerminal: false, columns: 80, environment: {}, noColor: true });
  const report: Report = {
    outcome: "partial",
    sandbox: false,
    problems: [],
    view: { view: "submissions", results, dryRun: false },
  };
  const { talk } = renderReport(report, style, style);
  expect(talk.match(/ambiguous-date/g)).toHaveLength(1);
  expect(talk).toContain("june.csv, column Y, rows 2–4");
  expect(talk).toContain("june.csv (B)");
});

test.each(["number-open", "correction-open"] as const)("%s: only the other document is in doubt", (code) => {
  const held = result({ outcome: "in_doubt", id: undefined, problems: [problem(code, "Nothing was sent.", "")] });
  expect(statusWord(held)).toBe("not sent: another document is in doubt");
  const style = makeStyle({ isTerminal: true, columns: 100, environment: {}, noColor: true });
  const view = { view: "submissions", results: [held], dryRun: false } as const;
  const { talk } = renderReport({ outcome: "in_doubt", sandbox: false, problems: [], view }, style, style);
  expect(talk).toContain("1 document was not sent: the reason is above.");
  expect(talk).not.toContain("may or may not");
});

const where = (file: string) => ({ where: { file } });
const agreed = (file: string) =>
  problem("agreement-ending", "The agreement ends.", "Renew it.", { severity: "warning", where: { file, line: 13 } });
const unanswered = (file: string) => problem("not-connected", "Nothing answers.", "Look at the network.", where(file));

/** Thirty documents, `of` each by default not sent because nothing answers; on a screen of 80 columns. */
function thirty(
  of: (file: string, at: number) => Partial<SubmissionResult>,
  { oneScreen = true, isTerminal = true } = {},
): { data: string; talk: string; said: string } {
  const style = makeStyle({ isTerminal, columns: 80, environment: {}, noColor: true });
  const results = Array.from({ length: 30 }, (_, at) => {
    const file = `d${at + 1}.yaml`;
    const unsent = { id: undefined, documentNumber: undefined, overallStatus: undefined };
    const problems = [agreed(file), unanswered(file)];
    return result({ file, outcome: "not_sent", ...unsent, problems, ...of(file, at) });
  });
  const view = { view: "submissions", results, dryRun: false, as: undefined } as const;
  const report = {
    outcome: "not_sent",
    sandbox: false,
    problems: [],
    view,
    ...(oneScreen ? { oneScreen } : {}),
  } as const;
  const { data, talk } = renderReport(report, style, style);
  return { data, talk, said: talk.replaceAll(/\s+/g, " ") };
}

test("thirty documents that are not sent for one reason fill less than a screen; the reason stands there once", () => {
  const { data, talk, said } = thirty(() => ({}));
  expect(`${data}${talk}`.trimEnd().split("\n").length).toBeLessThanOrEqual(20);
  expect(data.replaceAll(/\s+/g, " ")).toContain(
    "… and 26 more that were not sent, for the reasons below. To see all of them, add --all.",
  );
  expect(said.match(/Nothing answers/g)).toHaveLength(1);
  expect(said).toContain("… and the same for 29 more files");
});

test("one that has anything else to say is shown with all of it", () => {
  const other = (file: string) => problem("supplier-changed", "Another account.", "Ask the supplier.", where(file));
  const { data, said } = thirty((file, at) => (at === 7 ? { problems: [other(file), unanswered(file)] } : {}));
  expect(data).toContain("d8.yaml");
  expect(said).toMatch(/d8\.yaml supplier-changed Another account\..* d8\.yaml not-connected Nothing answers\./);
  expect(said).toContain("… and the same for 28 more files");
});

test.each<[string, Partial<SubmissionResult>]>([
  ["created", { outcome: "done", id: "A-1" }],
  ["in doubt", { outcome: "in_doubt" }],
  ["refused", { outcome: "refused" }],
])("documents that are %s have each its row and its words, because a second run shows them no more", (_, change) => {
  const { data, talk } = thirty((file, at) => ({
    ...change,
    documentNumber: `SB-${at + 1}`,
    problems: [agreed(file)],
  }));
  for (let at = 1; at <= 30; at += 1) {
    expect(data).toContain(`SB-${at} `);
    expect(talk).toContain(`d${at}.yaml:13`);
  }
});

test.each([
  ["with --all", { oneScreen: false }],
  ["in a file or a pipe", { isTerminal: false }],
])("%s each document that is not sent has its row and its reason", (_, how) => {
  const { data, talk } = thirty(() => ({}), how);
  for (let at = 1; at <= 30; at += 1) expect(data).toContain(`d${at}.yaml`);
  expect(talk.match(/Nothing answers/g)).toHaveLength(30);
});
