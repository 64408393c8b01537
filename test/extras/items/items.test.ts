import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSelfbill, temporaryFolder } from "../../support/run-selfbill.ts";

const head =
  "Invoice number,Invoice date,Due date,Supplier name,Supplier TRN,Supplier TIN,Licence type,Licence number,Licence authority,Supplier e-mail,Supplier telephone,Supplier street,Supplier city,Supplier emirate,Supplier country,Payment,IBAN,Item,Description,Quantity,Unit price,Unit,HS code,Goods or services,VAT category,VAT rate";
const supplier =
  "Desert Lime Trading LLC,100234567400003,1002345674,TL,CN-1029384,Dubai Economy,billing@desertlime.example,+97142000111,Al Quoz Street 14,Dubai,Dubai,AE,transfer,AE560990000001234567890";
const row = (number: string, item: string, more = ",,,,"): string =>
  `${number},2026-06-15,2026-07-15,${supplier},${item},${item},${number.slice(3)},10.00,${more}`;

function home() {
  const folder = temporaryFolder();
  const say = async (...words: string[]) => {
    const { stdout, stderr, code } = await runSelfbill(words, { home: folder, cwd: folder });
    return { code, text: stdout + stderr, stdout };
  };
  const write = (name: string, ...rows: string[]) =>
    writeFileSync(join(folder, name), `${[head, ...rows].join("\n")}\n`);
  return { folder, say, write };
}

test("what was sent is offered, kept when it is imported, and then fills the next month", async () => {
  const { folder, say, write } = home();
  write(
    "june.csv",
    row("SB-1", "Ceramic floor tile 60x60", "box,69072100,G,S,5"),
    row("SB-2", "Drill", "piece,84672100,G,S,5"),
  );
  expect((await say("create-invoice", "june.csv", "--sandbox", "--yes")).code).toBe(0);

  write(
    "july.csv",
    row("SB-3", "CERAMIC FLOOR TILES 60 × 60"),
    row("SB-3", "ceramic floor tile 60x60"),
    row("SB-4", "Drill bit"),
  );
  const { stdout } = await say("items", "missing", "july.csv", "--sandbox", "--json");
  const { items } = JSON.parse(stdout);
  expect(
    items.map((each: Record<string, unknown>) => [each.name, each.lines, each.offered, each.offered_from]),
  ).toEqual([
    ["CERAMIC FLOOR TILES 60 × 60", 2, "HS code 69072100, unit box (XBX), VAT category standard rate (S)", "SB-1"],
    ["Drill bit", 1, null, null],
  ]);
  expect(JSON.parse((await say("items", "list", "--json")).stdout).items).toEqual([]);

  const written = await say("items", "missing", "july.csv", "--sandbox", "--out", "items.xlsx");
  expect(written.text).toContain("1 with values of documents that were sent; check them");
  const imported = await say("items", "import", "items.xlsx");
  expect(imported.text).toMatch(/Added\t1\n[\s\S]*Left out\t1 with a name and nothing else/);
  await say("items", "set", "drill bit", "hs=82075000", "unit=piece", "vat=S");

  const read = await say("import", "july.csv", "--json");
  expect(read.code).toBe(0);
  const told = JSON.parse(read.stdout).problems.filter(({ code }: { code: string }) => code === "item-from-book");
  expect(told.map(({ message }: { message: string }) => message)).toEqual([
    "CERAMIC FLOOR TILES 60 × 60: HS code 69072100, unit box (XBX), VAT category standard rate (S) from the item book, in 2 lines.",
    "drill bit: HS code 82075000, unit piece (H87), VAT category standard rate (S) from the item book, in 1 line.",
  ]);
  expect(JSON.parse((await say("items", "missing", "july.csv", "--json")).stdout).items).toEqual([]);
  expect((await say("create-invoice", "july.csv", "--sandbox", "--yes")).code).toBe(0);
  expect(statSync(join(folder, "config/items.yaml")).mode & 0o777).toBe(0o600);
});

test("the whole book goes through a workbook and comes back the same", async () => {
  const { folder, say } = home();
  await say(
    "items",
    "set",
    "TILE-60",
    "name=Tile",
    "name_in_arabic=بلاط",
    "hs=6907.21.00",
    "unit=box",
    "vat=standard",
    "origin=Oman",
  );
  await say("items", "set", "Rent of a flat", "sac=972111", "unit=month", "vat=E", "exemption=DL8.46.2");
  const before = readFileSync(join(folder, "config/items.yaml"), "utf8");
  expect(before).toContain('hs: "69072100"');
  expect((await say("items", "export", "--out", "all.xlsx")).code).toBe(0);
  expect((await say("items", "export", "--out", "all.xlsx")).code).toBe(27);
  expect((await say("items", "import", "all.xlsx")).text).toContain("Unchanged\t2");
  await say("items", "remove", "tile-60", "--yes");
  await say("items", "remove", "Rent of a flat", "--yes");
  expect((await say("items", "import", "all.xlsx")).text).toContain("Added\t2");
  expect(readFileSync(join(folder, "config/items.yaml"), "utf8")).toBe(before);
});

test("a list never changes the book without --update, and each change is named", async () => {
  const { folder, say } = home();
  await say("items", "set", "TILE-60", "name=Tile", "hs=69072100");
  const file = join(folder, "list.csv");
  writeFileSync(file, "Item,HSN Code,UOM,Colour\nTILES,6907.23.00,box,red\nDrill,8467.21.00,,\n");
  const refused = await say("items", "import", "list.csv");
  expect([refused.code, refused.text]).toEqual([
    2,
    expect.stringContaining("HS code 69072100, in the list 69072300. Nothing was imported."),
  ]);
  expect((await say("items", "list", "--json")).stdout).not.toContain("Drill");
  const updated = await say("items", "import", "list.csv", "--update");
  expect(updated.text).toContain("TILE-60 (Tile) was changed: HS code 69072100, in the list 69072300.");
  expect(updated.text).toContain("The column Colour is not part of an item and is not read.");
  expect(updated.text).toMatch(/Added\t1\nChanged\t1/);
});

test.each([
  ["Item,HS code\nTile,6907 21\nDrill,tool\n", "cell B3", "tool is not an HS code"],
  ["Item,Unit\nTile,hugo\n", "cell B2", "is not a unit"],
  ["Item,HS code\nTile,690721\ntiles,690723\n", "cell A3", "appears twice in the list"],
  ["Colour,Weight\nred,5\n", "list.csv", "No column is headed with the item's code or name"],
  ["Item,HS code\n", "list.csv", "The list has no item"],
])("of the list %j nothing is imported", async (list, place, says) => {
  const { folder, say } = home();
  writeFileSync(join(folder, "list.csv"), list);
  const { code, text } = await say("items", "import", "list.csv");
  expect([code, text]).toEqual([20, expect.stringContaining(says)]);
  expect(text).toContain(place);
  expect(JSON.parse((await say("items", "list", "--json")).stdout).items).toEqual([]);
});

test("an HS code that begins with no heading is kept with a warning", async () => {
  const { say } = home();
  const { code, text } = await say("items", "set", "Tile", "hs=0099");
  expect([code, text]).toEqual([0, expect.stringContaining("no heading of the Harmonized System begins as 0099 does")]);
});
