import { describe, expect, test } from "vitest";
import { type Edit, fils, importWith, shown, trnOf, vatOf } from "../support/map-import.ts";
import { type RawCell, workbook } from "../support/workbook.ts";

/** A register of receipts or purchases, shaped like the exports of a program; facts of form only. */
interface Register {
  readonly headings: readonly string[];
  readonly edits: readonly Edit[];
  readonly answers?: Parameters<typeof importWith>[3];
  cells(line: Line): readonly RawCell[];
}

interface Line {
  readonly at: number;
  /** Of the document: two lines have the same. */
  readonly bill: number;
  readonly isFirst: boolean;
  readonly quantity: bigint;
  readonly rate: bigint;
  readonly net: bigint;
  readonly code: string;
  readonly trn: string;
  readonly name: string;
}

const lines: readonly Line[] = Array.from({ length: 12 }, (_, at) => {
  const bill = Math.floor(at / 2);
  const [quantity, rate] = [BigInt(at * 7 + 3), BigInt(at * 1_320 + 2_460)];
  return {
    at,
    bill,
    isFirst: at % 2 === 0,
    quantity,
    rate,
    net: quantity * rate,
    code: `V10${bill % 3}`,
    trn: trnOf(bill),
    name: `Supplier ${bill % 3} Trading LLC`,
  };
});
const number = (fils: bigint): RawCell => ({ v: shown(fils) });
const count = (value: bigint | number): RawCell => ({ v: String(value) });
const day = (bill: number): string => `2026-06-${String(bill + 10)}`;

const hs = "69072100";

const due: Edit = { line: /^ {2}# due_date: "".*$/m, to: "  due_date: 2026-07-31" };
const by = (heading: string): Edit => ({ line: /^group_by: .*$/m, to: `group_by: ${JSON.stringify(heading)}` });

const registers: Readonly<Record<string, Register>> = {
  "a plain register of goods receipts": {
    headings: [
      "GRN No",
      "GRN Date",
      "PO No",
      "Vendor",
      "Item Description",
      "UOM",
      "Qty Received",
      "PO Rate",
      "Amount",
      "HS Code",
    ],
    edits: [by("GRN No"), due],
    cells: ({ bill, name, quantity, rate, net }) => [
      `GRN-${bill}`,
      day(bill),
      `PO-${bill}`,
      name,
      "Tile",
      "pcs",
      count(quantity),
      number(rate),
      number(net),
      hs,
    ],
  },
  "a register with accepted and rejected quantities": {
    headings: [
      "Sr. No.",
      "MRN No.",
      "MRN Date",
      "Supplier Name",
      "Supplier TRN",
      "Material",
      "HSN Code",
      "Unit",
      "Ordered Qty",
      "Received Qty",
      "Rejected Qty",
      "Accepted Qty",
      "Basic Rate",
      "Basic Value",
      "Remarks",
    ],
    edits: [by("MRN No."), due],
    cells: ({ at, bill, name, trn, quantity, rate, net }) => [
      count(at + 1),
      `MRN/${bill}`,
      day(bill),
      name,
      trn,
      "Tile",
      hs,
      "box",
      count(quantity + 5n),
      count(quantity + 2n),
      count(2),
      count(quantity),
      number(rate),
      number(net),
      "ok",
    ],
  },
  "SAP, list of material documents": {
    headings: [
      "Material Document",
      "Mat. Doc.Item",
      "Posting Date",
      "Vendor",
      "Purchase order",
      "Item",
      "Material",
      "Material Description",
      "Movement Type",
      "Qty in Un. of Entry",
      "Unit of Entry",
      "Amount in LC",
      "Commodity Code",
    ],
    edits: [by("Material Document"), due],
    cells: ({ at, bill, code: supplier, quantity, net }) => [
      `50000${bill}`,
      count(at + 1),
      day(bill),
      supplier,
      `45000${bill}`,
      count(10),
      "TILE-60",
      "Tile",
      "101",
      count(quantity),
      "EA",
      number(net),
      hs,
    ],
  },
  "SAP, history of purchase orders": {
    headings: [
      "Purchasing Document",
      "Item",
      "Supplier",
      "Document Date",
      "Short Text",
      "Order Quantity",
      "Order Unit",
      "Net Price",
      "Price Unit",
      "Net Order Value",
      "Currency",
      "Commodity Code",
    ],
    edits: [by("Purchasing Document"), due],
    cells: ({ bill, code: supplier, quantity, rate, net }) => [
      `45000${bill}`,
      count(10),
      supplier,
      day(bill),
      "Tile",
      count(quantity),
      "EA",
      number(rate),
      count(1),
      number(net),
      "AED",
      hs,
    ],
  },
  "Business Central, posted purchase receipts": {
    headings: [
      "Document No.",
      "Posting Date",
      "Buy-from Vendor No.",
      "No.",
      "Description",
      "Quantity",
      "Unit of Measure Code",
      "Direct Unit Cost",
      "Line Amount Excl. VAT",
      "Order No.",
      "Qty. Rcd. Not Invoiced",
      "Tariff No.",
    ],
    edits: [due],
    cells: ({ bill, code: supplier, quantity, rate, net }) => [
      `PR-${bill}`,
      day(bill),
      supplier,
      "1000",
      "Tile",
      count(quantity),
      "PCS",
      number(rate),
      number(net),
      `PO-${bill}`,
      count(quantity),
      hs,
    ],
  },
  "Odoo, receipts of the stock": {
    headings: [
      "Reference",
      "Contact",
      "Effective Date",
      "Source Document",
      "Product",
      "Demand",
      "Done",
      "Unit of Measure",
      "Unit Price",
      "Subtotal",
      "HS Code",
    ],
    edits: [by("Reference"), due],
    cells: ({ bill, name, quantity, rate, net }) => [
      `WH/IN/${bill}`,
      name,
      day(bill),
      `P0${bill}`,
      "Tile",
      count(quantity),
      count(quantity),
      "Units",
      number(rate),
      number(net),
      hs,
    ],
  },
  "a purchase register with VAT": {
    headings: [
      "Voucher No",
      "Date",
      "Party Name",
      "TRN",
      "Particulars",
      "HSN",
      "Qty",
      "Unit",
      "Rate",
      "Taxable Value",
      "VAT @5%",
      "Invoice Value",
    ],
    edits: [due],
    cells: ({ bill, name, trn, quantity, rate, net }) => [
      `PV-${bill}`,
      day(bill),
      name,
      trn,
      "Tile",
      hs,
      count(quantity),
      "Nos",
      number(rate),
      number(net),
      number(vatOf(net)),
      number(net + vatOf(net)),
    ],
  },
  "an Arabic register of receipts": {
    headings: [
      "رقم الاستلام",
      "تاريخ الاستلام",
      "المورد",
      "الرقم الضريبي",
      "الصنف",
      "الوحدة",
      "الكمية المستلمة",
      "سعر الوحدة",
      "الإجمالي قبل الضريبة",
      "HS Code",
    ],
    edits: [by("رقم الاستلام"), due],
    cells: ({ bill, name, trn, quantity, rate, net }) => [
      `R-${bill}`,
      day(bill),
      name,
      trn,
      "Tile",
      "قطعة",
      count(quantity),
      number(rate),
      number(net),
      hs,
    ],
  },
};

describe("registers of receipts and purchases", () => {
  test.each(Object.entries(registers))("%s", async (_, { headings, edits, answers, cells }) => {
    const rows = [[...headings], ...lines.map((line) => [...cells(line)])];
    const content = workbook([{ name: "Register", rows }]);
    const { proposed, errors, sums, changed } = await importWith("register.xlsx", content, edits, answers);
    expect([errors.map(({ message }) => message), fils(sums[0]?.net), proposed]).toEqual([
      [],
      lines.reduce((sum, { net }) => sum + net, 0n),
      proposed,
    ]);
    expect(changed).toBeLessThanOrEqual(2);
  });
});
