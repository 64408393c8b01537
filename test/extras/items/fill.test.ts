import { expect, test } from "vitest";
import { fillerOf, type Item, ItemIndex, judgeItem, supplierNamesIn } from "../../../src/extras/items/book/index.ts";

const tile: Item = {
  code: "TILE-60",
  name: "Ceramic floor tile 60x60",
  type: "G",
  hs: "69072100",
  unit: "XBX",
  vat: "S",
};
const drill: Item = { name: "Drill", name_in_arabic: "مثقاب", type: "G", hs: "84672100", unit: "H87", vat: "S" };
const theirs: Item = { name: "Bolt", supplier: "desert-lime", supplier_code: "B-8", hs: "73181500", type: "G" };
const hour: Item = { name: "Cleaning hour", type: "S", sac: "853", unit: "HUR", vat: "E", exemption: "DL8.46.2" };
const namesOf = supplierNamesIn([
  {
    supplier: "desert-lime",
    accounting_supplier_party: { party_name: "Desert Lime Trading LLC", name: "Desert Lime" },
  },
]);
const desertLime = namesOf({ party_name: "DESERT LIME TRADING LLC" });

/** The document's only line, and what was filled in from the book. */
function filled(line: Record<string, unknown>, book: readonly Item[] = [tile, drill, theirs, hour]) {
  const { fill, done } = fillerOf(book, namesOf);
  const document = { accounting_supplier_party: { name: "Desert Lime" }, document_lines: [line] };
  fill(document);
  return { line: document.document_lines[0] ?? {}, done: done() };
}

test("a line gets what it does not say", () => {
  const { line, done } = filled({ name: "CERAMIC floor tiles 60 × 60", quantity: "4" });
  expect(line).toEqual({
    name: "CERAMIC floor tiles 60 × 60",
    quantity: "4",
    unit_code: "XBX",
    commodity_classification: { commodity_code: "G", item_classification_code: "69072100" },
    classified_tax_category: { id: "S", percent: "5" },
  });
  expect(done.filled.map(({ item, fields, lines }) => [item.code, [...fields], lines])).toEqual([
    ["TILE-60", ["unit", "type", "hs", "vat"], 1],
  ]);
});

test("what a line says itself is never changed", () => {
  const own = {
    name: "Drill",
    unit_code: "XBX",
    commodity_classification: { commodity_code: "G", item_classification_code: "99999999" },
    classified_tax_category: { id: "Z", percent: "0" },
  };
  expect(filled(structuredClone(own)).line).toEqual(own);
});

test("another rate keeps the category out, and a service the code of goods", () => {
  const { line } = filled({
    name: "drill",
    commodity_classification: { commodity_code: "S" },
    classified_tax_category: { percent: "0" },
  });
  expect(line).toEqual({
    name: "drill",
    unit_code: "H87",
    commodity_classification: { commodity_code: "S" },
    classified_tax_category: { percent: "0" },
  });
});

test("5.00 is the rate of the standard category, and an exemption brings its reason", () => {
  expect(filled({ name: "drill", classified_tax_category: { percent: "5.00" } }).line.classified_tax_category).toEqual({
    percent: "5.00",
    id: "S",
  });
  const { line } = filled({ name: "Cleaning hours" });
  expect(line.additional_item_identification).toEqual([{ id: "853" }]);
  expect(line.classified_tax_category).toEqual({
    id: "E",
    tax_exemption_reason_code: "DL8.46.2",
    tax_exemption_reason: "residential units",
  });
});

test("the Arabic name names the item, too", () => {
  expect(filled({ name: "مِثقاب" }).line.unit_code).toBe("H87");
});

test("a name that fits two items gives nothing, and is named", () => {
  const two: Item[] = [
    { code: "A", name: "Tile", type: "G", hs: "69072100" },
    { code: "B", name: "Tiles", type: "G", hs: "69072300" },
  ];
  const { line, done } = filled({ name: "tile" }, two);
  expect(line).toEqual({ name: "tile" });
  expect(done.unclear).toEqual([{ name: "tile", items: two }]);
  expect(filled({ name: "tile", buyer_item_identification: { id: "b" } }, two).line.commodity_classification).toEqual({
    commodity_code: "G",
    item_classification_code: "69072300",
  });
});

const asked = { supplier: desertLime, names: [] as string[] };

test.each([
  ["the own code", { ...asked, code: "tile-60" }, tile],
  ["the own code, whatever the name", { ...asked, code: "TILE-60", names: ["Drill"] }, tile],
  ["the supplier's code", { ...asked, supplierCode: "b-8" }, theirs],
  [
    "the supplier's code of another supplier",
    { ...asked, supplierCode: "B-8", supplier: new Set(["other"]) },
    undefined,
  ],
  ["a name with another own code", { ...asked, code: "TILE-61", names: [tile.name ?? ""] }, undefined],
  ["a name with another code of the same supplier", { ...asked, supplierCode: "B-9", names: ["Bolt"] }, undefined],
  [
    "a name with a code of another supplier",
    { supplierCode: "B-9", names: ["Bolts"], supplier: new Set(["other"]) },
    theirs,
  ],
  ["no name at all", { ...asked, names: ["—"] }, undefined],
])("the same item by %s", (_, wanted, item) => {
  const found = new ItemIndex([tile, drill, theirs, hour]).find(wanted);
  expect(found.is === "same" ? found.entry : undefined).toBe(item);
});

test("words become codes, and a code says whether it is goods", () => {
  const { item } = judgeItem(
    { name: "Tile", hs: "6907.21.00", unit: "box", vat: "standard", origin: "Oman" },
    () => ({}),
  );
  expect(item).toEqual({ name: "Tile", type: "G", hs: "69072100", unit: "XBX", vat: "S", origin: "OM" });
  expect(judgeItem({ name: "Tile", unit: "box (XBX)" }, () => ({})).item).toEqual({ name: "Tile", unit: "XBX" });
});

test.each([
  [{ hs: "tile", name: "x" }, "4 to 12 digits"],
  [{ hs: "690", name: "x" }, "4 to 12 digits"],
  [{ sac: "hello", name: "x" }, "consists of digits"],
  [{ unit: "hugo", name: "x" }, "is not a unit"],
  [{ vat: "Q", name: "x" }, "is not a VAT category"],
  [{ hs: "69072100" }, "no code and no name"],
  [{ colour: "red", name: "x" }, "not a field"],
  ["Tile", "group of fields"],
])("%j cannot be kept", (value, says) => {
  const { item, problems } = judgeItem(value, (path) => ({ path }));
  expect(item).toBeUndefined();
  expect(problems.map(({ message }) => message).join(" ")).toContain(says);
});

test("what a line says otherwise than the book is told once for each item, with both values", () => {
  const bar: Item = { code: "BAR", name: "Gold bar", type: "G", hs: "71081300", unit: "GRM", vat: "Z" };
  const { fill, done } = fillerOf([bar], namesOf);
  const line = (more: Record<string, unknown>): Record<string, unknown> => ({ name: "Gold bar", ...more });
  const lines = [
    line({ unit_code: "TNE", classified_tax_category: { id: "S", percent: "5" } }),
    line({ classified_tax_category: { id: "S", percent: "5.00" } }),
    line({ classified_tax_category: { percent: "5" }, commodity_classification: { commodity_code: "S" } }),
    line({ unit_code: "GRM", classified_tax_category: { id: "Z", percent: "0.00" } }),
    line({ commodity_classification: { item_classification_code: "7108.13.00" } }),
  ];
  const before = structuredClone(lines.slice(0, 2));
  fill({ document_lines: lines });
  expect(lines[0]?.unit_code).toBe("TNE");
  expect(lines.slice(0, 2).map((each) => each.classified_tax_category)).toEqual(
    before.map((each) => each.classified_tax_category),
  );
  expect(done().differing).toEqual([
    {
      item: bar,
      lines: 3,
      said: new Map([
        ["unit", new Set(["TNE"])],
        ["vat", new Set(["S"])],
        ["rate", new Set(["5"])],
        ["type", new Set(["S"])],
      ]),
    },
  ]);
});
