import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeStyle, renderProblems } from "../../src/render/index.ts";
import { top } from "../support/run-selfbill.ts";
import { cellOf, importFile, importRows, row, sheetOf } from "../support/sheet-rows.ts";
import { type RawSheet, styles, workbook, zip } from "../support/workbook.ts";

const second = {
  "Invoice number": "SB-1",
  Item: "Grout",
  Description: "Grout, grey, bag of 5 kg",
  Quantity: { v: "3" },
  Unit: "kg",
  "Unit price": "10.00",
};
const lineOnly = {
  ...second,
  "VAT category": "S",
  "VAT rate": "5%",
  "Goods or services": "goods",
  "HS code": "32149000",
};
const codes = (problems: readonly { code: string; where?: { cell?: string | undefined } | undefined }[]): string[] =>
  problems.map(({ code, where }) => `${where?.cell} ${code}`);

describe("rows become documents", () => {
  test("rows with the same number are one document, whatever stands between them", async () => {
    const { errors, document } = await importRows([row(), row({ "Invoice number": "SB-2" }), lineOnly]);
    expect(errors).toEqual([]);
    expect(document("SB-1").document_lines?.map(({ name }) => name)).toEqual(["Ceramic floor tile", "Grout"]);
    expect(document("SB-2").document_lines).toHaveLength(1);
  });

  test("names are accepted where a code is asked for", async () => {
    const { errors, document } = await importRows([
      row({ Unit: "pallets", Currency: "dirham", "VAT category": "standard rate" }),
    ]);
    expect(errors).toEqual([]);
    expect(document("SB-1")).toMatchObject({ document_currency_code: "AED", document_lines: [{ unit_code: "XPX" }] });
  });

  test("two values of what belongs to the document are told at the second one", async () => {
    const rows = [row(), { ...lineOnly, "Invoice date": "2026-06-16" }];
    const { errors } = await importRows(rows);
    expect(codes(errors)).toEqual([`${cellOf(sheetOf(rows), "Invoice date", 3)} two-values`]);
    expect(errors[0]?.message).toBe(
      "Invoice date: row 2 has 2026-06-15 and this row has 2026-06-16, in the same document SB-1.",
    );
  });

  test("the same value in another form is no second value", async () => {
    const { errors } = await importRows([row(), { ...lineOnly, "Invoice date": { v: "46188", s: styles.date } }]);
    expect(errors).toEqual([]);
  });

  test("empty rows, and rows that fill only columns that feed nothing, are passed over", async () => {
    const { errors, report } = await importRows([
      row(),
      {},
      { Net: { v: "10000" } },
      row({ "Invoice number": "SB-2" }),
    ]);
    expect([errors, report.outcome]).toEqual([[], "done"]);
    expect(report.view.view === "table" && report.view.rows.map((each) => each[0])).toEqual(["SB-1", "SB-2"]);
  });

  test("a title above the headings and a star behind one do no harm", async () => {
    const sheet = sheetOf([row()]);
    const [headings = [], ...rows] = sheet.rows;
    const starred = headings.map((each) => (each === "Item" ? "ITEM *" : each));
    const { errors, document } = await importFile(
      "March.xlsx",
      workbook([{ ...sheet, rows: [["Self-billed invoices, March"], [], starred, ...rows] }]),
    );
    expect([errors, document("SB-1").document_lines?.[0]?.name]).toEqual([[], "Ceramic floor tile"]);
  });

  test("a heading that feeds nothing is told with the one that is meant", async () => {
    const { report } = await importRows([row({ Quantiti: "4" })]);
    expect(report.problems.map(({ code, hint }) => [code, hint])).toEqual([
      ["unused-column", "Did you mean Quantity?"],
    ]);
  });

  test("a workbook whose days count from 1904 gives the same date", async () => {
    const made = workbook([sheetOf([row({ "Invoice date": { v: "44726", s: styles.date } })])], { date1904: true });
    expect((await importFile("March.xlsx", made)).document("SB-1").issue_date).toBe("2026-06-15");
  });
});

describe("a row without a number", () => {
  const rows = [row(), { ...lineOnly, "Invoice number": undefined }, row({ "Invoice number": "SB-2" })];

  test("may belong to any document, so that nothing is written, --skip-invalid or not", async () => {
    const { errors, folder } = await importRows(rows);
    expect(codes(errors)).toEqual(["A3 row-without-number"]);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  test("is told beside what else is wrong in it", async () => {
    const wrong = { ...lineOnly, "Invoice number": undefined, Quantity: "some" };
    const { errors } = await importRows([row(), wrong]);
    const quantity = cellOf(sheetOf([row(), wrong]), "Quantity", 3);
    expect(codes(errors)).toEqual(["A3 row-without-number", `${quantity} wrong-cell`]);
  });
});

describe("what the eye does not see", () => {
  test("a row that is filtered out stops its document", async () => {
    const { errors } = await importRows([row(), row({ "Invoice number": "SB-2" })], {}, { hiddenRows: [3] });
    expect(codes(errors)).toEqual(["A3 hidden-cells"]);
  });

  test("a hidden column that feeds a field is a warning", async () => {
    const { report, errors } = await importRows([row()], {}, { hiddenColumns: [2] });
    expect([codes(errors), codes(report.problems)]).toEqual([[], ["B1 hidden-cells"]]);
  });

  test("merged cells mislead where each line needs its own value", async () => {
    const rows = [row(), lineOnly];
    const at = cellOf(sheetOf(rows), "Unit price", 2);
    const below = cellOf(sheetOf(rows), "Unit price", 3);
    const { errors } = await importRows(rows, {}, { merged: [`${at}:${below}`] });
    expect(codes(errors)).toContain(`${at} hidden-cells`);
  });

  test("merged cells of the number, or of what belongs to the document, are meant for all of its rows", async () => {
    const { errors, document } = await importRows(
      [row(), { ...lineOnly, "Invoice number": undefined }],
      {},
      { merged: ["A2:A3", "B2:B3"] },
    );
    expect([errors, document("SB-1").document_lines?.length]).toEqual([[], 2]);
  });

  test("real dates beside dates as text are pointed out: the spreadsheet may have turned some", async () => {
    const turned = row({ "Invoice date": { v: "46188", s: styles.date } });
    const left = row({ "Invoice number": "SB-2", "Invoice date": "15/06/2026" });
    const { report, errors } = await importRows([turned, left]);
    expect([errors, codes(report.problems)]).toEqual([[], ["B1 ambiguous-date"]]);
  });

  test("a hidden sheet is not taken for the one that is meant", async () => {
    const made = workbook([
      { ...sheetOf([row({ "Invoice number": "OLD-1" })]), name: "Old", hidden: true },
      sheetOf([row()]),
    ]);
    const { report } = await importFile("March.xlsx", made);
    expect(report.view.view === "table" && report.view.rows.map((each) => each[0])).toEqual(["SB-1"]);
  });

  test("of two sheets with the headings none is guessed; --sheet names it", async () => {
    const made = workbook([
      { ...sheetOf([row({ "Invoice number": "F-1" })]), name: "February" },
      { ...sheetOf([row()]), name: "March" },
    ]);
    const { report } = await importFile("Year.xlsx", made);
    expect(report.problems[0]?.message).toBe("More than one sheet has the expected headings: February, March.");
    const named = await importFile("Year.xlsx", made, { sheet: "march" });
    expect(named.document("SB-1").document_number).toBe("SB-1");
  });
});

describe("CSV", () => {
  const csv = (rows: readonly (readonly string[])[], sign = ","): string =>
    rows
      .map((each) => each.map((text) => (/[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(sign))
      .join("\r\n");
  const texts = sheetOf([row({ Quantity: "40", "Unit price": "250.00", "VAT rate": "5%" })]).rows.map((cells) =>
    cells.map((cell) => String(cell ?? "")),
  );

  test.each([
    ["commas", csv(texts)],
    ["semicolons", csv(texts, ";")],
    ["tabs", csv(texts, "\t")],
    ["a line that names its sign", `sep=;\r\n${csv(texts, ";")}`],
    ["the mark of UTF-8", `\ufeff${csv(texts)}`],
    ["UTF-16", Buffer.from(`\ufeff${csv(texts)}`, "utf16le")],
    ["line ends of an old Macintosh", csv(texts).replaceAll("\r\n", "\r")],
    ["line ends of all kinds", `${csv(texts)}\r\r\n\n`],
  ])("with %s is read", async (_, content) => {
    const { errors, document } = await importFile("March.csv", content);
    expect([errors, document("SB-1").document_lines?.[0]?.price?.base_amount]).toEqual([[], "250.00"]);
  });

  test("a wrong cell is named as the spreadsheet names it, also after a cell of two lines and an empty row", async () => {
    const [headings = [], first = []] = texts;
    const twoLines = first.map((text, at) => (headings[at] === "Description" ? "two\nlines" : text));
    const wrong = first.map((text, at) =>
      headings[at] === "Unit price" ? "1.250,00" : headings[at] === "Invoice number" ? "SB-2" : text,
    );
    const { errors } = await importFile("March.csv", csv([headings, twoLines, [], wrong]));
    expect(codes(errors)).toEqual([`${cellOf({ rows: texts }, "Unit price", 4)} wrong-cell`]);
    expect(errors[0]?.where?.sheet).toBeUndefined();
  });

  test("a row with a comma too many is refused as a whole, and nothing else is said of it", async () => {
    const [headings = [], first = []] = texts;
    const moved = first.map((text, at) => (headings[at] === "Unit price" ? "1,250.00" : text)).join(",");
    const { errors, folder } = await importFile(
      "March.csv",
      `${csv([headings, first])}\n${moved.replace("SB-1", "SB-2")}`,
    );
    expect(codes(errors)).toEqual(["A3 not-a-sheet"]);
    expect(errors[0]?.message).toContain("The row has 30 values under 28 headings");
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  test("a quote that is not closed is told with its line", async () => {
    const { report } = await importFile("March.csv", `${csv(texts)}\r\n"open`);
    expect(report.problems.map(({ code, where }) => [code, where?.line])).toEqual([["not-a-sheet", 3]]);
  });
});

describe("files that are no tables", () => {
  const bomb = (): Buffer => {
    const zeros = Buffer.alloc(300 * 1024 * 1024, "<row/>");
    return zip({ "_rels/.rels": zeros });
  };
  test.each<[string, string, () => Buffer, string]>([
    ["an empty file", "March.xlsx", () => Buffer.alloc(0), "not-a-sheet"],
    ["a text with the ending of a workbook", "March.xlsx", () => Buffer.from("Invoice number,Item"), "not-a-sheet"],
    ["a workbook that is cut off", "March.xlsx", () => workbook([sheetOf([row()])]).subarray(0, 900), "not-a-sheet"],
    ["a ZIP file of something else", "March.xlsx", () => zip({ "a.txt": "hello" }), "not-a-sheet"],
    ["an old workbook", "March.xls", () => Buffer.from("\xd0\xcf\x11\xe0", "latin1"), "not-a-sheet"],
    ["a workbook with the ending of CSV", "March.csv", () => workbook([sheetOf([row()])]), "bad-encoding"],
    ["a workbook that unpacks to more than is read", "March.xlsx", bomb, "sheet-too-big"],
    [
      "XML that declares entities",
      "March.xlsx",
      () => zip({ "_rels/.rels": '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>' }),
      "not-a-sheet",
    ],
    [
      "a sheet without the headings",
      "March.xlsx",
      () =>
        workbook([
          {
            rows: [
              ["a", "b"],
              ["1", "2"],
            ],
          },
        ]),
      "no-heading",
    ],
    [
      "headings and nothing below",
      "March.xlsx",
      () => workbook([sheetOf([row()])].map((sheet) => ({ ...sheet, rows: sheet.rows.slice(0, 1) }))),
      "empty-document",
    ],
  ])("%s is refused in one line", async (_, name, content, code) => {
    const { report, folder } = await importFile(name, content());
    expect(report.problems.map((each) => each.code)).toEqual([code]);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  test("more cells than are read are refused", async () => {
    // Gaps between the first and the last cell of a row count as cells too, and are cheaper to create and to read.
    const cells = [...Array.from({ length: 999 }, () => undefined), { v: "1" }];
    const { report } = await importFile("March.xlsx", workbook([{ rows: Array.from({ length: 2001 }, () => cells) }]));
    expect(report.problems.map((each) => each.code)).toEqual(["sheet-too-big"]);
  });

  test("another sheet of the workbook may be as large as it likes; one that is chosen is named, with the way out", async () => {
    const large: RawSheet = { name: "Ledger", rows: Array.from({ length: 50_001 }, () => ["x"]) };
    const { errors, document } = await importFile("March.xlsx", workbook([large, sheetOf([row()])]));
    expect([errors, document("SB-1").issue_date]).toEqual([[], "2026-06-15"]);
    const named = await importFile("March.xlsx", workbook([large, sheetOf([row()])]), { sheet: "Ledger" });
    expect(named.errors[0]?.message).toContain("The sheet Ledger has more than 50,000 rows");
    expect([named.errors[0]?.where?.sheet, named.errors[0]?.hint]).toEqual([
      "Ledger",
      expect.stringContaining("--sheet NAME"),
    ]);
  });

  test.each([
    ["March.xls", "Excel Workbook (.xlsx)"],
    ["March.ods", "LibreOffice Calc, choose File, Save As"],
    ["March.numbers", "Export To, Excel"],
  ])("%s is refused with the way to save it", async (name, says) => {
    const { report } = await importFile(name, Buffer.from("PK"));
    expect(report.problems.map(({ hint }) => hint)).toEqual([expect.stringContaining(says)]);
    expect(report.problems[0]?.hint).toContain(".csv");
  });

  test("a CSV row that is longer than any row of a table is refused", async () => {
    const { report } = await importFile("March.csv", `Item,Unit\n"${"x".repeat(2_000_000)}"`);
    expect(report.problems.map((each) => each.code)).toEqual(["sheet-too-big"]);
  });

  test("more rows than are read are refused", async () => {
    const rows = Array.from({ length: 50_001 }, () => ["x"]);
    const { report } = await importFile("March.xlsx", workbook([{ rows }]));
    expect(report.problems.map((each) => each.code)).toEqual(["sheet-too-big"]);
  });
});

test("an import ends with a sentence and the totals by currency and supplier", async () => {
  const rows = [
    row(),
    row({ "Invoice number": "SB-2", Quantity: { v: "1" } }),
    row({ "Invoice number": "SB-3", Unit: "cube" }),
  ];
  const { report } = await importRows(rows, { out: undefined, skipInvalid: false });
  const { view } = report;
  const next = view.view === "table" ? (view.next ?? "") : "";
  expect(next).toContain("AED\t2\t10250.00\t512.50\t10762.50");
  expect(next).toContain("Desert Lime Trading LLC\t100234567400003\t2\tAED\t10250.00\t512.50\t10762.50");
  expect(next).toContain("2 documents valid, 1 document not valid; nothing was written or sent.");
  expect(view.view === "table" && view.data).toMatchObject({
    by_currency: [{ currency: "AED", documents: 2, net: "10250", vat: "512.5", gross: "10762.5" }],
  });
});

describe("--out", () => {
  test("names files by the numbers, as every system can write them, and none twice", async () => {
    const numbers = ["INV/2026/07", "INV-2026-07", "inv:2026:07", "CON", "../../etc", "فاتورة-1"];
    const { errors, folder } = await importRows(numbers.map((each) => row({ "Invoice number": each })));
    expect(errors).toEqual([]);
    expect(readdirSync(join(folder, "out")).sort()).toEqual(
      ["CON-.yaml", "INV-2026-07-2.yaml", "INV-2026-07.yaml", "etc.yaml", "inv-2026-07-3.yaml", "فاتورة-1.yaml"].sort(),
    );
  });

  test("writes nothing while a row is wrong, unless the right ones are asked for", async () => {
    const rows = [row(), row({ "Invoice number": "SB-2", "Unit price": "much" })];
    const held = await importRows(rows, { skipInvalid: false });
    expect([existsSync(join(held.folder, "out")), held.report.outcome]).toEqual([false, "partial"]);
    const some = await importRows(rows);
    expect(readdirSync(join(some.folder, "out"))).toEqual(["SB-1.yaml"]);
  });

  test("writes over nothing, unless it is forced", async () => {
    const first = await importRows([row()]);
    const out = join(first.folder, "out");
    const again = await importRows([row()], { out });
    expect([codes(again.errors), again.report.outcome]).toEqual([["undefined file-exists"], "local_state"]);
    expect((await importRows([row()], { out, force: true })).report.outcome).toBe("done");
  });
});

test("the manual shows a wrong cell as the screen does", async () => {
  const rows = Array.from({ length: 16 }, (_, at) => row({ "Invoice number": `SB-${at}` }));
  rows[15] = { ...rows[15], "Supplier TRN": "1.00235E+14" };
  const { errors } = await importRows(rows);
  const style = makeStyle({ isTerminal: false, columns: 100, environment: {}, noColor: true });
  const screen = renderProblems(errors, style).replace(/^.*?March/, "March");
  const oneLine = (text: string): string => text.replace(/\s+/g, " "); // the page wraps at 80 columns
  expect(oneLine(readFileSync(join(top, "src/manual/spreadsheets.md"), "utf8"))).toContain(oneLine(screen));
});

describe("columns that a sheet lacks", () => {
  const half = ["Invoice number", "Invoice date", "Due date", "Supplier name", "Item", "Quantity", "Unit price"];
  const rows = Array.from({ length: 40 }, (_, at) => [
    `SB-${Math.floor(at / 2)}`,
    "2026-06-15",
    "2026-07-15",
    "Desert Lime Trading LLC",
    "Tile",
    "2",
    "10.00",
  ]);

  test("are told once for the whole sheet by their headings, and what only follows from them is not told", async () => {
    const { report } = await importFile("half.csv", [half, ...rows].map((each) => each.join(",")).join("\n"));
    const style = makeStyle({ isTerminal: false, columns: 80, environment: {}, noColor: true });
    const text = renderProblems(report.problems, style);
    expect(text.match(/ {2}missing-field {2}/g)).toHaveLength(1);
    for (const heading of ["Supplier TRN", "Unit", "VAT category", "Payment", "IBAN"]) expect(text).toContain(heading);
    expect(text).not.toMatch(/[a-z]_[a-z]/);
    expect(text.split("\n").length).toBeLessThan(6);
  });

  test("each document still has each of them, for scripts", async () => {
    const { errors } = await importFile("half.csv", [half, ...rows].map((each) => each.join(",")).join("\n"));
    expect(errors.filter(({ where }) => where?.noColumn?.includes("Unit"))).toHaveLength(rows.length);
  });
});

test("a heading stands before a sentence of a rule, and no word of it is replaced", async () => {
  const { errors } = await importRows([row({ "VAT rate": "9%" })]);
  expect(errors.length).toBeGreaterThan(0);
  for (const { message, hint } of errors) {
    expect(message).not.toMatch(/\d VAT rate/);
    expect(`${message} ${hint}`).not.toMatch(/[a-z]_[a-z]/);
  }
});
