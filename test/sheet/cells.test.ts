import { describe, expect, test } from "vitest";
import type { SelfBilledDocument } from "../../src/document/index.ts";
import { problem } from "../../src/problem/index.ts";
import { SheetRoom, ToldProblems } from "../../src/sheet/told-problems.ts";
import { cellOf, importRows, row, sheetOf } from "../support/sheet-rows.ts";
import { type RawCell, styles } from "../support/workbook.ts";

type Read = (document: SelfBilledDocument) => string | undefined;

const price: Read = ({ document_lines: lines }) => lines?.[0]?.price?.base_amount;
const date: Read = (document) => document.issue_date;
const rate: Read = ({ document_lines: lines }) => lines?.[0]?.classified_tax_category?.percent;
const trn: Read = (document) => document.accounting_supplier_party?.party_tax_scheme?.company_id;
const iban: Read = ({ payment_means: means }) => means?.[0]?.payee_financial_account?.id;
const item: Read = ({ document_lines: lines }) => lines?.[0]?.name;
const hs: Read = ({ document_lines: lines }) => lines?.[0]?.commodity_classification?.item_classification_code;

const order: Read = (document) => document.order_reference?.id;
const discount: Read = ({ document_lines: lines }) => lines?.[0]?.allowances?.[0]?.amount;

describe("what is safe is taken", () => {
  const taken: [what: string, heading: string, cell: RawCell, read: Read, text: string | undefined][] = [
    ["a number of a cell", "Unit price", { v: "1250.5" }, price, "1250.5"],
    ["the noise of a binary number", "Unit price", { v: "1250.0999999999999" }, price, "1250.1"],
    ["noise that carries over", "Unit price", { v: "9.9999999999999996" }, price, "10"],
    ["a small number in short form", "Unit price", { v: "1.25E-3" }, price, "0.00125"],
    ["groups of three", "Unit price", "1,250.00", price, "1250.00"],
    ["millions", "Unit price", "12,345,678.90", price, "12345678.90"],
    ["groups between no-break spaces", "Unit price", "1\u00a0250.00", price, "1250.00"],
    ["groups between thin spaces", "Unit price", "1\u202f250.00", price, "1250.00"],
    ["blanks around", "Unit price", " \u00a0250.00 \u200f", price, "250.00"],
    ["a comma before decimals", "Unit price", "1.250,00", price, "1250.00"],
    ["a single comma before decimals", "Unit price", "12,5", price, "12.5"],
    ["an amount with its currency", "Unit price", "AED 250", price, "250"],
    ["Arabic digits", "Unit price", "٢٥٠", price, "250"],
    ["Arabic digits with their own signs", "Unit price", "١٬٢٥٠٫٧٥", price, "1250.75"],
    ["Persian digits", "Unit price", "۲۵۰", price, "250"],
    ["a percentage as text", "VAT rate", "5%", rate, "5"],
    ["a percentage in Arabic", "VAT rate", "٥٪", rate, "5"],
    ["a percentage as a number", "VAT rate", { v: "5" }, rate, "5"],
    ["a percentage of a cell with that format", "VAT rate", { v: "0.05", s: styles.percent }, rate, "5"],
    ["a percentage with noise", "VAT rate", { v: "5.0000000000000003E-2", s: styles.percent }, rate, "5"],
    ["a real date", "Invoice date", { v: "46188", s: styles.date }, date, "2026-06-15"],
    ["a real date with a time", "Invoice date", { v: "46188.75", s: styles.date }, date, "2026-06-15"],
    ["a day count without a format", "Invoice date", { v: "46188" }, date, "2026-06-15"],
    ["a date by ISO", "Invoice date", "2026-06-15", date, "2026-06-15"],
    ["a date with the year first", "Invoice date", "2026/6/15", date, "2026-06-15"],
    ["a date that has one reading only", "Invoice date", "15/06/2026", date, "2026-06-15"],
    ["a date that is the same in both readings", "Invoice date", "06/06/2026", date, "2026-06-06"],
    ["a date with the month in words", "Invoice date", "15-Jun-2026", date, "2026-06-15"],
    ["a date with the month in words and a year of two digits", "Invoice date", "2-Nov-26", date, "2026-11-02"],
    ["a date as Americans write it", "Invoice date", "June 15, 2026", date, "2026-06-15"],
    ["a date in Arabic digits", "Invoice date", "١٥/٠٦/٢٠٢٦", date, "2026-06-15"],
    ["a date and time as text", "Invoice date", "2026-06-15 00:00:00", date, "2026-06-15"],
    ["a TRN with blanks", "Supplier TRN", "100 2345 6740 0003", trn, "100234567400003"],
    ["a TRN in Arabic digits", "Supplier TRN", "١٠٠٢٣٤٥٦٧٤٠٠٠٠٣", trn, "100234567400003"],
    ["a TRN that is a number", "Supplier TRN", { v: "100234567400003" }, trn, "100234567400003"],
    [
      "a TRN that is stored in short form with all digits",
      "Supplier TRN",
      { v: "1.00234567400003E+14" },
      trn,
      "100234567400003",
    ],
    ["an IBAN in groups of four", "IBAN", "AE56 0990 0000 0123 4567 890", iban, "AE560990000001234567890"],
    ["a code whose format shows zeros", "HS code", { v: "4012000", s: styles.padded }, hs, "04012000"],
    ["an HS code that is a number", "HS code", { v: "69072100" }, hs, "69072100"],
    ["the mark that keeps a text a text", "Supplier TRN", "'100234567400003", trn, "100234567400003"],
    ["the mark of our own files before a sign", "Item", "'%off | tiles", item, "%off | tiles"],
    ["the mark of our own files inside of a text", "Item", "tiles;'=box", item, "tiles;=box"],
    ["a formula's value", "Unit price", { f: "100*2.5", v: "250" }, price, "250"],
    ["a formula's text", "Item", { f: '"Tile "&1', v: "Tile 1", t: "str" }, item, "Tile 1"],
    ["a formula's empty text", "Order number", { f: 'IF(TRUE,"","a")', v: "", t: "str" }, order, undefined],
    ["an HS code in Arabic digits", "HS code", "٦٩٠٧٢١٠٠", hs, "69072100"],
    ["a number with a letter and Arabic digits", "Order number", "A-٥", order, "A-5"],
    ["a discount of zero", "Discount", { v: "0" }, discount, undefined],
    ["a discount of zero as text", "Discount", "0.00", discount, undefined],
    ["Arabic words", "Item", "بلاط سيراميك ٦٠", item, "بلاط سيراميك ٦٠"],
    ["signs that a workbook writes by their number", "Item", "Tile_x0020_A", item, "Tile A"],
  ];

  test.each(taken)("%s", async (_, heading, cell, read, text) => {
    const { errors, document } = await importRows([row({ [heading]: cell })]);
    expect(errors).toEqual([]);
    expect(read(document("SB-1"))).toBe(text);
  });
});

describe("what is not safe is refused in its cell, with the reason", () => {
  const refused: [what: string, heading: string, cell: RawCell, code: string, says: string][] = [
    [
      "a TRN that was made short",
      "Supplier TRN",
      "1.00123E+14",
      "digits-lost",
      "1.00123E+14 is a number in short form.",
    ],
    [
      "a TRN with more digits than are kept",
      "Supplier TRN",
      { v: "1002345674000030" },
      "digits-lost",
      "more than 15 digits",
    ],
    ["an HS code without its first zero", "HS code", { v: "4012000" }, "digits-lost", "the leading zero is lost"],
    ["an amount in short form", "Unit price", "1.25E+3", "digits-lost", "digits are lost"],
    ["a comma that may be that of thousands", "Unit price", "1,250", "ambiguous-number", "1,250 can be 1250 or 1.250."],
    ["a point that may be that of thousands", "Unit price", "3.000", "ambiguous-number", "3.000 can be 3000 or 3.000."],
    ["groups that are not of three", "Unit price", "12,50,000", "wrong-cell", "12,50,000 is not a number."],
    [
      "an amount in another currency",
      "Unit price",
      "USD 250",
      "wrong-value",
      "the cell is in USD, and the document is in AED",
    ],
    ["words in place of a number", "Quantity", "forty", "wrong-cell", "forty is not a number."],
    ["a date in place of a number", "Quantity", { v: "46188", s: styles.date }, "wrong-cell", "has a date or time"],
    [
      "a percentage in place of an amount",
      "Unit price",
      { v: "0.05", s: styles.percent },
      "wrong-cell",
      "a percentage instead of an amount",
    ],
    [
      "a date with two readings",
      "Invoice date",
      "03/04/2026",
      "ambiguous-date",
      "03/04/2026 can be 2026-04-03 or 2026-03-04.",
    ],
    [
      "a time in UTC on the next day of the Gulf",
      "Invoice date",
      "2026-06-30T20:00:00Z",
      "ambiguous-date",
      "2026-06-30T20:00:00Z can be 2026-06-30 or 2026-07-01.",
    ],
    ["a year of two digits", "Invoice date", "15/06/26", "ambiguous-date", "15/06/26"],
    [
      "a day that no calendar has",
      "Invoice date",
      "31/06/2026",
      "wrong-cell",
      "31/06/2026 does not exist: June has 30 days.",
    ],
    ["a word in place of a date", "Due date", "soon", "wrong-cell", "soon is not a date."],
    ["a number that is no day", "Due date", { v: "12" }, "wrong-cell", "12 is not a date."],
    [
      "a failed formula",
      "Unit price",
      { v: "#REF!", t: "e", f: "A1" },
      "wrong-cell",
      "The formula of this cell failed: #REF!.",
    ],
    ["a failed formula as text", "Item", "#N/A", "wrong-cell", "The formula of this cell failed: #N/A."],
    ["a formula without its value", "Unit price", { f: "100*2.5" }, "wrong-cell", "a formula without its value"],
    ["a formula with an empty value", "Discount", { f: "40*5", v: "" }, "wrong-cell", "a formula without its value"],
    ["a Hijri date", "Invoice date", "1448-06-10", "wrong-value", "1448-06-10 is in the year 1448."],
    ["a year that lost its century", "Invoice date", "0026-06-10", "wrong-value", "0026-06-10 is in the year 0026."],
    ["a yes or no", "Item", { v: "1", t: "b" }, "wrong-cell", "the yes/no value TRUE"],
    ["a column that was too narrow", "Supplier TRN", "########", "wrong-cell", "Only ### was saved."],
    ["a control character", "Item", "Tile_x0001_", "wrong-cell", "a control character"],
    ["what only the checks find", "Supplier TRN", "10023456740003", "wrong-value", "it has 14 digits, not 15"],
    ["an empty cell that is needed", "Supplier telephone", undefined, "missing-field", "Supplier telephone is empty."],
  ];

  test.each(refused)("%s", async (_, heading, cell, code, says) => {
    const rows = [row({ "Invoice number": "SB-0" }), row({ [heading]: cell })];
    const { errors, report } = await importRows(rows);
    const at = cellOf(sheetOf(rows), heading, 3);
    const here = errors.filter(({ where }) => where?.cell === at);
    expect(here.map((each) => each.code)).toContain(code);
    expect(here.map((each) => each.message).join("\n")).toContain(says);
    expect(here.every(({ message }) => message.includes(heading))).toBe(true);
    expect(errors.filter(({ where }) => where?.cell !== at)).toEqual([]);
    expect([report.outcome, errors[0]?.where?.sheet]).toEqual(["partial", "Invoices"]);
  });
});

test("of very many wrong cells of a document the first are told, and how many more there are", async () => {
  const rows = Array.from({ length: 1_203 }, (_, at) => row({ Quantity: "forty", Unit: at < 5 ? "######" : "box" }));
  const { errors, report } = await importRows(rows);
  const cells = errors.filter(({ where }) => where?.cell !== undefined);
  expect([cells.length, cells[0]?.where?.line, cells.at(-1)?.where?.line]).toEqual([1_000, 2, 996]);
  const rest = errors.filter(({ code }) => code === "too-many-findings");
  expect(rest.map(({ message }) => message)).toEqual(["208 more findings are not shown."]);
  expect([report.outcome, rest[0]?.where?.sheet]).toEqual(["invalid", "Invoices"]);
});

test("of very many rows that belong to no document the first are told, with what is wrong in them", async () => {
  const rows = Array.from({ length: 1_203 }, () => row({ "Invoice number": "", Quantity: "forty", Unit: "######" }));
  const { errors } = await importRows(rows);
  const told = errors.filter(({ where }) => where?.cell !== undefined).map(({ code }) => code);
  expect([told.length, told.slice(0, 3)]).toEqual([1_000, ["row-without-number", "wrong-cell", "wrong-cell"]]);
  const rest = errors.filter(({ code }) => code === "too-many-findings");
  expect(rest.map(({ message }) => message)).toEqual(["869 more findings are not shown."]);
});

test("of very many documents with wrong cells each tells one of them at least", () => {
  const room = new SheetRoom();
  const found = (severity: "error" | "warning") => problem("wrong-cell", "a", "b", { severity });
  const documentOf = (warnings: number, errors: number) => {
    const told = new ToldProblems(room);
    for (let count = 0; count < warnings; count++) told.add(found("warning"));
    for (let count = 0; count < errors; count++) told.add(found("error"));
    return told.all({ file: "a.csv" }).map(({ severity }) => severity);
  };
  for (let count = 0; count < 20; count++) expect(documentOf(0, 1_000)).toHaveLength(1_000);
  expect(room.more({ file: "a.csv" })).toEqual([]);
  expect(documentOf(2, 0)).toEqual([]);
  expect(room.more({ file: "a.csv" })).toMatchObject([
    { message: "2 more findings are not shown.", severity: "warning" },
  ]);
  expect(documentOf(2, 3)).toEqual(["error"]);
  expect(room.more({ file: "a.csv" })).toMatchObject([
    { message: "6 more findings are not shown.", severity: "error" },
  ]);
});

test("rows that name the invoice they correct are not read as invoices", async () => {
  const { report } = await importRows([row({ "Corrected invoice": "INV-1" })]);
  expect([report.outcome, report.problems.map(({ message, hint }) => `${message} ${hint}`)]).toEqual([
    "invalid",
    [
      "The column Corrected invoice has values, so these rows are credit notes, not invoices. Read them as credit notes: selfbill import FILE --kind credit-note, or selfbill create-credit-note FILE.",
    ],
  ]);
});
