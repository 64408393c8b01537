import { describe, expect, test } from "vitest";
import { book, fils, importWith } from "../support/map-import.ts";

/** Small lists as people write them, each of which once became another amount, unit, kind or supplier in silence. */
const [trn = "", second = ""] = book.map(
  ({ accounting_supplier_party: party }) => party?.party_tax_scheme?.company_id ?? "",
);
const head = "Bill No,Bill Date,Due Date,Vendor TRN,Item,HS Code";
const rates = ["USD=3.6725"];

async function read(headings: string, ...rows: readonly string[]) {
  const { proposed, errors, sums, document } = await importWith(
    "bills.csv",
    [headings, ...rows, ""].join("\n"),
    [],
    {},
    rates,
  );
  const asked = [...proposed.matchAll(/^ *(.*: "\? .*")$/gm)].map(([, line]) => line);
  return {
    asked,
    errors,
    document,
    proposed,
    sums: errors.length > 0 ? [] : sums.map(({ net, currency }) => `${currency} ${fils(net)}`),
  };
}

const bill = (more: string, ...cells: readonly string[]) =>
  read(`${head},${more}`, ...cells.map((each, at) => `B-${at},2026-06-15,2026-07-31,${trn},Tile,69072100,${each}`));

describe("what sums and headings show is understood", () => {
  test.each([
    ["Qty (Dozen),Price per piece", "5,10.00", 60_000n],
    ["Qty (Dozen),Rate/Pc,Amount", "5,10.00,600.00", 60_000n],
    ["Qty (000s),Rate per 000", "5,10.00", 5_000n],
    ["Qty,Unit,Rate,Rate UOM", "5000,KG,2500.00,MT", 1_250_000n],
    ["Qty,Unit,Net price,Price unit,Order Price Unit", "5000,KG,2500.00,1,TO", 1_250_000n],
    ["Qty,Unit,Rate,Rate UOM", "5,KG,10.00,KG", 5_000n],
    ["Qty,List Price,Disc %,Net Price", "5,10.00,10,9.00", 4_500n],
    ["Qty,MRP,Discount,Price after discount", "5,10.00,1.00,9.00", 4_500n],
    ["Qty,Rate,Disc %,Disc Amt", "5,10.00,10,5.00", 4_500n],
    ["Qty,Rate,Freight,VAT,Total", "5,10.00,20.00,3.50,73.50", 7_000n],
  ])("%s: %s", async (more, cells, net) => {
    const { asked, errors, sums } = await bill(more, cells);
    expect([asked, errors, sums]).toEqual([[], [], [`AED ${net}`]]);
  });

  test("a dozen at a price for each is twelve pieces", async () => {
    const { document } = await importedAs("Qty (Dozen),Price per piece", "5,10.00");
    expect(document.proposed).toContain('"Qty (Dozen)": 12');
    expect(document.proposed).toContain("document_lines.unit_code: H87");
  });
});

const importedAs = async (more: string, cells: string) => ({ document: await bill(more, cells) });

describe("what nothing shows is asked", () => {
  test.each([
    ["Qty (Doz),UOM,Rate", "5,PCS,10.00", 'UOM: "? document_lines.unit_code | ignore"'],
    ["Qty,Unit,Rate,Rate UOM", "50,BOX,2500.00,KG", 'Rate: "? document_lines.price.base_amount | ignore"'],
    ["Qty,Disc %,Net Price", "5,10,9.00", '"Disc %": "? document_lines.allowances.multiplier_factor_numeric'],
    ["Qty,Rate,Disc1 %,Disc2 %", "5,10.00,10,5", '"Disc2 %": "? document_lines.allowances.multiplier_factor_numeric'],
    ["Qty,Rate,Doc", "5,10.00,DN", 'Doc: "? '],
    ["GRN Qty,Accepted Qty,PO Rate", "10,9,10.00", '"GRN Qty": "? ignore | document_lines.quantity"'],
  ])("%s: %s", async (more, cells, line) => {
    const { asked, sums } = await bill(more, cells);
    expect(sums).toEqual([]);
    expect(
      asked
        .map((each) => each?.replace(/^([\w ]+):/, (_, name) => (line.startsWith('"') ? `"${name}":` : `${name}:`)))
        .join("\n"),
    ).toContain(line);
  });

  test("a receipt of the stock is grouped by its reference", async () => {
    const { asked } = await read(
      "Reference,Contact,Effective Date,Product,Quantity,Unit Price",
      "WH/IN/1,Supplier 0 Trading LLC,2026-06-15,Tile,9,10.00",
    );
    expect(asked).toContain('group_by: "? Reference | each row"');
  });
});

describe("one supplier's bill never goes to another", () => {
  const lists = "Bill No,Bill Date,Due Date,Item,HS Code,Amount";
  const cells = "B-1,2026-06-15,2026-07-31,Tile,69072100,100.00";

  test("a name that is another entry's is told before anything is sent", async () => {
    const { errors } = await read(`Vendor Name,TRN,${lists}`, `Supplier 1 Trading LLC,${trn},${cells}`);
    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      [
        "two-values",
        "Vendor Name: row 2 has Supplier 1 Trading LLC, which is V101 in your supplier book, and B-1 would be billed to V100.",
      ],
    ]);
    const other = await read(`Vendor Name,TRN,${lists}`, `Supplier Nought,${trn},${cells}`);
    expect([other.errors, other.sums]).toEqual([[], ["AED 10000"]]);
  });

  test("of two TRNs whose headings say as much, none is taken", async () => {
    const { errors, sums, proposed } = await read(`Agent TRN,Principal TRN,${lists}`, `${trn},${second},${cells}`);
    expect(proposed).not.toMatch(/^supplier: \{/m);
    expect([sums, errors.length > 0]).toEqual([[], true]);
    const named = await read(`TRN,Supplier TRN,${lists}`, `${second},${trn},${cells}`);
    expect(named.proposed).toContain("supplier: { column: Supplier TRN, by: trn }");
  });
});
