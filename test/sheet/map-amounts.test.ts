import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mapCommand } from "../../src/commands/map.ts";
import { csv, nameOf } from "../support/export-cells.ts";
import { book, importWith } from "../support/map-import.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { type Imported, writingDesk } from "../support/sheet-rows.ts";

const one = (text: string): string => text.replace(/\s+/g, " ");
const tallyHead = "Date,Due Date,Particulars,Voucher No.,Voucher Type,Narration,Quantity,Value,Gross Total".split(",");

/** A day book as Tally writes it: quantities with units, dates such as 2-Nov-26. */
function dayBook(...rows: (readonly [quantity: string, value: string, gross: string])[]): string {
  const start = (at: number) => [`${at + 1}-Nov-26`, `${at + 1}-Dec-26`, nameOf(at), `P${at}`, "Purchase", "Rice"];
  return csv([tallyHead, ...rows.map((row, at) => [...start(at), ...row])]);
}

const linesOf = ({ document }: Pick<Imported, "document">, of: string) => document(of).document_lines ?? [];

/** The message that rejects a map proposed without a terminal. */
async function refused(name: string, content: string): Promise<string> {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  const { problems } = await runCommand(mapCommand, writingDesk(book), [file]);
  return problems.map(({ message }) => message).join();
}

describe("a number and its unit in one cell", () => {
  test("become the quantity and the unit", async () => {
    const made = await importWith(
      "DayBook.csv",
      dayBook(["500.00 kg", "1000.00", "1050.00"], ["1,200 Nos", "600.00", "630.00"]),
      [],
    );
    expect(made.errors).toEqual([]);
    expect(linesOf(made, "P0")[0]).toMatchObject({
      quantity: "500.00",
      unit_code: "KGM",
      price: { base_amount: "2" },
    });
    expect(linesOf(made, "P1")[0]).toMatchObject({
      quantity: "1200",
      unit_code: "H87",
      price: { base_amount: "0.5" },
    });
    expect(one(made.says)).toContain("Quantity has the quantity and its unit in one cell");
  });

  test("the unit of the cell counts before a column of units, which is told; an unknown one is asked", async () => {
    const head = "Bill No,Date,Vendor,Item,Qty,Unit,Amount";
    const row = (at: number, quantity: string) => `B-${at},2026-05-01,${nameOf(0)},Rice,${quantity},Nos,100`;
    const made = await importWith("a.csv", [head, row(1, "5 kg"), row(2, "6 blorp"), ""].join("\n"), []);
    expect(one(made.says)).toContain("Unit is not the unit: the cells of Qty have it");
    expect(one(made.says)).toContain("The word blorp is not known");
    expect(made.errors.map(({ message }) => message)).toContainEqual(expect.stringContaining("blorp"));
  });

  test("a weight is not the quantity where another column counts", async () => {
    const head = "Bill No,Date,Due Date,Vendor,Item,Qty,Pcs,Price,Amount";
    const row = (at: number) => `B-${at},2026-05-01,2026-06-01,${nameOf(0)},Rice,${at}00.00 kg,${at},50,${at * 50}`;
    const made = await importWith("a.csv", [head, row(2), row(3), ""].join("\n"), []);
    expect(made.proposed).toContain("Pcs: document_lines.quantity");
    expect(one(made.says)).toContain("Pcs is the quantity, not Qty");
    expect(made.errors).toEqual([]);
    const byWeight = [head, row(2).replace(",50,100", ",0.5,100"), row(3).replace(",50,150", ",0.5,150"), ""];
    const other = await importWith("a.csv", byWeight.join("\n"), []);
    expect(linesOf(other, "B-2")[0]).toMatchObject({ quantity: "200.00", unit_code: "KGM" });
    expect(one(other.says)).toContain("Qty is the quantity, not Pcs");
  });
});

describe("rows without VAT, where only amounts say it", () => {
  const answers = { zeroRate: "zero-rated" } as const;
  const tax = (document: ReturnType<typeof linesOf>) => document.map(({ classified_tax_category: each }) => each);

  test("by a total that is the value again: asked, then a category of its own", async () => {
    const rows = dayBook(["5 kg", "100.00", "105.00"], ["6 kg", "60.00", "60.00"]);
    const made = await importWith("DayBook.csv", rows, [], answers);
    expect(made.errors).toEqual([]);
    expect(tax(linesOf(made, "P0"))).toMatchObject([{ id: "S", percent: "5" }]);
    expect(tax(linesOf(made, "P1"))).toMatchObject([{ id: "Z" }]);
    expect(one(made.says)).toContain("Gross Total is Value again in 1 row: it is zero-rated (Z 0), as you said");
    expect(await refused("DayBook.csv", rows)).toContain(
      "Gross Total: 1 row has no VAT, which can mean zero-rated, exempt",
    );
  });

  test("by an amount of VAT of 0.00 or nothing; a category is never the standard rate in silence", async () => {
    const head = "Bill No,Date,Due Date,Vendor,Item,Qty,Net Amount,VAT Amount";
    const row = (at: number, vat: string) => `B-${at},2026-05-01,2026-06-01,${nameOf(0)},Rice,1,100.00,${vat}`;
    const rows = [head, row(1, "5.00"), row(2, "0.00"), row(3, ""), ""].join("\n");
    const made = await importWith("a.csv", rows, [], { zeroRate: "zero-rated" });
    expect(made.errors).toEqual([]);
    expect(["B-1", "B-2", "B-3"].flatMap((each) => tax(linesOf(made, each)).map((category) => category?.id))).toEqual([
      "S",
      "Z",
      "Z",
    ]);
    expect(one(made.says)).toContain("VAT Amount is 0 or empty in 2 rows: they are zero-rated (Z 0), as you said");
    expect(await refused("a.csv", rows)).toContain("VAT Amount: 2 rows have no VAT, which can mean");
  });

  test("rows that are left out ask nothing", async () => {
    const head = "Bill No,Date,Due Date,Vendor,Item,Qty,Net Amount,VAT Amount,Status";
    const row = (at: number, vat: string, status: string) =>
      `B-${at},2026-05-01,2026-06-01,${nameOf(0)},Rice,1,100.00,${vat},${status}`;
    const made = await importWith("a.csv", [head, row(1, "5.00", "Open"), row(2, "0", "Void"), ""].join("\n"), []);
    expect(made.errors).toEqual([]);
    expect(made.sums).toMatchObject([{ documents: 1, vat: "5" }]);
  });
});

describe("a column whose cells are empty", () => {
  const head = "Bill No,Date,Due Date,Vendor,Item,Qty,Unit,Price,Reference";
  const row = (at: number, due = "", unit = "") => `B-${at},2026-05-01,${due},${nameOf(0)},Rice,1,${unit},50,`;

  test("is not said to be missing: its value for empty cells is written below defaults", async () => {
    const edits = [
      { line: /^ {2}# due_date: "".*$/m, to: "  due_date: 2026-07-01" },
      { line: /^ {2}# document_lines\.unit_code: "".*$/m, to: "  document_lines.unit_code: KGM" },
    ];
    const rows = [head, row(1), row(2, "2026-06-01", "pcs"), ""].join("\n");
    const made = await importWith("a.csv", rows, edits);
    expect(one(made.says)).toContain("Required, and empty in cells of its column:");
    expect(one(made.says)).toContain("due_date Date on which payment is due (Due Date)");
    expect(made.says).not.toContain("no column has it");
    expect(made.errors).toEqual([]);
    expect(linesOf(made, "B-1")[0]).toMatchObject({ unit_code: "KGM" });
    expect(linesOf(made, "B-2")[0]).toMatchObject({ unit_code: "H87" });
    expect([made.document("B-1").due_date, made.document("B-2").due_date]).toEqual(["2026-07-01", "2026-06-01"]);
  });

  test("and of no use, is named with that reason", async () => {
    const made = await importWith(
      "a.csv",
      [head.replace("Reference", "Colour"), row(1, "2026-06-01", "pcs"), ""].join("\n"),
      [],
    );
    expect(one(made.says)).toContain("No cell has anything: Colour");
    expect(one(made.proposed)).toContain("# No cell has anything: Colour.");
  });
});

test("a line break in a heading or word ends no remark of the map", async () => {
  const rows = `Bill No,Date,Vendor,Item,Qty,Price,"Odd\nkind: credit-note"\nB-1,2026-05-01,${nameOf(0)},Rice,1,50,\n`;
  const { proposed } = await importWith("a.csv", rows, []);
  expect(proposed).not.toMatch(/^kind: credit-note/m);
});

describe("a rate of 1 in another currency", () => {
  const head = "Bill No,Date,Due Date,Vendor,Item,Qty,Price,Currency,Exchange Rate";
  const row = (at: number, currency: string, rate: string) =>
    `B-${at},2026-05-01,2026-06-01,${nameOf(0)},Rice,1,50,${currency},${rate}`;

  test.each([
    ["beside another one", [row(1, "USD", "1.00"), row(2, "USD", "3.6725"), row(3, "AED", "1.00")], ["B-1"]],
    ["in all rows", [row(1, "USD", "1"), row(2, "USD", "1")], ["B-1", "B-2"]],
  ])("%s is told, and its documents are refused until the rate is given", async (_, rows, refused) => {
    const made = await importWith("a.csv", [head, ...rows, ""].join("\n"), []);
    const count = refused.length === 1 ? "1 row" : `${refused.length} rows`;
    expect(one(made.says)).toContain(`Exchange Rate is 1 in ${count} in USD: that is not a rate to AED`);
    const numbers = made.errors.map(({ where }) => `B-${(where?.line ?? 0) - 1}`);
    expect([...new Set(numbers)]).toEqual(refused);
    expect(made.errors.map(({ message }) => message).join()).toMatch(/exchange rate/i);
  });
});
