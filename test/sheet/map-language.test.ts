import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readValues } from "../../src/read/index.ts";
import { failedSheet, mapJsonSchema, openSheet, readMap, tableOf } from "../../src/sheet/index.ts";
import type { Supplier } from "../../src/suppliers/index.ts";
import { invoice } from "../support/documents.ts";
import { judge } from "../support/judge-schema.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";
import { type Imported, importFile, supplierConstants } from "../support/sheet-rows.ts";
import { workbook } from "../support/workbook.ts";

const desertLime: Supplier = {
  supplier: "V100",
  agreement_number: "SBA-1",
  agreement_date: "2026-01-01",
  agreement_expiry: "2027-01-01",
  accounting_supplier_party: invoice().accounting_supplier_party,
  payment_means: invoice().payment_means,
};

const fixed = `defaults:
  profile_execution_id: "00000000"
  document_currency_code: AED
constants:
  due_date: 2026-07-15
  document_lines.unit_code: H87
  document_lines.classified_tax_category.id: S
  document_lines.classified_tax_category.percent: 5
  document_lines.commodity_classification.commodity_code: G
  document_lines.commodity_classification.item_classification_code: "69072100"
`;
const columns = `columns:
  Bill: document_number
  Date: issue_date
  Item: [document_lines.name, document_lines.description]
  Qty: document_lines.quantity
supplier: { column: Vendor, by: trn }
`;
const priced = `${columns.replace("supplier:", "  Price: document_lines.price.base_amount\nsupplier:")}${fixed}`;

/** Imports CSV rows or a workbook with a map. */
function imported(
  content: string | Uint8Array,
  map: string,
  more: Parameters<typeof importFile>[2] = {},
  book: readonly Supplier[] = [desertLime],
): Promise<Imported> {
  const file = join(temporaryFolder(), "map.yaml");
  writeFileSync(file, map);
  return importFile(typeof content === "string" ? "bills.csv" : "bills.xlsx", content, { map: file, ...more }, book);
}

const trn = "100234567400003";
const sheet = (head: string, ...rows: string[]): string => [head, ...rows, ""].join("\n");
const codesOf = ({ errors }: Imported): string[] => errors.map(({ code }) => String(code));
const warnings = ({ report }: Imported) => report.problems.filter(({ severity }) => severity === "warning");
const plain = `Bill,Date,Vendor,Item,Qty`;
const first = `B-1,2026-06-15,${trn},Tile`;

describe("price", () => {
  const map = `${columns}price: Value / Qty\n${fixed}`;

  test.each([
    ["4", "100", { base_amount: "25" }],
    ["3", "100", { base_amount: "100", base_quantity: "3" }],
    ["12.345", "3456.78", { base_amount: "3456.78", base_quantity: "12.345" }],
    ["0.5", "100.10", { base_amount: "200.2" }],
  ])("of %s for %s is exact, with a base quantity where the division does not end", async (quantity, value, price) => {
    const { errors, document, report } = await imported(sheet(`${plain},Value`, `${first},${quantity},${value}`), map);
    expect([errors, document("B-1").document_lines?.[0]?.price]).toEqual([[], price]);
    const { view } = report;
    const [sum] = (view.view === "table" && (view.data.by_currency as { net: string }[])) || [];
    expect(Number(sum?.net).toFixed(2)).toBe(Number(value).toFixed(2));
  });

  test.each([
    ["0", "100"],
    ["3", "100.0015"],
  ])("of %s for %s cannot be worked out, and is told at the value", async (quantity, value) => {
    const { errors } = await imported(sheet(`${plain},Value`, `${first},${quantity},${value}`), map);
    expect(errors.map(({ code, where }) => [code, where?.cell])).toContainEqual(["price-not-exact", "F2"]);
  });

  test("with VAT: of the value, and of the price of one", async () => {
    const ofValue = map.replace("price: Value / Qty", "price: { amount: Value, vat: included }");
    const value = await imported(sheet(`${plain},Value`, `${first},2,210`), ofValue);
    expect([value.errors, value.document("B-1").document_lines?.[0]?.price]).toEqual([[], { base_amount: "100" }]);
    const ofOne = map.replace("price: Value / Qty", "price: { unit_price: Value, vat: included }");
    const one = await imported(sheet(`${plain},Value`, `${first},2,52.50`), ofOne);
    expect([one.errors, one.document("B-1").document_lines?.[0]?.price]).toEqual([[], { base_amount: "50" }]);
  });

  test("a value with VAT that no net amount comes to is told, and sent only where the map allows the difference", async () => {
    const withVat = map.replace("price: Value / Qty", "price: { amount: Value, vat: included }");
    const strict = await imported(sheet(`${plain},Value`, `${first},1,0.10`), withVat);
    expect(strict.errors.map(({ code, where }) => [code, where?.cell])).toEqual([["control-differs", "F2"]]);
    expect(strict.errors[0]?.message).toContain("AED 0.10");
    const lenient = await imported(
      sheet(`${plain},Value`, `${first},1,0.10`),
      `${withVat}control: { tolerance: "0.01" }\n`,
    );
    expect([codesOf(lenient), warnings(lenient).map(({ code }) => code)]).toEqual([[], ["control-differs"]]);
  });
});

describe("rows that are left out", () => {
  test("only_when takes the rows with its words, and tells the others; a document is taken whole or not at all", async () => {
    const map = `only_when:\n  State: [Posted]\n${priced}`;
    const rows = [
      `${first},1,10,Posted`,
      `B-2,2026-06-15,${trn},Tile,1,10,Draft`,
      `B-3,2026-06-15,${trn},Tile,1,10,Void`,
    ];
    const some = await imported(sheet(`${plain},Price,State`, ...rows), map);
    expect([some.errors, some.document("B-1").document_number]).toEqual([[], "B-1"]);
    expect(warnings(some).map(({ message }) => message)).toEqual([
      "2 rows were left out because of State: Draft (1), Void (1).",
    ]);
    const torn = await imported(sheet(`${plain},Price,State`, `${first},1,10,Posted`, `${first},1,10,Draft`), map);
    expect(torn.errors.map(({ code, where }) => [code, where?.cell])).toEqual([["two-values", "G3"]]);
  });

  test("of several conditions, the cell of the one that tears a document is named", async () => {
    const map = `only_when:\n  State: [Posted]\n  Branch: [Dubai]\n${priced}`;
    const rows = [`${first},1,10,Posted,Dubai`, `${first},1,10,Posted,Sharjah`];
    const { errors } = await imported(sheet(`${plain},Price,State,Branch`, ...rows), map);
    expect(errors.map(({ message, where }) => [where?.cell, message])).toEqual([
      ["H3", "Row 3 of B-1 is left out because Branch is Sharjah, and other rows of it are not."],
    ]);
  });

  test.each([
    ["by its word", "Grand total,,,,3,30"],
    ["by its Arabic word", ",,,الإجمالي,3,30"],
    ["by its sums alone", ",,,,3,30"],
  ])("a total is known %s", async (_, total) => {
    const map = `${columns}price: Value / Qty\n${fixed}`;
    const rows = [`${first},1,10`, `B-2,2026-06-15,${trn},Tile,2,20`, total];
    const found = await imported(sheet(`${plain},Value`, ...rows), map);
    expect(found.errors).toEqual([]);
    expect(warnings(found).map(({ message }) => message)).toEqual(["1 row was left out as a total: row 4."]);
  });

  test("a total that the rows do not come to stops the sheet", async () => {
    const map = `${columns}price: Value / Qty\n${fixed}`;
    const found = await imported(sheet(`${plain},Value`, `${first},1,10`, "Total,,,,2,30"), map);
    expect(found.errors.map(({ code, where }) => [code, where?.cell])).toEqual([["control-differs", "F3"]]);
    expect(found.errors[0]?.message).toBe("Value: the total in row 3 is 30.00, and the rows above it come to 10.00.");
  });

  test("a row without number that is no total is no total", async () => {
    const found = await imported(sheet(`${plain},Price`, `${first},1,10`, `,,,Total station hire,1,10`), priced);
    expect(codesOf(found)).toEqual(["row-without-number"]);
  });
});

test("what the entry of a supplier that the map names for all rows lacks is told in the map", async () => {
  const { payment_means: _, ...entry } = desertLime;
  const constant = priced.replace(/^supplier:.*\n/m, "").replace("constants:\n", "constants:\n  supplier: V100\n");
  const { errors } = await imported(sheet(`${plain},Price`, `${first},1,10`), `${constant}ignore: [Vendor]\n`, {}, [
    entry,
  ]);
  expect(errors.map(({ message, where }) => [message, where?.excerpt?.trim()])).toEqual([
    ["The entry V100 of your supplier book lacks: IBAN or account number.", "supplier: V100"],
  ]);
});

describe("invoice or credit note", () => {
  const credit = `${columns.replace("supplier:", "  Corrects: billing_reference.id\n  Reason: discrepancy_response\nsupplier:")}price: Value / Qty\n${fixed}`;
  const rows = [`${first},2,20,,,Bill`, `C-1,2026-06-16,${trn},Tile,-1,-10,B-1,DL8.61.1.D,Refund`];
  const table = sheet(`${plain},Value,Corrects,Reason,Type`, ...rows);

  test.each([
    ["the sign", "kind: { sign_of: Value }"],
    ["a word", "kind: { column: Type, invoice: [Bill], credit-note: [Refund] }"],
  ])("%s decides; amounts of a credit note lose their sign", async (_, kind) => {
    const both = await imported(table, `${kind}\n${credit}`);
    expect(both.errors).toEqual([]);
    const note = both.document("C-1");
    expect([note.document_lines?.[0]?.quantity, note.document_lines?.[0]?.price]).toEqual(["1", { base_amount: "10" }]);
    const { view } = both.report;
    expect(view.view === "table" && view.data.by_currency).toEqual([
      { kind: "invoice", currency: "AED", documents: 1, net: "20", vat: "1", gross: "21" },
      { kind: "credit-note", currency: "AED", documents: 1, net: "10", vat: "0.5", gross: "10.5" },
    ]);
    expect(view.view === "table" && view.next).toContain("selfbill create-credit-note");
    const one = await imported(table, `${kind}\n${credit}`, { kind: "invoice" });
    expect(warnings(one).map(({ message }) => message)).toEqual([
      "1 of the documents is a self-billed credit note and not part of this run: it was neither checked nor sent.",
    ]);
  });

  test("a word that is neither, and an amount of 0, stop the sheet", async () => {
    const word = await imported(table, `kind: { column: Type, invoice: [Bill], credit-note: [CN] }\n${credit}`);
    expect(word.errors.map(({ code, where }) => [code, where?.cell])).toEqual([["wrong-cell", "I3"]]);
    const none = await imported(table.replace("-10", "0"), `kind: { sign_of: Value }\n${credit}`);
    expect(none.errors.map(({ code, where }) => [code, where?.cell])).toEqual([["wrong-cell", "F3"]]);
  });
});

test("a column says what a document stands in for", async () => {
  const map = `${columns.replace("supplier:", "  Instead of: corrects\nsupplier:")}price: Value / Qty\n${fixed}`;
  const found = await imported(sheet(`${plain},Value,Instead of`, `${first},2,20,SB-7`), map);
  expect([found.errors, found.document("B-1")]).toEqual([[], expect.objectContaining({ corrects: "SB-7" })]);
});

describe("the supplier", () => {
  const by = (key: string): string => priced.replace("by: trn", `by: ${key}`);
  test.each([
    ["trn", trn],
    ["trn", "100 2345 6740 0003"],
    ["code", "v100"],
    ["name", "Desert Lime Trading LLC"],
  ])("is found in the book by %s %s", async (key, text) => {
    const row = `B-1,2026-06-15,${text},Tile,1,10`;
    const { errors, document } = await imported(sheet(`${plain},Price`, row), by(key));
    expect([errors, document("B-1")]).toEqual([[], expect.objectContaining({ supplier: "V100" })]);
  });

  test("that the book does not have, or has twice, is told at its cell", async () => {
    const none = await imported(sheet(`${plain},Price`, `${first},1,10`), priced, {}, []);
    expect(none.errors.map(({ code, where }) => [code, where?.cell])).toEqual([["no-supplier", "C2"]]);
    const twice = await imported(sheet(`${plain},Price`, `${first},1,10`), priced, {}, [
      desertLime,
      { ...desertLime, supplier: "V200" },
    ]);
    expect(twice.errors[0]?.message).toContain("V100, V200");
  });
});

test("fields are joined, cut out of a cell, and VAT comes from words of a tax code", async () => {
  const map = `columns:
  Bill: document_number
  Date: issue_date
  Qty: document_lines.quantity
  Price: document_lines.price.base_amount
fields:
  document_lines.name: { from: { column: Item, take: before / } }
  document_lines.description: { join: [Item, Qty], with: " - " }
  accounting_supplier_party.tin: { from: { column: Vendor, take: first 10 } }
  buyer_reference: { from: Tax, words: { SR: standard } }
vat: { column: Tax, words: { SR: S 5, ZR: Z } }
${fixed.replace(/ {2}document_lines.classified.*\n/g, "")}`;
  const row = (tax: string): string => `B-1,2026-06-15,${trn},Tile / floor,2,10,${tax}`;
  const { report } = await imported(sheet(`${plain},Price,Tax`, row("sr")), map, {
    out: undefined,
    skipInvalid: false,
  });
  const { document } = await imported(sheet(`${plain},Price,Tax`, row("sr")), `${map}${supplierConstants}`);
  const [line] = document("B-1").document_lines ?? [];
  expect([line?.name, line?.description, line?.classified_tax_category?.percent]).toEqual([
    "Tile",
    "Tile / floor - 2",
    "5",
  ]);
  expect([document("B-1").accounting_supplier_party?.tin, document("B-1").buyer_reference]).toEqual([
    "1002345674",
    "standard",
  ]);
  expect(report.outcome).toBe("invalid");
  const unknown = await imported(sheet(`${plain},Price,Tax`, row("XX")), `${map}${supplierConstants}`);
  expect(unknown.errors.map(({ code, where }) => [code, where?.cell])).toEqual([["wrong-cell", "G2"]]);
});

describe("control columns", () => {
  test("are compared with the document, and every difference is told at its cell before anything is sent", async () => {
    const map = `${priced}control: { net: Net, vat: VAT, gross: Gross }\n`;
    const head = `${plain},Price,Net,VAT,Gross`;
    const right = await imported(sheet(head, `${first},2,10,20,1,21`, `${first},1,10,10,0.50,10.50`), map);
    expect(right.errors).toEqual([]);
    const wrong = await imported(sheet(head, `${first},2,10,20,1.01,21.01`), map);
    expect(wrong.errors.map(({ code, where }) => [code, where?.cell])).toEqual([
      ["control-differs", "H2"],
      ["control-differs", "I2"],
    ]);
    expect(wrong.errors[0]?.message).toBe(
      "VAT: the sheet has AED 1.01, and the VAT of the document comes to 1.00 (difference -0.01).",
    );
  });

  test("of the document stand in one row or in all of them", async () => {
    const map = `${priced}control: { gross: Gross, of: document }\n`;
    const rows = (one: string, two: string): string =>
      sheet(`${plain},Price,Gross`, `${first},2,10,${one}`, `${first},1,10,${two}`);
    expect((await imported(rows("31.50", "31.50"), map)).errors).toEqual([]);
    expect((await imported(rows("31.50", ""), map)).errors).toEqual([]);
    expect(codesOf(await imported(rows("31.50", "30"), map))).toEqual(["control-differs"]);
  });
});

describe("documents and lines in two sheets", () => {
  const map = `sheet: Lines
headers: { sheet: Bills, key: No }
${priced}only_when: { State: [Posted] }
control: { gross: Total }
`;
  const bills = (...rows: string[][]) => ({
    name: "Bills",
    rows: [["No", "Date", "Vendor", "Total", "State"], ...rows],
  });
  const lines = (...rows: string[][]) => ({ name: "Lines", rows: [["Bill", "Item", "Qty", "Price"], ...rows] });
  const right = bills(["B-1", "2026-06-15", trn, "31.5", "Posted"], ["B-2", "2026-06-16", trn, "1", "Draft"]);

  test("are joined by their number; what only the documents have is told at their sheet", async () => {
    const both = workbook([
      right,
      lines(["B-1", "Tile", "2", "10"], ["B-2", "Tile", "1", "1"], ["B-1", "Grout", "1", "10"]),
    ]);
    const { errors, document } = await imported(both, map);
    expect([errors, document("B-1").document_lines?.length, document("B-1").issue_date]).toEqual([[], 2, "2026-06-15"]);
    const wrongDate = workbook([bills(["B-1", "soon", trn, "10.5", "Posted"]), lines(["B-1", "Tile", "1", "10"])]);
    const wrong = await imported(wrongDate, map);
    expect(wrong.errors.map(({ code, where }) => [code, where?.sheet, where?.cell])).toEqual([
      ["wrong-cell", "Bills", "B2"],
    ]);
  });

  test("rows that failed are written into both sheets, to be read by the same map", async () => {
    const read = readMap(Buffer.from(map), "map.yaml", { kind: "invoice" });
    if (!read.ok) throw new Error(read.problems[0].message);
    const two = bills(["B-1", "2026-06-15", trn, "21", "Posted"], ["B-2", "2026-06-16", trn, "10.5", "Posted"]);
    const content = workbook([two, lines(["B-1", "Tile", "2", "10"], ["B-2", "Tile", "1", "10"])]);
    const opened = openSheet(content, "bills.xlsx", undefined, read.value);
    const table = opened.ok ? tableOf(opened.value, read.value) : opened;
    if (!table.ok) throw new Error(table.problems[0].message);
    const left = await imported((await failedSheet(table.value, new Set([3]), "xlsx")) as Uint8Array, map);
    const { view } = left.report;
    expect([left.errors, view.view === "table" && view.rows.map(([label]) => label)]).toEqual([[], ["B-2"]]);
  });

  test("a line without document, a document without lines, and a document that appears twice are told", async () => {
    const stray = await imported(workbook([right, lines(["B-1", "Tile", "3", "10"], ["B-9", "Tile", "1", "1"])]), map);
    expect(stray.errors.map(({ code, where }) => [code, where?.sheet, where?.cell])).toEqual([
      ["row-not-joined", "Lines", "A3"],
    ]);
    const empty = await imported(
      workbook([
        bills(...right.rows.slice(1, 2), ["B-3", "2026-06-15", trn, "5", "Posted"]),
        lines(["B-1", "Tile", "3", "10"]),
      ]),
      map,
    );
    expect(empty.errors.length).toBeGreaterThan(0);
    for (const { where } of empty.errors) expect(where?.sheet).toBe("Bills");
    const twice = await imported(
      workbook([bills(...right.rows.slice(1), ...right.rows.slice(1, 2)), lines(["B-1", "Tile", "3", "10"])]),
      map,
    );
    expect(codesOf(twice)).toEqual(["row-not-joined"]);
  });
});

test.each([
  ["price: Value", "Value is not an amount / a quantity."],
  ["price: { unit_price: Value }", "A unit price without VAT needs no rule."],
  ["control: { total: Value }", "total is not part of control."],
  ["supplier: { column: Vendor, by: phone }", "supplier needs column and by."],
  ["vat: { column: Item, words: { SR: standard } }", "SR is not a category with its rate."],
  ["fields: { note: { from: { column: Item, take: middle 3 } } }", "middle 3 is not a piece of a text."],
  ["headers: { sheet: Bills }", "headers needs sheet and key."],
  ["kind: { column: Type, invoice: [Bill] }", "kind needs words for both kinds."],
])("%s is refused at its line of the map", async (text, message) => {
  const { report } = await imported(
    sheet(`${plain},Value`, `${first},1,10`),
    `${columns.replace(/supplier:.*\n/, "")}${text}\n`,
  );
  expect(report.problems.map((each) => each.message)).toContain(message);
  expect(report.problems.every(({ code, where }) => code === "bad-map" && where?.line !== undefined)).toBe(true);
});

test("the schema of a map takes what a map can say", () => {
  const { $schema: _, ...schema } = mapJsonSchema();
  const map = {
    kind: { column: "Type", invoice: ["Bill"], "credit-note": "Refund" },
    headers: { sheet: "Bills", key: "No" },
    only_when: { State: ["Posted"], Year: 2026 },
    columns: { Bill: "document_number", Item: ["document_lines.name", "document_lines.description"] },
    fields: { note: "Text", buyer_reference: { from: { column: "Ref", take: "after /" }, words: { A: "B" } } },
    vat: { column: "Tax", words: { SR: "S 5", EX: "E" } },
    price: "Value / Qty",
    supplier: { column: "Vendor", by: "trn" },
    control: { net: "Net", of: "document", tolerance: "0.01" },
    constants: { due_date: "2026-07-15" },
  };
  expect(judge(schema, schema, map)).toEqual([]);
  expect(judge(schema, schema, { ...map, vat: { column: "Tax", words: { SR: "standard" } } })).not.toEqual([]);
  expect(judge(schema, schema, { ...map, supplier: { column: "Vendor", by: "phone" } })).not.toEqual([]);
});

test("the map that the manual shows can be read, and fits its schema", () => {
  const page = readFileSync(join(top, "src/manual/scripts.md"), "utf8");
  const [, text = ""] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  for (const kind of ["invoice", "credit-note"] as const)
    expect(readMap(Buffer.from(text), "map.yaml", { kind })).toMatchObject({ ok: true });
  const read = readValues(Buffer.from(text), "map.yaml");
  const { $schema: _, ...schema } = mapJsonSchema();
  expect(read.ok && judge(schema, schema, read.value.values)).toEqual([]);
});
