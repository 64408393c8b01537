import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { mapCommand } from "../../src/commands/map.ts";
import { shownText } from "../../src/sheet/cell.ts";
import { readCsv } from "../../src/sheet/csv/read-csv.ts";
import { headIn } from "../../src/sheet/propose/choose-sheets.ts";
import { plainHeading } from "../../src/sheet/propose/heading-parts.ts";
import { programs } from "../../src/sheet/propose/programs.ts";
import { readXlsx } from "../../src/sheet/xlsx/read-xlsx.ts";
import type { ProgramExport } from "../support/export-cells.ts";
import { book, type Edit, fill, fils, importWith, trnOf } from "../support/map-import.ts";
import { focus, jewellery, quickbooks, sage, xero } from "../support/more-exports.ts";
import { arabic, dynamics, oneWord, sapB1, vouchers } from "../support/other-exports.ts";
import { diamonds, expenses, metal, odoo, tally, zoho } from "../support/program-exports.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { importFile, writingDesk } from "../support/sheet-rows.ts";
import { keys, TerminalRun } from "../support/terminal.ts";

const code = fill("document_lines.commodity_classification.item_classification_code", '"69072100"');
const due = fill("due_date", "2026-07-31");
const nature = fill("document_lines.commodity_classification.nature_code", "DL8.48.8.2");
const gtin = fill("document_lines.standard_item_identification.id", '"4006381333931"');
const item = fill("document_lines.name, document_lines.description", "Goods of May");

interface Case {
  readonly made: ProgramExport;
  readonly called: string | undefined;
  readonly edits: readonly Edit[];
  readonly answers?: Parameters<typeof importWith>[3];
  /** The assumptions shown on the screen and in the map. */
  readonly assumed: readonly string[];
}

const buyerSays = (heading: string): string =>
  `${heading} is the supplier: the sheet lists purchases, although this heading is that of sales`;
const word = (of: string): Edit => ({ line: new RegExp(`^ {4}# ("?${of}"?): S 5$`, "m"), to: "    $1: S 5" });
const makingCode: Edit = {
  line: /^ {4}# (document_lines\.additional_item_identification\.id): "".*$/m,
  to: '    $1: "998892"',
};
const reverseCharge = { edits: [nature, gtin], answers: { zeroRate: "reverse-charge" } } as const;

const cases: Readonly<Record<string, Case>> = {
  zoho: {
    made: zoho(),
    called: "Zoho Books",
    edits: [code],
    assumed: [
      buyerSays("Customer Name"),
      "Exchange Rate is 1 in all rows, because amounts are in AED: it is not an exchange rate",
      "rows by Invoice Status are left out: 16 Void, 16 Draft",
    ],
  },
  odoo: {
    made: odoo(),
    called: "Odoo",
    edits: [item, due],
    answers: { sheet: "Invoices" },
    assumed: [
      "Invoice/Bill Date has the days that a spreadsheet counts, shown as numbers",
      "Quantity is not the quantity: 6 rows have 0 or nothing there",
      "each row is a quantity of 1 piece (H87)",
      "the sheet has no lines: each row is a line, and what it is for is the same in all",
    ],
  },
  tally: {
    made: tally(),
    called: "Tally",
    edits: [due],
    assumed: [
      "all lines have the standard rate of 5 %",
      "Quantity has the quantity and its unit in one cell",
      "amounts are in AED",
    ],
  },
  diamonds: {
    made: diamonds(),
    called: "Suntech",
    ...reverseCharge,
    assumed: ["0 in VAT % is reverse-charge (AE 5), as you said"],
  },
  metal: {
    made: metal(),
    called: "Suntech",
    ...reverseCharge,
    assumed: [
      "Qty/Pcs is not the quantity: 20 rows have 0 or nothing there",
      "Pure Wt. is the quantity, because no other column counts what was supplied",
      "quantities are in grams (GRM)",
    ],
  },
  expenses: {
    made: expenses(),
    called: undefined,
    edits: [due],
    assumed: ["all lines have the standard rate of 5 %", "each row is a quantity of 1 piece (H87)"],
  },
  "sap-b1": {
    made: sapB1(),
    called: "SAP Business One",
    edits: [],
    assumed: ["rows by Canceled are left out: 3 Y"],
  },
  dynamics: { made: dynamics(), called: "Microsoft Dynamics 365", edits: [], assumed: ["amounts are in AED"] },
  vouchers: {
    made: vouchers(),
    called: "Suntech",
    ...reverseCharge,
    assumed: ["0% in VAT % is reverse-charge (AE 5), as you said"],
  },
  quickbooks: {
    made: quickbooks(),
    called: "QuickBooks",
    edits: [],
    assumed: [
      "each row is a quantity of 1 piece (H87)",
      "rows by Transaction type are left out: 3 Bill Payment (Cheque)",
      "amounts are in AED",
    ],
  },
  xero: {
    made: xero(),
    called: "Xero",
    edits: [word("Tax on Purchases")],
    assumed: ["rows by Status are left out: 5 Voided"],
  },
  sage: {
    made: sage(),
    called: "Sage 50",
    edits: [word("T1"), due],
    assumed: ["rows by Type are left out: 24 PP", "each row is a quantity of 1 piece (H87)"],
  },
  focus: {
    made: focus(),
    called: "Focus",
    edits: [],
    assumed: [
      "ExchangeRate is 1 in all rows, because amounts are in AED: it is not an exchange rate",
      "rows by Suspended are left out: 4 Yes",
    ],
  },
  jewellery: {
    made: jewellery(),
    called: "Suntech",
    edits: [nature, gtin, makingCode],
    answers: { zeroRate: "reverse-charge" },
    assumed: [
      "each row is two lines, Gold Amt and Making Amt: its VAT is 5 % of Making Amt alone",
      "Gold Amt bears no VAT: it is reverse-charge (AE 5), as you said",
    ],
  },
  arabic: { made: arabic(), called: undefined, edits: [], assumed: ["all lines have the standard rate of 5 %"] },
  "one word": { made: oneWord(), called: "Xero", edits: [], assumed: ["rows by Status are left out: 4 VOIDED"] },
};

const one = (text: string): string => text.replace(/\s+/g, " ");

/** The names and words that a map uses, and those that it ignores. */
function namesIn(map: string): { used: readonly string[]; left: readonly string[] } {
  const { ignore = [], ...parts } = load(map) as Record<string, unknown> & { ignore?: string[] };
  const words = (value: unknown): string[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, each]) => [name, ...words(each)])
      : [String(value)];
  return { used: words(parts), left: ignore };
}

/** The headings of the sheet that a map is for. */
function headingsOf({ name, content }: ProgramExport, map: string): string[] {
  const bytes = Buffer.from(content);
  const wanted = /^sheet: (.*)$/m.exec(map)?.[1];
  const entries = name.endsWith(".csv") ? undefined : readXlsx(bytes, name);
  const entry = entries?.ok ? (entries.value.find((each) => each.name === wanted) ?? entries.value[0]) : undefined;
  const sheet = entry ? entry.read() : readCsv(bytes, name);
  const head = sheet.ok ? headIn(sheet.value) : undefined;
  const headings = head?.cells.map((cell) => shownText(cell).trim()) ?? [];
  expect(headings.length).toBeGreaterThan(5);
  return headings.filter((heading) => heading !== "");
}

describe("an export of an accounting program: at most three edited lines, and the sums agree", () => {
  test.each(Object.entries(cases))("%s", async (_name, { made, called, edits, answers, assumed }) => {
    const { errors, sums, changed, says, proposed } = await importWith(made.name, made.content, edits, answers);
    if (process.env.SHOW) console.log(says, proposed);
    expect(
      errors.map(({ code, message, where }) => `${where?.cell ?? ""} ${code} ${where?.path} ${message}`).slice(0, 5),
    ).toEqual([]);
    expect(changed).toBe(edits.length);
    expect(changed).toBeLessThanOrEqual(3);
    const [ours, ...others] = sums;
    expect(others).toEqual([]);
    expect([ours?.documents, fils(ours?.net), fils(ours?.vat)]).toEqual([made.documents, made.net, made.vat]);
    expect(says.includes("It looks like an export of")).toBe(called !== undefined);
    if (called !== undefined) expect(says).toContain(`It looks like an export of ${called}.`);
    const { used, left } = namesIn(proposed);
    const told = one(says.slice(says.indexOf("Not used:")));
    for (const heading of headingsOf(made, proposed)) {
      expect([...used, ...left], "each column is used or left out").toContain(heading);
      if (!used.includes(heading)) expect(told, "each column that is left out is told").toContain(one(heading));
    }
    for (const each of assumed) {
      expect(says.replace(/\s+/g, " ")).toContain(each);
      expect(proposed.replace(/\n# /g, " ")).toContain(`Assumed: ${each}.`);
    }
  });
});

describe("what an export cannot say", () => {
  test("which of several sheets, and what 0 % is, is refused in a pipe with the option that answers it", async () => {
    const said = async (made: ProgramExport, answers: Case["answers"] = {}) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, made.name), made.content);
      const options = { ...answers };
      const { problems, outcome } = await runCommand(mapCommand, writingDesk(book), [join(folder, made.name)], options);
      return { outcome, says: problems.map(({ message, hint }) => `${message} ${hint}`).join("\n") };
    };
    const words = async (made: ProgramExport, answers?: Case["answers"]) => (await said(made, answers)).says;
    expect(await words(odoo())).toBe(
      "More than one sheet could be meant: Invoices, Returns. Name the sheet: --sheet NAME.",
    );
    expect(await words(diamonds())).toBe(
      "VAT %: 20 rows have 0 %, which can mean reverse-charge, zero-rated, exempt or out-of-scope; no column says which. Say which: --zero-rate NAME, with one of these four names.",
    );
    const [plain] = [
      {
        ...diamonds(),
        content: "Bill No,Date,Vendor,Item,Qty,Price,VAT %\n1,2026-05-01,A,Rice,1,5,0\n",
        name: "a.csv",
      },
    ];
    expect(await words(plain)).toContain(
      "1 row has 0 %, which can mean zero-rated, exempt, reverse-charge or out-of-scope;",
    );
  });

  test("at a terminal it is asked", async () => {
    const home = temporaryFolder();
    const made = diamonds();
    writeFileSync(join(home, made.name), made.content);
    const run = new TerminalRun(["map", made.name, "--out", "map.yaml"], { home, cwd: home, columns: 80 });
    await run.choose("VAT %: 20 rows have 0 %. What is it?", "reverse charge");
    expect(await run.ended()).toBe(0);
    expect(readFileSync(join(home, "map.yaml"), "utf8")).toContain('"0": AE 5');
    const sheets = odoo();
    writeFileSync(join(home, sheets.name), sheets.content);
    const other = new TerminalRun(["map", sheets.name, "--out", "odoo.yaml"], { home, cwd: home, columns: 80 });
    await other.choose("Which sheet has the documents", "Returns");
    expect(await other.ended()).toBe(0);
    expect(readFileSync(join(home, "odoo.yaml"), "utf8")).toContain("sheet: Returns");
    const left = new TerminalRun(["map", sheets.name], { home, cwd: home, columns: 80 });
    await left.asks("Which sheet has the documents");
    left.type(keys.interrupt);
    expect(await left.ended()).not.toBe(0);
  });

  test("the command that keeps the map repeats what was answered, with names that have blanks in quotes", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "gold of May.xlsx");
    writeFileSync(file, vouchers().content);
    const said: string[] = [];
    const options = { sheet: "Purchases", like: "suntech", zeroRate: "reverse-charge" } as const;
    const desk = { ...writingDesk(book), say: (line: string) => void said.push(line) };
    await runCommand(mapCommand, desk, [file], options);
    expect(said.join("\n")).toContain(
      `To keep it: selfbill map '${file}' --sheet Purchases --like suntech --zero-rate reverse-charge --out map.yaml`,
    );
  });

  test("--like names a program that the headings do not show", async () => {
    const csv =
      "Invoice Number,Invoice Date,Invoice ID,Customer Name,Item Name,Quantity,Item Price\nB-1,2026-05-01,77,Supplier 0,Tile,1,5\n";
    const { proposed } = await importWith("a.csv", csv, [], { like: "zoho" });
    expect(proposed).toContain("Invoice Number: document_number");
    expect(proposed).toMatch(/supplier: \{ column: Customer Name, by: name \}/);
    expect((await importWith("a.csv", csv, [])).proposed).not.toContain("Customer Name, by: name");
  });
});

test("an exchange rate of 1 counts for no row in AED, and rates of other currencies stay", async () => {
  const csv = [
    "Bill No,Date,Due Date,TRN,Item,Qty,Price,Currency,Exchange Rate",
    `B-1,2026-05-01,2026-06-01,${trnOf(0)},Tile,1,50,AED,1.000000`,
    `B-2,2026-05-02,2026-06-01,${trnOf(1)},Tile,1,50,USD,3.6725`,
    "",
  ].join("\n");
  const { proposed, errors, sums } = await importWith("a.csv", csv, []);
  expect(proposed).toContain('  Exchange Rate:\n    "1.000000": ""');
  expect(errors.map(({ message }) => message)).toEqual([]);
  expect(sums.map(({ currency, net }) => [currency, net])).toEqual([
    ["AED", "50"],
    ["USD", "50"],
  ]);
});

test("a total is known under the date too, with its currency; one that is wrong stops the sheet", async () => {
  const csv = (total: string): string =>
    [
      "Date,Bill No,Due Date,TRN,Item,Qty,Amount",
      `2026-05-01,B-1,2026-06-01,${trnOf(0)},Tile,1,1000.00`,
      `2026-05-02,B-2,2026-06-01,${trnOf(1)},Tile,1,250.00`,
      `Total,,,,,,${total}`,
      "",
    ].join("\n");
  const right = await importWith("a.csv", csv('"AED 1,250.00"'), []);
  expect(right.errors).toEqual([]);
  expect(right.sums.map(({ documents, net }) => [documents, net])).toEqual([[2, "1250"]]);
  const wrong = await importWith("a.csv", csv('"AED 1,350.00"'), []);
  expect(wrong.errors.map(({ code, where }) => [code, where?.cell])).toEqual([["control-differs", "G4"]]);
});

test("a map that knows no word of the tax column is read, and each word asked", async () => {
  const { says, errors } = await importWith(sage().name, sage().content, [due]);
  expect(says).toContain('The tax word "T1" is not known: set its category.');
  expect(says).not.toContain("vat needs column and words");
  expect(new Set(errors.map(({ message }) => message))).toEqual(
    new Set(["T/C: T1 is not one of the words of the map."]),
  );
});

test("the options name the programs that there are", () => {
  const roles = readFileSync("src/sheet/propose/headings.txt", "utf8").matchAll(/^(\w+): /gm);
  const known = new Set([...roles].map(([, role]) => role));
  for (const { id, headings } of programs) {
    expect(mapCommand.options.like.read(id).ok, id).toBe(true);
    for (const [heading, meaning] of headings) {
      expect(plainHeading(heading), "as headings are compared").toBe(heading);
      if (meaning) expect(known).toContain(meaning.role);
    }
  }
});

test("a rate that is given beside a sheet is in the documents, and in their files", async () => {
  const csv = [
    "Bill No,Date,Due Date,TRN,Item,Qty,Price,Currency",
    `B-1,2026-05-01,2026-06-01,${trnOf(0)},Tile,1,50,AED`,
    `B-2,2026-05-02,2026-06-01,${trnOf(1)},Tile,1,50,USD`,
    "",
  ].join("\n");
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.csv"), csv);
  const map = join(folder, "map.yaml");
  const options = { out: map };
  await runCommand(mapCommand, writingDesk(book), [join(folder, "a.csv")], options);
  const without = await importFile("a.csv", csv, { map }, book);
  expect(without.errors.length).toBeGreaterThan(0);
  const made = await importFile("a.csv", csv, { map, exchangeRate: ["USD=3.6725"] }, book);
  expect(made.errors).toEqual([]);
  expect(made.document("B-2").tax_exchange_rate).toMatchObject({
    calculation_rate: "3.6725",
    target_currency_code: "AED",
  });
  expect(made.document("B-1").tax_exchange_rate).toBeUndefined();
  const plain = await importFile("a.csv", csv, { map, exchangeRate: ["3.6725"] }, book);
  expect(plain.errors.map(({ message }) => message)).toEqual([expect.stringContaining("would apply to 2 documents")]);
});
