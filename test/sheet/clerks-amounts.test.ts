import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { book, fils, importWith } from "../support/map-import.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { importFile } from "../support/sheet-rows.ts";

/** Lists whose columns speak of another unit, price, currency, kind or supplier than the first look at them shows. */
const [trn = "", second = ""] = book.map(
  ({ accounting_supplier_party: party }) => party?.party_tax_scheme?.company_id ?? "",
);
const head = "Bill No,Bill Date,Due Date,Vendor TRN,Item,HS Code";
const rates = ["USD=3.6725"];

async function read(headings: string, ...rows: readonly string[]) {
  const { proposed, says, errors, sums } = await importWith("b.csv", [headings, ...rows, ""].join("\n"), [], {}, rates);
  const asked = [...proposed.matchAll(/^ *(.*: "\? .*")$/gm)].map(([, line]) => line ?? "");
  const shown = errors.length > 0 ? [] : sums.map(({ net, currency }) => `${currency} ${fils(net)}`);
  return { asked, errors, proposed, says: says.replace(/\s+/g, " "), sums: shown };
}

const bill = (more: string, ...cells: readonly string[]) =>
  read(`${head},${more}`, ...cells.map((each, at) => `B-${at},2026-06-15,2026-07-31,${trn},Tile,69072100,${each}`));

describe("understood", () => {
  test.each([
    ["Qty,Price,Disc Amt", ["15,10.00,5.00"], 14_500n],
    ["Qty,Price,Disc %", ["100,90.00,10"], 810_000n],
    ["Qty,Price,Disc Amt", ["12,10.00,2.00", "25,20.00,5.00"], 61_300n],
    ["Qty,Unit,Rate,Per", ["5000,KG,2500.00,MT"], 1_250_000n],
    ["Qty,Unit,Rate,Per", ["50,DZ,2.00,EA"], 120_000n],
    ["Qty (kg),Rate,Per", ["5000,2500.00,MT"], 1_250_000n],
    ["Qty (kg),Rate,Rate UOM", ["5000,2500.00,MT"], 1_250_000n],
    ["Qty,Rate,Per", ["5000 KG,2500.00,MT"], 1_250_000n],
    ["Qty,Rate,Per", ["5000,2.50,KG"], 1_250_000n],
    ["Qty,Price,Posting Key", ["5,10.00,31"], 5_000n],
    ["الكمية بالدرزن,سعر الحبة", ["5,10.00"], 60_000n],
    ["الكمية,سعر الوحدة", ["5,10.00"], 5_000n],
    ["الكمية,سعر الشراء", ["5,10.00"], 5_000n],
    ["Qty,Price,VAT Registered", ["5,10.00,Yes"], 5_000n],
    ["Accepted Qty,Rejected Qty,Price", ["5,2,10.00"], 5_000n],
    ["Qty,Price,Price Type", ["5,10.00,Contract"], 5_000n],
    ["Qty,Price,Foreign Trade No", ["5,10.00,12"], 5_000n],
    ["Net Wt (kg),Gross Wt,Tare Wt,Rate per MT", ["10000,11000,1000,250.00"], 250_000n],
    ["Net Wt (kg),Rate per MT", ["10000,250.00"], 250_000n],
    ["Qty,Rate per sqm", ["4,10.00"], 4_000n],
  ])("%s: %j", async (more, cells, net) => {
    const { asked, errors, sums } = await bill(more, ...cells);
    expect([asked, errors, sums]).toEqual([[], [], [`AED ${net}`]]);
  });
});

describe("asked", () => {
  test.each([
    ["Qty,Unit,Rate,Rate UOM", ["5000,KG,2500.00,MT", "5,KG,10.00,"], 'Rate: "? '],
    ["Price,Foreign Amount", ["10.00,50.00"], 'document_currency_code: "? '],
    ["Qty,Price,Foreign Amount,Local Amount", ["5,10.00,50.00,183.63"], 'document_currency_code: "? USD'],
    ["Qty,Price,Posting Key", ["5,10.00,31", "5,10.00,21"], 'Posting Key: "? kind | ignore"'],
    ["Qty,Price,PK", ["5,10.00,31", "5,10.00,21"], 'PK: "? '],
    ["Qty,Price,Buchungsschlüssel", ["5,10.00,31", "5,10.00,21"], 'Buchungsschlüssel: "? '],
    ["Qty,Price,VAT Registered", ["5,10.00,No"], 'VAT Registered: "? '],
    ["Qty,Price,VAT Registered", ["5,10.00,N", "5,10.00,Y"], 'VAT Registered: "? '],
    ["Qty,Price,VAT Registered", ["5,10.00,Unregistered"], 'VAT Registered: "? '],
    ["Qty,Price,Rejected", ["5,10.00,2"], 'Rejected: "? '],
    ["Qty,Price,Short Qty", ["5,10.00,2"], 'Short Qty: "? '],
    ["Qty,Price,Price Type", ["5,10.00,incl. VAT"], 'Price Type: "? '],
    ["Qty,Price,Rate Basis", ["5,10.00,per 1000"], 'Rate Basis: "? '],
    ["Qty,Price,Price Condition", ["5,10.00,AED per 100"], 'Price Condition: "? '],
    ["Net Wt,Rate per MT", ["10000,250.00"], 'Net Wt: "? '],
    ["Length,Width,Qty,Rate per sqm", ["2,3,4,10.00"], 'Rate per sqm: "? '],
    ["Qty,Price,Exchange Rate", ["5,10.00,3.6725"], 'document_currency_code: "? USD | AED"'],
    ["Days,Rate", ["3,400.00"], 'Days: "? document_lines.quantity | ignore"'],
    ["Qty,List Price,Disc Amt,Net Price", ["5,10.00,1.00,9.00", "5,,1.00,8.00"], '"? '],
  ])("%s: %j", async (more, cells, line) => {
    const { asked, sums } = await bill(more, ...cells);
    expect(sums).toEqual([]);
    expect(asked.map((each) => each.replace(/^"(.*?)":/, "$1:")).join("\n")).toContain(line);
  });
});

test("no heading stands twice among what is to be decided", async () => {
  const { asked } = await bill("Qty,FC Price,LC Price", "5,10.00,36.73");
  const headings = asked.map((each) => each.replace(/: "\?.*/, ""));
  expect(new Set(headings).size).toBe(headings.length);
  expect(asked.length).toBeGreaterThan(0);
});

test.each([
  ["Hours,Rate/day", ["8,400.00"], "is for one DAY, and the quantity is in HUR"],
  ["Qty,Unit,Rate,Rate UOM", ["5000,KG,2500.00,MT", "5,KG,10.00,"], "for other units than the quantity in some rows"],
  ["Net Wt,Rate per MT", ["10000,250.00"], "write Net Wt: 0.001 below times"],
])("it is said why: %s: %j", async (more, cells, why) => {
  const { says } = await bill(more, ...cells);
  expect(says).toContain(why);
});

test("a count whose heading is its unit has it, once it is decided", async () => {
  const { proposed } = await bill("Days,Rate", "3,400.00");
  expect(proposed).toContain("document_lines.unit_code: DAY");
});

test("a posting key says which rows are credit notes, once it is decided", async () => {
  const { proposed } = await bill("Qty,Price,Posting Key", "5,10.00,31", "5,10.00,21");
  expect(proposed).toContain('  Posting Key:\n    "31": invoice\n    "21": credit-note\n');
});

test("a list of nothing but returns names the command that writes credit notes", async () => {
  const [headings, cells] = [`${head},Type,Qty,Price`, `B-0,2026-06-15,2026-07-31,${trn},Tile,69072100,Return,5,10.00`];
  const { proposed } = await read(headings, cells);
  const map = join(temporaryFolder(), "map.yaml");
  writeFileSync(map, proposed);
  const given = { map, kind: "invoice" } as const;
  const { report } = await importFile("b.csv", `${headings}\n${cells}\n`, given, book);
  expect(report.problems.map(({ hint }) => hint).join()).toContain("To send them: selfbill create-credit-note");
});

describe("two cells that name different suppliers", () => {
  const lists = "Bill No,Bill Date,Due Date,Item,HS Code,Amount";
  const cells = "B-1,2026-06-15,2026-07-31,Tile,69072100,100.00";

  test.each([
    ["Vendor,Vendor Name", "V100,Supplier 1 Trading LLC"],
    ["Vendor TRN,Vendor Code", `${trn},V101`],
    ["Vendor TRN,Vendor Name", `${trn},Supplier 1 Trading L.L.C`],
    ["Vendor Name,Vendor Code", "Supplier 1 Trading,V100"],
    ["Vendor Name,Vendor Code", "SUPPLIER 1 TRADING (L.L.C.),V100"],
    ["Vendor Code,TRN", `V100,${second}`],
  ])("%s: %s", async (headings, keys) => {
    const { errors, sums } = await read(`${headings},${lists}`, `${keys},${cells}`);
    expect([errors.map(({ code }) => code), sums]).toEqual([["two-values"], []]);
  });

  test.each([
    ["Vendor TRN,Vendor Name", `${trn},Supplier 0 Trading L.L.C`],
    ["Vendor Name,Vendor Code", "Supplier 0,V100"],
    ["Vendor,Vendor Name", "V100,Supplier 0 Trading LLC"],
  ])("the same: %s: %s", async (headings, keys) => {
    const { errors, sums } = await read(`${headings},${lists}`, `${keys},${cells}`);
    expect([errors, sums]).toEqual([[], ["AED 10000"]]);
  });
});
