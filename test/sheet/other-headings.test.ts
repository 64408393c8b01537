import { describe, expect, test } from "vitest";
import { book, fils, importWith } from "../support/map-import.ts";

/** Lists whose headings say in other words what the lists of programs say: read as their words mean, or asked about. */
const trn = book[0]?.accounting_supplier_party?.party_tax_scheme?.company_id ?? "";
const head = "Bill No,Bill Date,Due Date,Vendor TRN,Item,HS Code";
const first = `B-1,2026-06-15,2026-07-31,${trn},Tile,69072100`;

/** `unit`: the unit of all lines; undefined where a column has it. */
async function read(more: string, cells: string) {
  const found = await importWith("bills.csv", `${head},${more}\n${first},${cells}\n`, [], {}, ["USD=3.6725"]);
  const asked = found.errors.filter(({ code }) => code === "undecided-column").length;
  const of = (code: string): string | undefined => new RegExp(`${code}: (\\S+)`).exec(found.proposed)?.[1];
  const net = found.errors.length > 0 ? undefined : fils(found.sums[0]?.net);
  return { ...found, asked, net, unit: of("unit_code"), currency: found.sums[0]?.currency };
}

test.each([
  ["Qty,UoM,Price", "40,kg,2.50", 10_000n, undefined],
  ["Tonnage,Rate", "12.5,40", 50_000n, "TNE"],
  ["Litres,Price per litre", "200,7.5", 150_000n, "LTR"],
  ["Hours,Rate", "8,250", 200_000n, "HUR"],
  ["No. of bags,Rate", "20,11.00", 22_000n, "XBG"],
  ["Area (sqm),Rate/sqm", "30,15.00", 45_000n, "MTK"],
  ["Qty,KG,Price/KG", "4,100,2.50", 25_000n, "KGM"],
])("%s: %s", async (more, cells, net, unit) => {
  const found = await read(more, cells);
  expect([found.errors, found.net, found.unit], found.proposed).toEqual([[], net, unit]);
});

test.each(["Price in US$", "US$ rate", "Unit price in $"])("%s is in dollars", async (heading) => {
  expect(await read(`Qty,${heading}`, "2,10.00")).toMatchObject({ errors: [], currency: "USD" });
});

describe("what may change an amount is asked once, and the map holds after the answer", () => {
  test.each([
    ["Cartons,Pcs per carton,Rate", "10,12,9.00", /^ {2}Pcs per carton: "\? ignore \| document_lines.quantity"$/m],
    ["Qty,Free Qty,Price", "100,10,5.00", /^ {2}Free Qty: "\? ignore \| document_lines.quantity"$/m],
    [
      "Qty,Price,Special Price",
      "100,5.00,4.50",
      /^ {2}Special Price: "\? ignore \| document_lines.price.base_amount"$/m,
    ],
    ["Days,Rate", "30,55.00", /^ {2}Days: "\? document_lines.quantity \| ignore"$/m],
    ["Ordered Qty,Received Qty,Price", "100,90,5.00", /^ {2}Ordered Qty: "\? ignore \| document_lines.quantity"$/m],
  ])("%s", async (more, cells, line) => {
    const { proposed, asked } = await read(more, cells);
    expect([asked, proposed]).toEqual([1, expect.stringMatching(line)]);
    const csv = `${head},${more}\n${first},${cells}\n`;
    const likeliest = { line: /"\? ([a-z_.]+) \|[^"]*"/, to: "$1" };
    expect((await importWith("bills.csv", csv, [likeliest])).errors).toEqual([]);
  });

  test("a price for another unit than that of the quantity stands in the map once", async () => {
    const { proposed } = await read("Cartons,Price per pc", "10,9.00");
    expect(proposed.match(/^ {2}Price per pc:/gm)).toHaveLength(1);
  });

  test.each(["Taxable?", "VAT Applicable", "Taxable (Y/N)"])("%s says which rows bear VAT", async (heading) => {
    const { proposed, errors } = await read(`Qty,Price,${heading}`, "2,10.00,No");
    expect(proposed).not.toContain("all lines have the standard rate");
    expect(errors.map(({ message, hint }) => [message, hint])).toContainEqual([
      `${heading}: No is not one of the words of the map.`,
      "Write it into the map, below vat: words, with its category: S 5, Z 0, E, O or AE 5.",
    ]);
  });

  test("units of which none is known are refused at their cells", async () => {
    const { errors } = await read("Qty,Unit,Price", "2,STK9,10.00");
    expect(errors.map(({ code, where }) => [code, where?.cell])).toEqual([["wrong-value", "H2"]]);
  });
});

describe("the kind of a list", () => {
  const listed = (heading: string) =>
    importWith("a.csv", `${heading},Date,Vendor TRN,Item,Qty,Price\nDN-1,2026-06-15,${trn},Tile,3,100\n`, []);

  test.each(["Vendor Return No.", "RTV No", "Return to Supplier No"])("%s heads credit notes", async (heading) => {
    expect((await listed(heading)).proposed).toMatch(/^kind: credit-note$/m);
  });

  test.each(["D/N No", "Debit Memo No.", "D.N. No."])("%s is asked about", async (heading) => {
    expect((await listed(heading)).proposed).toContain('kind: "? credit-note"');
  });

  test.each([
    ["Is Return", "0", "1"],
    ["Is Return (Debit Note)", "No", "Yes"],
    ["Returned", "N", "Y"],
  ])("%s: %s is an invoice, %s a credit note", async (heading, no, yes) => {
    const row = (number: string, flag: string) =>
      `${number},2026-06-15,2026-07-31,${trn},Tile,69072100,1,100,${flag}\n`;
    const csv = `${head},Qty,Price,${heading}\n${row("B-1", no)}${row("B-2", yes)}`;
    const { report } = await importWith("bills.csv", csv, []);
    const kinds = report.view.view === "table" ? report.view.data.documents : [];
    expect(kinds).toMatchObject([{ kind: "invoice" }, { kind: "credit-note" }]);
  });

  test("a credit note whose totals alone are below zero has its quantities as they are", async () => {
    const csv = `${head},Qty,Price,Amount\n${first},4,10.00,-40.00\n`;
    const { errors } = await importWith("bills.csv", csv, []);
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(["missing-field"]));
  });
});

describe("taxes beside the lines of a document", () => {
  const headings =
    "ID,Date,Due Date,Supplier,Item Name (Items),Quantity (Items),UOM (Items),Rate (Items),HS Code (Items),Account Head (Purchase Taxes and Charges),Rate (Purchase Taxes and Charges),Amount (Purchase Taxes and Charges)";
  const name = book[0]?.accounting_supplier_party?.party_name ?? "";
  const list = (...taxes: readonly string[]) =>
    [
      headings,
      `P-1,2026-06-15,2026-07-31,${name},Bolt,100,Nos,5.00,73181500,${taxes[0] ?? ",,"}`,
      `,,,,Nut,50,Nos,2.00,73181600,${taxes[1] ?? ",,"}`,
      "",
    ].join("\n");

  test("the rate of the document is that of its lines, and its VAT is compared", async () => {
    const { errors, sums, proposed } = await importWith("p.csv", list("VAT 5% - F,5,30.00"), []);
    expect([errors, fils(sums[0]?.vat)], proposed).toEqual([[], 3_000n]);
    expect(proposed).not.toContain("standard rate of 5 %");
  });

  test("a rate of nothing is asked about", async () => {
    const { sums } = await importWith("p.csv", list("VAT 0% - F,0,0"), [], { zeroRate: "zero-rated" });
    expect([fils(sums[0]?.net), fils(sums[0]?.vat)]).toEqual([60_000n, 0n]);
  });

  test("freight among the taxes stops the document", async () => {
    const { errors } = await importWith("p.csv", list("VAT 5% - F,5,30.00", "Freight - F,0,75.00"), []);
    expect(errors.map(({ code }) => code)).toEqual(["control-differs"]);
  });
});
