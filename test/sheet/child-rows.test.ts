import { describe, expect, test } from "vitest";
import { book, fils, importWith, vatOf } from "../support/map-import.ts";
import { count, day, due, hs, lines, number, type Register, readRegister } from "../support/register-lines.ts";
import { type RawCell, workbook } from "../support/workbook.ts";

const registers: Readonly<Record<string, Register>> = {
  "ERPNext, purchase invoices with their items": {
    headings: [
      "ID",
      "Supplier",
      "Tax Id",
      "Date",
      "Due Date",
      "Is Return (Debit Note)",
      "Currency",
      "Net Total",
      "ID (Items)",
      "Item (Items)",
      "Accepted Qty (Items)",
      "UOM (Items)",
      "Rate (Items)",
      "Amount (Items)",
      "Customs Tariff Number (Items)",
    ],
    edits: [],
    cells: ({ at, bill, isFirst, name, trn, quantity, rate, net, ofBill }) => [
      ...(isFirst
        ? [`ACC-PINV-2026-0${bill}`, name, trn, day(bill), "2026-07-31", count(0), "AED", number(ofBill)]
        : Array.from({ length: 8 }, () => "")),
      `a8f${at}c`,
      "Tile",
      count(quantity),
      "Nos",
      number(rate),
      number(net),
      hs,
    ],
  },
  "ERPNext, purchase receipts with their items": {
    headings: [
      "ID",
      "Supplier",
      "Date",
      "Status",
      "Currency",
      "Grand Total",
      "Item Code (Items)",
      "Item Name (Items)",
      "Accepted Quantity (Items)",
      "Received Quantity (Items)",
      "Rejected Quantity (Items)",
      "UOM (Items)",
      "Rate (Items)",
      "Amount (Items)",
      "HS Code (Items)",
    ],
    edits: [due],
    cells: ({ bill, isFirst, name, quantity, rate, net, ofBill }) => [
      ...(isFirst
        ? [`MAT-PRE-2026-0${bill}`, name, day(bill), "To Bill", "AED", number(ofBill + vatOf(ofBill))]
        : Array.from({ length: 6 }, () => "")),
      "TILE-60",
      "Tile",
      count(quantity),
      count(quantity + 1n),
      count(1),
      "Nos",
      number(rate),
      number(net),
      hs,
    ],
  },
  "Odoo, bills with their lines": {
    headings: [
      "Number",
      "Partner",
      "Partner/Tax ID",
      "Invoice/Bill Date",
      "Due Date",
      "Total",
      "Invoice lines/Product",
      "Invoice lines/Quantity",
      "Invoice lines/Unit of Measure",
      "Invoice lines/Unit Price",
      "Invoice lines/Subtotal",
      "Invoice lines/HS Code",
    ],
    edits: [],
    cells: ({ bill, isFirst, name, trn, quantity, rate, net, ofBill }) => [
      ...(isFirst
        ? [`BILL/2026/0${bill}`, name, trn, day(bill), "2026-07-31", number(ofBill + vatOf(ofBill))]
        : Array.from({ length: 6 }, () => "")),
      "Tile",
      count(quantity),
      "Units",
      number(rate),
      number(net),
      hs,
    ],
  },
};

describe("lists whose documents stand in the first row of their lines", () => {
  test.each(Object.entries(registers))("%s", async (_, register) => {
    const { messages, net, changed, proposed } = await readRegister(register);
    expect([messages, net], proposed).toEqual([[], lines.reduce((sum, each) => sum + each.net, 0n)]);
    expect(changed).toBeLessThanOrEqual(2);
  });
});

describe("rows of lines whose document stands in the first one", () => {
  const { headings, cells } = registers["ERPNext, purchase receipts with their items"] as Register;
  const receipts = (change: (rows: RawCell[][]) => void) => {
    const rows = lines.slice(0, 4).map((line) => [...cells(line)]);
    change(rows);
    return importWith("receipts.xlsx", workbook([{ name: "Receipts", rows: [[...headings], ...rows] }]), [due]);
  };
  const items = (rows: RawCell[][]) => rows[1]?.slice(6) ?? [];

  test("a line above the first document belongs to none", async () => {
    const { errors } = await receipts((rows) => rows.unshift([...Array.from({ length: 6 }, () => ""), ...items(rows)]));
    expect(errors.map(({ code, where }) => [code, where?.cell])).toEqual([["wrong-cell", "D2"]]);
  });

  test("a row that has a date and no number is no line of the document above", async () => {
    const { errors } = await receipts((rows) => {
      rows[1] = ["", "", day(3), "", "", "", ...items(rows)];
    });
    expect(errors.map(({ code, where }) => [code, where?.cell])).toContainEqual(["wrong-cell", "D3"]);
  });

  test("a row of totals is no line", async () => {
    const total = lines.slice(0, 4).reduce((sum, { net }) => sum + net, 0n);
    const { errors, sums } = await receipts((rows) =>
      rows.push([...Array.from({ length: 6 }, () => ""), "Total", "", "", "", "", "", "", number(total)]),
    );
    expect([errors, fils(sums[0]?.net)]).toEqual([[], total]);
  });

  test("without fill_down such rows are refused", async () => {
    const rows = [[...headings], ...lines.slice(0, 2).map((line) => [...cells(line)])];
    const content = workbook([{ name: "Receipts", rows }]);
    const { errors } = await importWith("receipts.xlsx", content, [due, { line: /^fill_down: yes$/m, to: "" }]);
    expect(errors.map(({ code }) => code)).toContain("wrong-cell");
  });
});

test("a row with the values of a line alone is refused with the line of the map that makes it one of the document above", async () => {
  const csv = `Bill No,Bill Date,Due Date,Vendor TRN,Item,HS Code,Qty,Price\nB-1,2026-06-15,2026-07-31,${book[0]?.accounting_supplier_party?.party_tax_scheme?.company_id},Bolt,73181500,1,100\n,,,,Nut,73181600,2,10\n`;
  const { errors } = await importWith("bills.csv", csv, []);
  expect(errors.map(({ code, hint }) => [code, hint])).toContainEqual([
    "row-without-number",
    "If such rows are further lines of the document above them, write into the map: fill_down: yes. Otherwise write it in every row; delete rows that are not lines, such as totals. Until then the sheet is not sent.",
  ]);
  const { sums, errors: none } = await importWith("bills.csv", csv, [
    { line: /^version: 2$/m, to: "version: 2\nfill_down: yes" },
  ]);
  expect([none, fils(sums[0]?.net)]).toEqual([[], 12_000n]);
});
