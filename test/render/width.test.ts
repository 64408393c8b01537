import { readFileSync } from "node:fs";
import { Help } from "commander";
import { expect, test } from "vitest";
import { tableView } from "../../src/commands/answer/columns.ts";
import { commands, everywhere, examplesText, optionsBesides, usageOf } from "../../src/commands/index.ts";
import { calculate } from "../../src/document/index.ts";
import { topics } from "../../src/manual/index.ts";
import { type ProblemCode, problem, problemTable } from "../../src/problem/index.ts";
import {
  makeStyle,
  renderDue,
  renderMarkdown,
  renderPreview,
  renderProblems,
  renderReport,
} from "../../src/render/index.ts";
import type { DueItem } from "../../src/report/index.ts";
import { creditNote, invoice, line } from "../support/documents.ts";
import { ask, create, shop } from "../support/shop.ts";

/** No word in help text may be split across lines at these terminal widths. */
const widths = [80, 120];
/**
 * Columns before an option, and between an option and its description; and the width below which a description is no
 * longer wrapped.
 */
const [margin, gap, least] = [2, 2, 40];

test("no help has a line that is wider than the terminal", async () => {
  const tooWide: string[] = [];
  for (const entry of commands) {
    const { words, help, facts, options, examples } = await entry.load();
    const [name] = words.split(" ");
    const usage = `Usage: selfbill ${name} ${usageOf(words)}`;
    const shared = [...everywhere, ...optionsBesides({ facts, options })];
    const flags = [...Object.values(options), ...shared.map(([each]) => ({ flags: each }))];
    const widest = Math.max(...flags.map((each) => each.flags.length));
    for (const width of widths) {
      const ownLines = (help ?? "").split("\n").filter((line) => line.startsWith(" "));
      const lines = [
        usage,
        ...ownLines,
        ...examplesText(examples, (text) => new Help().boxWrap(text, width - 6)).split("\n"),
      ];
      tooWide.push(...lines.filter((line) => line.length > width));
      // Commander wraps an option's description between words, if there is room for it.
      if (margin + widest + gap + least > width) tooWide.push(`${name}: an option of ${widest} columns`);
    }
  }
  expect(tooWide).toEqual([]);
});

test.each(widths)(
  "no page of the manual breaks a word at %i columns, and what is to be typed stays on its line",
  (columns) => {
    const style = makeStyle({ isTerminal: true, columns, environment: {}, noColor: true });
    for (const topic of topics) {
      const page = readFileSync(`src/manual/${topic}.md`, "utf8");
      const wide = renderMarkdown(page, style)
        .split("\n")
        .filter((line) => line.length > columns);
      for (const line of wide) {
        expect(line, topic).toMatch(/^ {4}/);
        expect(line, topic).not.toMatch(/ {2}# /);
        expect(page, topic).toContain(line.trim());
      }
    }
  },
);

test.each(widths)(
  "facts are beside their labels at %i columns, a hash below its own where it has no room",
  (columns) => {
    const style = makeStyle({ isTerminal: true, columns, environment: {}, noColor: true });
    const hash = "9f2c81d04b7a66e3".repeat(4);
    const facts: [string, string][] = [
      ["Result", "every record, later status and kept text has the hash that was recorded, and nothing is missing"],
      ["SHA-256 of the manifest", hash],
      ["Files", "44"],
    ];
    const view = { view: "facts", facts, data: {} } as const;
    const { data } = renderReport({ outcome: "done", sandbox: false, view, problems: [] }, style, style);
    for (const line of data.split("\n")) expect(line.length, line).toBeLessThanOrEqual(columns);
    expect(data).not.toMatch(/ $/m);
    expect(data).toMatch(new RegExp(`^${columns === 80 ? "  " : "SHA-256 of the manifest  "}${hash}$`, "m"));
  },
);

test("every line of a fact is filled before the next one begins", () => {
  const style = makeStyle({ isTerminal: true, columns: 80, environment: {}, noColor: true });
  const words =
    "complete and unchanged: every record, later status and kept text has the hash that was recorded ".repeat(3);
  const view = { view: "facts", facts: [["Attempts to send", words.trim()]], data: {} } as const;
  const { data } = renderReport({ outcome: "done", sandbox: false, view, problems: [] }, style, style);
  const lines = data.trimEnd().split("\n");
  for (const [at, line] of lines.slice(0, -1).entries())
    expect(`${line} ${lines[at + 1]?.trimStart().split(" ")[0]}`.length).toBeGreaterThan(80);
});

test.each(widths)("parties and accounts with long names go on beside their labels at %i columns", (columns) => {
  const style = makeStyle({ isTerminal: true, columns, environment: {}, noColor: true });
  const name = "Al Noor Building Materials and General Maintenance Contracting Company (Sole Proprietorship) L.L.C.";
  const account = { id: "AE560990000001234567890", name };
  const document = invoice({ payment_means: [{ payment_means_code: "30", payee_financial_account: account }] });
  document.accounting_supplier_party = { ...document.accounting_supplier_party, party_name: name };
  const preview = { file: "march.yaml", kind: "invoice", document, calculation: calculate(document) } as const;
  const lines = renderPreview(preview, style).split("\n");
  expect(lines.filter((line) => line.length > columns)).toEqual([]);
  expect(lines.filter((line) => line.endsWith(" "))).toEqual([]);
  expect(lines.some((line) => /^ {16}(?:\S.*)?100234567400003$/.test(line))).toBe(true);
});

test("a preview shows the quantity that a price is for, and the line's own allowances and charges", () => {
  const entry = (amount: string, reason: string) => ({ amount, reason });
  const price = { base_amount: "12.50", base_quantity: "1000" };
  const more = { allowances: [entry("2", "Discount")], charges: [entry("700.5", "Packing")] };
  const document = invoice({ document_lines: [line({ quantity: "5000", price, ...more })] });
  const preview = { file: "march.yaml", kind: "invoice", document, calculation: calculate(document) } as const;
  const style = makeStyle({ isTerminal: true, columns: 120, environment: {}, noColor: true });
  const shown = renderPreview(preview, style).replace(/[│ ]+/g, " ");
  expect(shown).toContain("5000 boxes (XBX) 12.50 per 1000 761.00");
  expect(shown).toMatch(/\n − 2\.00 \(Discount\) \n \+ 700\.50 \(Packing\) \n/);
});

test("a list of what is due is in columns, whatever its names", () => {
  const style = makeStyle({ isTerminal: true, columns: 80, environment: {}, noColor: true });
  const item = (at: number, supplier: string): DueItem => ({
    ...{ what: "overdue", called: `outbox/2026-06/invoice-of-the-supplier-${at}.yaml`, kind: "invoice", supplier },
    ...{ payable: `${10 ** at}.00`, currency: "AED", why: ["Too late."], todo: ["Send it now."] },
    deadline: { from: "supply", day: "2026-06-01", last: "2026-06-15", daysLeft: -3 },
  });
  const long = "Al Noor Building Materials and General Maintenance Contracting Company L.L.C.";
  const shown = renderDue(
    [item(1, long), item(2, "شَرِكَة النُّور"), item(7, "Desert Lime")],
    { parts: [], before: undefined },
    style,
  );
  const lines = shown.split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const ends = lines.filter((line) => line.includes(" AED")).map((line) => line.indexOf(" AED"));
  expect(new Set(ends).size).toBe(1);
});

test.each(widths)("what stands in place of an empty table is wrapped at %i columns", (columns) => {
  const style = makeStyle({ isTerminal: true, columns, environment: {}, noColor: true });
  const empty =
    "✓ 0 of 1 documents since 2026-08-24 would be refused by PINT AE 1.0.4, the edition in force. Nothing was sent.";
  const view = { ...tableView([], { Document: () => "" }), data: {}, empty };
  const { data } = renderReport({ outcome: "done", sandbox: false, view, problems: [] }, style, style);
  for (const line of data.split("\n")) expect(line.length, line).toBeLessThanOrEqual(columns);
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
    // The complete text is shown, word for word.
    expect(shown.split(/\s+/)).toEqual(expect.arrayContaining(`${means} ${todo}`.split(" ")));
  }
});

test("the status of one document names number and kind, and with --verbose the id, in one line of 80 columns", async () => {
  const style = makeStyle({ isTerminal: true, columns: 80, environment: {}, noColor: true });
  const { desk, clock } = await shop();
  const id = await create(desk, creditNote({ document_number: "SBC-2026-00123" }));
  clock.advance(3_600);
  const linesOf = async (verbose: boolean) =>
    renderReport(await ask(desk, [id], { verbose }), style, style).data.split("\n");
  expect((await linesOf(false))[0]).toBe("SBC-2026-00123  self-billed credit note");
  const [first, ...more] = await linesOf(true);
  expect(first).toBe(`SBC-2026-00123  self-billed credit note  ${id}`);
  expect([first, ...more].filter((line) => (line ?? "").length > 80)).toEqual([]);
});
