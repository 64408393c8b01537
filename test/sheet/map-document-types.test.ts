import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mapCommand } from "../../src/commands/map.ts";
import { serial } from "../support/export-cells.ts";
import { book, importWith } from "../support/map-import.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { importFile, writingDesk } from "../support/sheet-rows.ts";
import { type RawCell, workbook } from "../support/workbook.ts";

const name = book[0]?.accounting_supplier_party?.party_name ?? "";
const one = (text: string): string => text.replace(/\s+/g, " ");

/** Returns the number and kind of each document in an import. */
function kindsOf({ report: { view } }: Awaited<ReturnType<typeof importWith>>): string[] {
  const documents = view.view === "table" ? (view.data.documents as { label: string; kind: string }[]) : [];
  return documents.map(({ label, kind }) => `${label} ${kind}`);
}

/** Makes a map for one file, and imports the next month's file with it. */
async function nextMonth(first: string, second: string) {
  const folder = temporaryFolder();
  const [file, map] = [join(folder, "a.csv"), join(folder, "map.yaml")];
  writeFileSync(file, first);
  await runCommand(mapCommand, writingDesk(book), [file], { out: map });
  return { map: readFileSync(map, "utf8"), ...(await importFile("b.csv", second, { map }, book)) };
}

test.each([
  ["Credit note no.", "Credit note date", "credit-note"],
  ["Document no.", "Credit memo date", "credit-note"],
  ["CN No", "Date", "credit-note"],
  ["رقم إشعار دائن", "التاريخ", "credit-note"],
  ["Invoice no.", "Invoice date", "invoice"],
])("without a column for the kind, the headings %s and %s say %s", async (number, date, kind) => {
  const csv = `${number},${date},Supplier,Item,Qty,UOM,Price,VAT %\nN-1,2026-05-02,${name},Tile,4,BOX,250.00,5\n`;
  const made = await importWith("list.csv", csv, []);
  expect(made.proposed).toMatch(new RegExp(`^kind: ${kind}$`, "m"));
  expect(kindsOf(made)).toEqual([`N-1 ${kind}`]);
});

describe("rows whose document type is no invoice never become invoices", () => {
  test("Tally: debit notes are credit notes, payments and journals are left out, and both are said", async () => {
    const csv = [
      "Date,Particulars,Vch Type,Voucher No.,Value,Gross Total",
      `2026-11-15,${name},Debit Note,DN-7,168.00,176.40`,
      `2026-11-16,${name},Purchase,205,100.00,105.00`,
      `2026-11-17,${name},Payment,9,100.00,100.00`,
      "",
    ].join("\n");
    const made = await importWith("dn.csv", csv, [], { like: "tally" });
    expect(kindsOf(made)).toEqual(["DN-7 credit-note", "205 invoice"]);
    expect(one(made.says)).toContain(
      "rows by Vch Type are credit notes, not invoices: 1 Debit Note; send them with selfbill create-credit-note",
    );
    expect(one(made.says)).toContain("rows by Vch Type are left out: 1 Payment");
  });

  test.each([
    ["Document Type", "A/P Credit Memo"],
    ["Document Type", "Credit Memo"],
    ["Transaction Type", "Vendor Credits"],
    ["Move Type", "in_refund"],
    ["Type", "Vendor Credit Note"],
    ["Voucher Type", "Purchase Return"],
  ])("%s %s is a credit note, also where no other row is there", async (heading, word) => {
    const csv = `Bill No,Date,Vendor,Item,Qty,Price,${heading}\nB-1,2026-05-01,${name},Tile,1,50,${word}\n`;
    expect(kindsOf(await importWith("a.csv", csv, []))).toEqual(["B-1 credit-note"]);
  });

  test.each(["Journal", "Payment", "Receipt Note", "Purchase Order", "Contra"])("%s is no document", async (word) => {
    const row = (at: number, type: string) => `B-${at},2026-05-01,${name},Tile,1,50,${type}\n`;
    const csv = `Bill No,Date,Vendor,Item,Qty,Price,Voucher Type\n${row(1, word)}${row(2, "Purchase")}`;
    expect(kindsOf(await importWith("a.csv", csv, []))).toEqual(["B-2 invoice"]);
  });

  test("a word that is not known stops, now and next month", async () => {
    const head = "Bill No,Date,Vendor,Item,Qty,Price,Voucher Type\n";
    const row = (type: string) => `B-1,2026-05-01,${name},Tile,1,50,${type}\n`;
    const made = await importWith("a.csv", head + row("Zakat"), []);
    expect(kindsOf(made)).toEqual([]);
    expect(one(made.says)).toContain("Voucher Type: the word Zakat is not known");
    expect(made.errors.map(({ code }) => code)).toContain("wrong-cell");
    const next = await nextMonth(head + row("Purchase"), head + row("Zakat"));
    expect(next.errors.map(({ code }) => code)).toContain("wrong-cell");
  });
});

describe("which states count is known beyond the words that were seen", () => {
  const head = "Bill Number,Bill Date,Vendor Name,Item Name,Quantity,Rate,Bill Status\n";
  const row = (at: number, state: string) => `B-${at},2026-05-01,${name},Tile,1,50,${state}\n`;

  test("next month's Partially Paid counts, Draft does not, and Disputed stops", async () => {
    const first = head + row(1, "Open") + row(2, "Overdue") + row(3, "Paid");
    const good = await nextMonth(first, head + row(4, "Partially Paid") + row(5, "Draft") + row(6, "Pending Approval"));
    const rows = good.report.view.view === "table" ? good.report.view.rows.map(([label]) => label) : [];
    expect(rows).toEqual(["B-4"]);
    const bad = await nextMonth(first, head + row(4, "Open") + row(5, "Disputed"));
    expect(bad.errors.map(({ message }) => message).join()).toContain(
      "Bill Status: Disputed is neither in only_when nor in leave_out",
    );
  });
});

test("a column that says whether prices include VAT counts next month too, where it said false in all rows", async () => {
  const head = "Bill Number,Bill Date,Vendor Name,Item Name,Quantity,Rate,Is Inclusive Tax,Usage unit,Total\n";
  const row = (at: number, word: string, unit = "pcs") => `B-${at},2026-05-01,${name},Tile,2,50,${word},${unit},100\n`;
  const next = await nextMonth(head + row(1, "false") + row(2, "false", "ton"), head + row(3, "true"));
  expect(next.map).toMatch(/vat: \{ column: Is Inclusive Tax, included: \["true", /);
  expect(next.map).not.toContain("Rate is without VAT");
  expect(next.map).not.toContain("net: Total");
  expect(next.map).toContain("ton: TNE");
  const { view } = next.report;
  expect(view.view === "table" && view.rows[0]?.slice(4, 7)).toEqual(["95.24", "4.76", "100.00"]);
});

test("an empty column finds no supplier, and an unknown unit is not offered as pieces", async () => {
  const csv = `Bill No,Date,GSTIN/UIN,Vendor,Item,Qty,Unit,Price\nB-1,2026-05-01,,${name},Tile,1,blorp,50\n`;
  const { proposed } = await importWith("a.csv", csv, []);
  expect(proposed).toContain("supplier: { column: Vendor, by: name }");
  expect(proposed).toContain('# blorp: ""');
  expect(proposed).toMatch(/^ignore: \["GSTIN\/UIN"\]$/m);
});

describe("a column that is only called Type or Status", () => {
  const row = (at: number, word: string) => `B-${at},2026-05-01,2026-06-01,${name},Tile,1,50,${word}\n`;
  const sheet = (heading: string, ...words: string[]) =>
    `Bill No,Date,Due Date,Vendor,Item,Qty,Price,${heading}\n${words.map((word, at) => row(at + 1, word)).join("")}`;

  test.each([
    ["Type", ["Barter"], "Invoice, credit note, or neither?"],
    ["Type", ["Barter", "Swap"], "Invoice, credit note, or neither?"],
    ["Status", ["Limbo"], "Do such rows count, or are they drafts or void?"],
    ["State", ["L1", "L2"], "Do such rows count, or are they drafts or void?"],
  ])("%s with the words %j stops with a question", async (heading, words, question) => {
    const made = await importWith("a.csv", sheet(heading, ...words), []);
    expect(one(made.says)).toContain(
      `${heading}: the ${words.length > 1 ? "words" : "word"} ${words.join(", ")} ${words.length > 1 ? "are" : "is"} not known. ${question}`,
    );
    expect(kindsOf(made)).toEqual([]);
    expect(made.errors.map(({ code }) => code)).toContain("wrong-cell");
  });

  test("the word counts once it is where the question says", async () => {
    const asInvoice = { line: /^( {2}invoice: \[)/m, to: "$1Barter, " };
    expect(kindsOf(await importWith("a.csv", sheet("Type", "Barter"), [asInvoice]))).toEqual(["B-1 invoice"]);
    const counts = { line: /^( {2}Status: \[)(?=.*Open)/m, to: "$1Limbo, " };
    expect(kindsOf(await importWith("a.csv", sheet("Status", "Limbo"), [counts]))).toEqual(["B-1 invoice"]);
  });

  test("that has only goods and services, or nothing, says nothing of documents", async () => {
    for (const words of [["Goods", "Service"], [""]])
      expect((await importWith("a.csv", sheet("Type", ...words), [])).errors).toEqual([]);
    expect((await importWith("a.csv", sheet("Status", ""), [])).errors).toEqual([]);
  });
});

describe("documents and lines in two sheets", () => {
  const head = [
    "Bill Number",
    "Bill Date",
    "Due Date",
    "Vendor Name",
    "Status",
    "Doc Type",
    "Currency",
    "Exchange Rate",
  ];
  const bill = (at: number, status: string, type = "Bill"): RawCell[] => [
    `B-${at}`,
    serial(at),
    serial(at + 1),
    name,
    status,
    type,
    "AED",
    { v: "1.00" },
  ];
  const line = (bill: string, net: string, tax: string, quantity = "1"): RawCell[] => [
    bill,
    "Tile",
    { v: quantity },
    { v: net },
    tax,
  ];
  const made = (bills: RawCell[][], lines: RawCell[][]) =>
    workbook([
      { name: "Bills", rows: [head, ...bills] },
      { name: "Lines", rows: [["Bill Number", "Item", "Qty", "Net Amount", "Tax Code"], ...lines] },
    ]);

  test("what is left out is counted in the sheet that has the words", async () => {
    const bills = [bill(1, "Open"), bill(2, "Void"), bill(3, "Draft"), bill(4, "Open", "Payment")];
    const lines = ["B-1", "B-1", "B-2", "B-2", "B-3", "B-4"].map((each, at) => line(each, String(100 + at), "SR"));
    const { says, sums, errors } = await importWith("b.xlsx", made(bills, lines), []);
    expect(errors).toEqual([]);
    expect(one(says)).toContain("rows by Status are left out: 1 Void, 1 Draft");
    expect(one(says)).toContain("rows by Doc Type are left out: 1 Payment");
    expect(sums).toMatchObject([{ documents: 1, net: "201" }]);
  });

  test("the sign of a line makes a credit note, whatever stands in that column of the documents", async () => {
    const bills = [bill(1, "Open"), bill(2, "Open")];
    const lines = [line("B-1", "100", "SR"), line("B-2", "-40", "SR", "-1")];
    const both = await importWith("b.xlsx", made(bills, lines), []);
    expect(both.proposed).toContain("sign_of: Net Amount");
    expect(kindsOf(both)).toEqual(["B-1 invoice", "B-2 credit-note"]);
  });

  test("0 % is counted in the sheet that has it", async () => {
    const folder = temporaryFolder();
    const [file, rates] = [join(folder, "b.xlsx"), ["0%", "0%", "SR"]];
    const bills = rates.map((rate, at) => [...bill(at, "Open"), rate]);
    const lines: RawCell[][] = rates.map((_, at) => [`B-${at}`, "Tile", { v: "1" }, { v: "100" }]);
    const sheets = [
      { name: "Bills", rows: [[...head, "Tax Code"], ...bills] },
      { name: "Lines", rows: [["Bill Number", "Item", "Qty", "Net Amount"], ...lines] },
    ];
    writeFileSync(file, workbook(sheets));
    const report = await runCommand(mapCommand, writingDesk(book), [file]);
    expect(report.problems.map(({ message }) => message).join()).toContain("Tax Code: 2 rows have 0 %");
  });
});
