import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mapCommand } from "../../src/commands/map.ts";
import { makeStyle, renderReport } from "../../src/render/index.ts";
import { amounts, book, fill, fils, importWith, shown, sum, trnOf, vatOf } from "../support/map-import.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { writingDesk } from "../support/sheet-rows.ts";
import { type RawCell, workbook } from "../support/workbook.ts";

const hs = fill("document_lines.commodity_classification.item_classification_code", '"69072100"');

describe("selfbill map, ten edited lines at most, and the sums agree", () => {
  test("one line an invoice, prices with VAT, drafts and a total between", async () => {
    const net = amounts(40);
    const gross = net.map((each) => each + vatOf(each));
    const row = (at: number, state: string): string =>
      `SB-${at},${(at % 27) + 1}/06/2026,31/07/2026,Supplier ${at % 3} Trading LLC,${trnOf(at)},"${shown(gross[at] ?? 0n)}",${state}`;
    const rows = gross.map((_, at) => row(at, at % 10 === 9 ? "Draft" : "Posted"));
    const total = gross.reduce((sum, each) => sum + each, 0n);
    const csv = [
      "Bills of June,,,,,,",
      "Bill No.,Bill Date,Due Date,Vendor,Vendor TRN,Total (incl. VAT),Status",
      ...rows,
      `Grand Total,,,,,${shown(total)},`,
      "",
    ].join("\n");
    const { errors, sums, changed, says, report } = await importWith("bills.csv", csv, [
      fill("document_lines.name, document_lines.description", "Tiles and laying"),
    ]);
    expect(errors).toEqual([]);
    expect(changed).toBeLessThanOrEqual(10);
    const counted = net.filter((_, at) => at % 10 !== 9);
    const [ours] = sums;
    expect([ours?.documents, fils(ours?.net), fils(ours?.vat), fils(ours?.gross)]).toEqual([
      36,
      sum(counted),
      sum(counted.map(vatOf)),
      sum(counted) + sum(counted.map(vatOf)),
    ]);
    expect(says).toContain("3 documents as they would become:");
    expect(says).toContain("Required, and no column has it:\n  document_lines.name");
    expect(report.problems.map(({ code }) => code)).toContain("rows-left-out");
  });

  test("documents and lines in two sheets, joined by the number, beside a large sheet", async () => {
    const net = amounts(60).map((each) => each * 3n);
    const lines = net.map((each, at): RawCell[] => [
      `SB-${at >> 1}`,
      "Ceramic floor tile",
      { v: "3" },
      "PCS",
      { v: shown(each / 3n) },
      { v: shown(each) },
      at % 4 === 0 ? "VAT 0%" : "VAT 5%",
      "69072100",
    ]);
    const taxed = net.map((each, at) => (at % 4 === 0 ? 0n : each));
    const vat = Array.from({ length: 30 }, (_, at) => vatOf(sum(taxed.slice(at * 2, at * 2 + 2))));
    const bills = Array.from({ length: 30 }, (_, at): RawCell[] => {
      const own = sum(net.slice(at * 2, at * 2 + 2));
      const tax = vat[at] ?? 0n;
      return [`SB-${at}`, "2026-06-15", "2026-07-31", book[at % 3]?.supplier, shown(own), shown(tax), shown(own + tax)];
    });
    const content = workbook([
      { name: "Ledger", rows: Array.from({ length: 50_001 }, () => ["x"]) },
      {
        name: "Bills",
        rows: [
          ["Document No.", "Posting Date", "Due Date", "Vendor No.", "Amount", "VAT Amount", "Amount Including VAT"],
          ...bills,
        ],
      },
      {
        name: "Lines",
        rows: [
          ["Document No.", "Description", "Quantity", "UOM", "Unit Cost", "Line Amount", "Tax Code", "HS Code"],
          ...lines,
        ],
      },
    ]);
    const { errors, sums, changed } = await importWith("bills.xlsx", content, [], { zeroRate: "zero-rated" });
    expect(errors).toEqual([]);
    expect(changed).toBeLessThanOrEqual(10);
    const [ours] = sums;
    expect([ours?.documents, fils(ours?.net), fils(ours?.vat), fils(ours?.gross)]).toEqual([
      30,
      sum(net),
      sum(vat),
      sum(net) + sum(vat),
    ]);
  });

  test("weights and values in place of prices, as for gold and diamonds", async () => {
    const net = amounts(30);
    const rows = net.map((each, at): RawCell[] => [
      `SB-${at}`,
      "2026-06-15",
      book[at % 3]?.accounting_supplier_party?.party_name,
      "Gold bars, 24 carat",
      { v: `${at + 10}.345` },
      "gms",
      { v: shown(each) },
      "5%",
      { v: shown(vatOf(each)) },
      { v: shown(each + vatOf(each)) },
    ]);
    const head = [
      "Voucher No.",
      "Date",
      "Supplier Name",
      "Item",
      "Net Weight",
      "Unit",
      "Value (AED)",
      "VAT %",
      "VAT",
      "Total",
    ];
    const edits = [hs, fill("due_date", "2026-07-15")];
    const { errors, sums, changed, proposed } = await importWith(
      "gold.xlsx",
      workbook([{ rows: [head, ...rows] }]),
      edits,
    );
    expect(errors).toEqual([]);
    expect(changed).toBeLessThanOrEqual(10);
    const [ours] = sums;
    expect([ours?.documents, fils(ours?.net), fils(ours?.vat)]).toEqual([30, sum(net), sum(net.map(vatOf))]);
    expect(proposed).toContain("gms: GRM");
  });
});

test("Arabic headings, decimals with a comma and amounts below zero are understood", async () => {
  const csv = [
    "رقم الفاتورة;تاريخ الفاتورة;الرقم الضريبي للمورد;البيان;الكمية;سعر الوحدة;المبلغ قبل الضريبة;مبلغ الضريبة;العملة",
    `F-1;15/06/2026;${trnOf(0)};بلاط;2;1.250,50;2.501,00;125,05;AED`,
    `F-2;16/06/2026;${trnOf(0)};بلاط;-1;1.250,50;-1.250,50;-62,53;AED`,
    "",
  ].join("\n");
  const { proposed } = await importWith("ar.csv", csv, []);
  for (const line of [
    "kind: { sign_of:",
    "decimals: comma",
    "date_order: dmy",
    '"رقم الفاتورة": document_number',
    '"سعر الوحدة": document_lines.price.base_amount',
    'supplier: { column: "الرقم الضريبي للمورد", by: trn }',
    '  net: "المبلغ قبل الضريبة"',
  ])
    expect(proposed).toContain(line);
});

test("what a terminal shows of a proposal fits 80 columns, has words for codes, and obeys nothing of the sheet", async () => {
  const file = join(temporaryFolder(), "bills.csv");
  const evil = "::error::x";
  writeFileSync(
    file,
    `Bill No,Bill Date,Vendor TRN,Item,Qty,Unit Price,${evil}\nB-1,15/06/2026,100234567400003,::error::x,40,250,1\n`,
  );
  const style = makeStyle({ isTerminal: true, columns: 80, environment: {}, noColor: true });
  const desk = { ...writingDesk(), dataStyle: style, talkStyle: style };
  const options = { out: join(temporaryFolder(), "map.yaml") };
  const { data = "" } = renderReport(await runCommand(mapCommand, desk, [file], options), style, style);
  expect(data).toMatch(/^1 row below the headings/);
  expect(data).toContain("40 pieces (H87)");
  expect(data).not.toMatch(/[^\P{Cc}\n]|^\s*::/mu);
  const lines = data.split("\n").filter((line) => !line.includes("map.yaml"));
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(data).toContain("the supplier book");
});

test("what no column has is named by what people call it", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "bills.csv");
  writeFileSync(file, "Bill No,Bill Date,Item,Qty,Unit Price\nB-1,15/06/2026,Cable,40,250\n");
  const map = join(folder, "map.yaml");
  const options = { out: map };
  const report = await runCommand(mapCommand, writingDesk(), [file], options);
  expect(report.view.view === "raw" && report.view.text).toMatch(/^ {2}accounting_supplier_party {2}the supplier$/m);
  expect(readFileSync(map, "utf8")).toMatch(/accounting_supplier_party.*the supplier/);
});
