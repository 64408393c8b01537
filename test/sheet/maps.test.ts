import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { oddGroups, replaced } from "../support/replaced.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { importFile, importRows, row, type SheetRow, sheetOf, supplierConstants } from "../support/sheet-rows.ts";
import { type RawCell, styles, workbook } from "../support/workbook.ts";

/** A small table with a user's own headings. */
const own: SheetRow = { "Rechnung Nr.": "A-1", Datum: "15/06/2026", Artikel: "Tile", Menge: "2", Preis: "12,50" };
const supplier = `
  profile_execution_id: "00000000"
  document_currency_code: AED
  due_date: 2026-07-15
  accounting_supplier_party.tin: "1002345674"
${supplierConstants}  document_lines.unit_code: H87
  document_lines.classified_tax_category.id: S
  document_lines.classified_tax_category.percent: 5
  document_lines.commodity_classification.commodity_code: G
  document_lines.commodity_classification.item_classification_code: "69072100"`;
const columns = `columns:
  Rechnung Nr.: document_number
  Datum: issue_date
  Artikel: [document_lines.name, document_lines.description]
  Menge: document_lines.quantity
  Preis: document_lines.price.base_amount`;
const map = `decimals: comma\ndate_order: dmy\n${columns}\nconstants:${supplier}\n`;

function mapFile(text: string): string {
  const file = join(temporaryFolder(), "map.yaml");
  writeFileSync(file, text);
  return file;
}

const withMap = (text: string, cells: SheetRow = own, name = "Eigene.xlsx") =>
  importFile(name, workbook([sheetOf([cells])]), { map: mapFile(text) });

describe("a map of one's own", () => {
  test("feeds fields from any headings, with constants, another decimal sign and an order of dates", async () => {
    const { errors, document } = await withMap(map);
    expect(errors).toEqual([]);
    const made = document("A-1");
    expect([made.issue_date, made.document_lines?.[0]?.price?.base_amount]).toEqual(["2026-06-15", "12.50"]);
    expect(made.document_lines?.[0]?.description).toBe("Tile");
  });

  test("defaults stand in for empty cells only", async () => {
    const text = map
      .replace("\n  due_date: 2026-07-15", "")
      .replace("constants:", "defaults:\n  due_date: 2026-07-15\nconstants:")
      .replace("columns:", "columns:\n  Frist: due_date");
    const cells = (due: RawCell): SheetRow => ({ ...own, Frist: due });
    expect((await withMap(text, cells(undefined))).document("A-1").due_date).toBe("2026-07-15");
    expect((await withMap(text, cells("20/07/2026"))).document("A-1").due_date).toBe("2026-07-20");
  });

  test("words of the cells stand for codes, whatever their case", async () => {
    const text = map
      .replace("  document_lines.unit_code: H87\n", "")
      .replace(
        "columns:",
        "words:\n  Einheit:\n    Stück: H87\n    Karton: XBX\ncolumns:\n  Einheit: document_lines.unit_code",
      );
    const { errors, document } = await withMap(text, { ...own, Einheit: " KARTON" });
    expect([errors, document("A-1").document_lines?.[0]?.unit_code]).toEqual([[], "XBX"]);
  });

  test("a column of one's own groups the rows, and the service gives the number", async () => {
    const text = map
      .replace("  Rechnung Nr.: document_number\n", "")
      .replace("columns:", "group_by: Rechnung Nr.\ncolumns:");
    const { errors, document } = await withMap(text);
    expect([errors, document("A-1").document_number]).toEqual([[], undefined]);
  });

  test("a finding of a constant is told at its line of the map", async () => {
    const { errors } = await withMap(map.replace('"100234567400003"', '"100234567400009"'));
    const [found] = errors;
    expect(errors).toHaveLength(1);
    expect([found?.code, found?.where?.cell, found?.where?.file?.endsWith("map.yaml")]).toEqual([
      "wrong-value",
      undefined,
      true,
    ]);
    expect(found?.where?.excerpt).toContain("100234567400009");
  });

  test("a heading that the sheet has not is told at its line, with the one that is meant", async () => {
    const { Preis: _, ...others } = own;
    const { report } = await withMap(map, { ...others, Preise: "12,50" });
    const [found] = report.problems;
    expect([found?.code, found?.message, found?.hint]).toEqual([
      "no-heading",
      "The sheet Invoices has no column Preis.",
      "Did you mean Preise?",
    ]);
    expect(found?.where?.excerpt?.trim()).toBe("Preis: document_lines.price.base_amount");
  });
});

describe("a wrong map is told with its lines, all of it at once", () => {
  test.each<[string, string, string, number]>([
    [
      "a name that no map has",
      "colums:\n  a: issue_date\ncolumns:\n  A: issue_date\n",
      "colums is not part of a map.",
      1,
    ],
    ["no columns", "kind: invoice\n", "The map names no columns.", 1],
    [
      "a field that is none",
      "columns:\n  A: document_lines.price.base_amout\n",
      "document_lines.price.base_amout is not a field of the document.",
      2,
    ],
    [
      "a group in place of a field",
      "columns:\n  A: accounting_supplier_party\n",
      "accounting_supplier_party is a group of fields.",
      2,
    ],
    ["a single line", "columns:\n  A: document_lines[0].name\n", "document_lines[0].name names one line.", 2],
    [
      "two columns for one field",
      "columns:\n  A: issue_date\n  B: issue_date\n",
      "B and A are mapped to the same field.",
      3,
    ],
    [
      "a column and a constant for one field",
      "columns:\n  A: issue_date\nconstants:\n  issue_date: 2026-01-01\n",
      "A is mapped to this field, which also has a constant.",
      4,
    ],
    [
      "an order that is none",
      "date_order: ddmmyy\ncolumns:\n  A: issue_date\n",
      "date_order is dmy or mdy or ymd, not ddmmyy.",
      1,
    ],
    [
      "a kind that is none",
      "kind: receipt\ncolumns:\n  A: issue_date\n",
      "kind is invoice or credit-note, not receipt.",
      1,
    ],
    ["a heading without a field", "columns:\n  A:\n", "A is not mapped to any field.", 2],
    [
      "a path that is longer than any field's",
      `columns:\n  A: ${"a.".repeat(600)}\n`,
      `${"a.".repeat(20)}… is not a field of the document.`,
      2,
    ],
    ["broken YAML", "columns:\n  A: [issue_date\n", "", 0],
  ])("%s", async (_, text, message, line) => {
    const { report } = await withMap(text);
    const [found] = report.problems;
    expect(found?.where?.file).toMatch(/map\.yaml$/);
    if (message) expect([found?.code, found?.message, found?.where?.line]).toEqual(["bad-map", message, line]);
  });

  test("a group that says itself how it becomes a text, at every place of a map", async () => {
    const whole = {
      kind: { column: "Type", invoice: ["Bill"], "credit-note": ["Refund"] },
      sheet: "Bills",
      headers: { sheet: "Heads", key: "No." },
      date_order: "dmy",
      decimals: "comma",
      columns: { "No.": "document_number", Unit: ["document_lines.unit_code"] },
      words: { Unit: { box: "XBX" } },
      fields: {
        "document_lines.name": { from: { column: "Text", take: "first 10" }, words: { a: "b" } },
        "document_lines.description": { join: ["Text", "More"], with: " / " },
      },
      vat: { column: "Tax", words: { SR: "S 5" } },
      supplier: { column: "TRN", by: "trn" },
      price: { amount: "Total", quantity: "Count", vat: "included" },
      defaults: { due_date: "2026-02-01" },
      constants: { issue_date: "2026-01-01" },
      only_when: { Status: ["approved"] },
      control: { net: "Total", of: "line", tolerance: "0.01" },
      group_by: ["No."],
      ignore: ["x"],
    };
    const codesOf = async (map: unknown): Promise<string[]> =>
      (await withMap(JSON.stringify(map))).report.problems.map(({ code }) => code);
    expect(await codesOf(whole)).not.toContain("bad-map");
    for (const odd of oddGroups)
      for (const map of replaced(whole, odd))
        expect([JSON.stringify(map), await codesOf(map)]).toEqual([
          expect.anything(),
          expect.arrayContaining(["bad-map"]),
        ]);
  });

  test("two faults are told together", async () => {
    const { report } = await withMap("kind: receipt\ncolumns:\n  A: nothing\n");
    expect(report.problems.map(({ where }) => where?.line)).toEqual([1, 3]);
  });

  test("a map for credit notes makes no invoices", async () => {
    const { report } = await importRows([row()], {
      map: mapFile("kind: credit-note\ncolumns:\n  Item: document_lines.name\n"),
      kind: "invoice",
    });
    expect(report.problems.map(({ code, message }) => [code, message])).toEqual([
      ["bad-map", "The map is for a self-billed credit note."],
    ]);
  });
});

describe("dates that are written as text", () => {
  const cell = (text: string) => [row({ "Invoice date": text, "Due date": "2026-12-31" })];

  test.each([
    ["dmy", "03/04/2026", "2026-04-03"],
    ["mdy", "03/04/2026", "2026-03-04"],
    ["dmy", "3-4-26", "2026-04-03"],
    ["mdy", "3.4.26", "2026-03-04"],
    ["ymd", "26/04/03", "2026-04-03"],
  ] as const)("by --date-order %s %s is %s", async (dateOrder, text, date) => {
    const { errors, document } = await importRows(cell(text), { dateOrder });
    expect([errors, document("SB-1").issue_date]).toEqual([[], date]);
  });

  test("a date that does not fit the order is refused, not turned", async () => {
    const { errors } = await importRows(cell("06/15/2026"), { dateOrder: "dmy" });
    expect(errors.map(({ message }) => message)).toEqual([
      "Invoice date: 06/15/2026 does not exist: there is no month 15.",
    ]);
  });
});

test("the ready-made map, copied, reads the ready-made headings", async () => {
  const { mapText } = await import("../../src/sheet/index.ts");
  const { "Discount reason": _, ...cells } = row({ "VAT rate": { v: "0.05", s: styles.percent } });
  const all = [...mapText("invoice").matchAll(/^ {2}("?)([A-Z][^:"]*)\1: /gm)].map(([, , heading = ""]) => heading);
  const filled = Object.fromEntries(all.map((heading) => [heading, cells[heading]]));
  const { errors, document } = await importRows([filled], { map: mapFile(mapText("invoice")) });
  expect([errors, document("SB-1").document_number]).toEqual([[], "SB-1"]);
});
