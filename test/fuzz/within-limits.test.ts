import { expect, test } from "vitest";
import { dayStart, isTime } from "../../src/check/iso-date.ts";
import { spaced } from "../../src/check/xpath.ts";
import { harmless } from "../../src/commands/verdicts/log-lines.ts";
import { checkFields, type SelfBilledDocument } from "../../src/document/index.ts";
import { readDocument, SourceText } from "../../src/read/index.ts";
import { builtInMap, openSheet, readMap, takeNumber } from "../../src/sheet/index.ts";
import { normal } from "../../src/sheet/map/map-parts.ts";
import { numberText } from "../../src/sheet/number-text.ts";
import { trimmed } from "../../src/sheet/take-text.ts";
import { styleOfCode } from "../../src/sheet/xlsx/xlsx-styles.ts";
import { judgeSupplier } from "../../src/suppliers/index.ts";
import { documentIn, Locations, readXml, UblElement } from "../../src/ubl/index.ts";
import { workbook, zip } from "../support/workbook.ts";
import { partsOf } from "./readers/sheets.ts";

// Quadratic code takes minutes at this length, linear code a few milliseconds.
const many = 300_000;
const bytes = (text: string): Uint8Array => Buffer.from(text);
const codesOf = (result: { ok: true } | { ok: false; problems: readonly { code: string }[] }): string[] =>
  result.ok ? [] : result.problems.map(({ code }) => code);

test("texts of a sheet: blanks, stars, digits and brackets without an end are read in one go", () => {
  const blanks = " ".repeat(many);
  expect(trimmed(`${blanks}a${blanks}b\u00a0`)).toBe(`a${blanks}b`);
  expect(trimmed(blanks)).toBe("");
  const stars = "*".repeat(many);
  expect(normal(` Unit  price ${stars}:`)).toBe("unit price");
  expect(normal(`${stars}a`)).toBe(`${stars}a`);
  expect(numberText(`${"0".repeat(many)}x`)).toBeUndefined();
  expect(styleOfCode("[".repeat(many))).toEqual({ look: "number" });
  const cell = { is: "text", text: `1${blanks}x` } as const;
  expect(takeNumber(cell, { style: "point", percent: true })).toHaveProperty("complaint");
  expect(takeNumber({ is: "text", text: "5 %" }, { style: "point", percent: true })).toEqual({ text: "5" });
});

test("dates and times with blanks inside are none, and those with blanks around them are", () => {
  const blanks = " \n".repeat(many);
  expect(dayStart(`a${blanks}b`)).toBeUndefined();
  expect(isTime(`a${blanks}b`)).toBe(false);
  expect(dayStart(`${blanks}2026-06-15\t`)).toBe(dayStart("2026-06-15"));
  expect(isTime(" 10:00:00\n")).toBe(true);
  const digits = "9".repeat(20 * many);
  expect([dayStart(`${digits}-01-01`), dayStart(`\n${digits}`), isTime(`10:00:00.${digits}`)]).toEqual([
    undefined,
    undefined,
    true,
  ]);
});

test("blanks of a long text are squeezed as those of a short one, also where it is cut", () => {
  for (const piece of [" a", "a  ", "a\t", "\n a a  b"]) {
    for (const cut of [0, 1, 2, 3]) {
      const text = `${"x".repeat(cut)}${piece.repeat(many / 3)}`;
      expect(spaced(text)).toBe(text.replace(/[ \t\n\r]+/g, " ").trim());
    }
  }
});

test("lines for a CI log that are empty cost nothing", () => {
  const empty = "\r".repeat(many);
  expect(harmless(`${empty} ::error::x`)).toBe(`${empty} : :error::x`);
  expect(harmless("\n \u000b::error::x\n::y")).toBe("\n \u000b: :error::x\n: :y");
});

test("names with points are found at once, also where a file has many of them", () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `k.${at}: 1\n`).join("");
  const read = readMap(bytes(names), "map.yaml", { kind: "invoice" });
  if (read.ok) throw new Error("it is no map");
  expect(read.problems).toHaveLength(1_001);
  expect(read.problems[999]?.where).toMatchObject({ line: 1_000, column: 1 });
  const long = readMap(bytes(`"a${".b".repeat(many)}": 1\n`), "map.yaml", { kind: "invoice" });
  expect(long.ok ? undefined : long.problems[0]?.where).toMatchObject({ line: 1, column: 1 });
});

test("a file in which nothing can be written to an invoice tells the first fifty places", () => {
  const wrong = Array.from({ length: 130_000 }, (_, at) => `"k${at}":"\\u0001"`).join();
  expect(codesOf(readDocument(bytes(`{${wrong}}`), "a.json"))).toEqual(Array(50).fill("wrong-value"));
});

test("empty names and items in YAML are looked for once", () => {
  expect(codesOf(readDocument(bytes("? \n".repeat(100_000)), "a.yaml"))).not.toEqual([]);
  expect(readDocument(bytes(`note:\n${"  -\n".repeat(50_000)}`), "a.yaml").ok).toBe(true);
});

test("more wrong fields than anybody counts end the look at a document, and it stays wrong", () => {
  const document = { document_lines: Array.from({ length: 120_000 }, () => ({})) } as unknown as SelfBilledDocument;
  const found = checkFields(document, { kind: "invoice", version: "20260101" });
  expect(found.length).toBeLessThan(200_100);
  expect(found.at(-1)).toMatchObject({ path: "document_lines", spoils: "structure" });
});

test("of a supplier with very many unknown fields a thousand are told", () => {
  const fields = Object.fromEntries(Array.from({ length: 130_000 }, (_, at) => [`k${at}`, "1"]));
  const { supplier, problems } = judgeSupplier({ supplier: "a", ...fields }, (path) => ({ path }));
  expect(supplier).toBeUndefined();
  expect(problems.filter(({ code }) => code === "unknown-field")).toHaveLength(1_000);
});

test("an XML file whose first comment is not closed is not well-formed; a DTD behind comments is found", () => {
  expect(codesOf(readXml(bytes(`<!--${"a".repeat(8 * many)}`), "a.xml"))).toEqual(["bad-syntax"]);
  const late = readXml(bytes(`<?a?> <!---->\ufeff\n<!-- b --><!DOCTYPE a []><a/>`), "a.xml");
  expect(late.ok ? "" : late.problems[0].message).toMatch("The file declares a DTD");
});

test("a text of very many references is what it stands for, wherever it is cut", () => {
  const piece = "a&amp;&lt;b&quot;";
  const read = readXml(
    bytes(
      `<Invoice xmlns="${invoiceNamespace}"><b>${piece.repeat(many / 10)}</b><b>${" ".repeat(65_530)}&apos;</b></Invoice>`,
    ),
    "a.xml",
  );
  if (!read.ok) throw new Error(read.problems[0].message);
  const [one, other] = read.value.children;
  expect(one?.text === 'a&<b"'.repeat(many / 10)).toBe(true);
  expect(other?.text.trim()).toBe("'");
});

test("of a file with more lines than any that is read the first million have an excerpt", () => {
  const source = new SourceText("a.xml", "a\n".repeat(1_000_002));
  expect(source.excerptOf({ file: "a.xml", line: 1_000_000, column: 1 })).toEqual({ excerpt: "a" });
  for (const line of [1_000_001, 1_000_002, 1_000_003])
    expect(source.excerptOf({ file: "a.xml", line, column: 1 })).toEqual({});
});

test("siblings are counted in any order in which they are asked for", () => {
  const names = ["cbc:ID", "cbc:Note", "cbc:ID", "cac:InvoiceLine", "cbc:ID"];
  const root = new UblElement("Invoice", "");
  for (const name of names) root.append(new UblElement(name, ""));
  const places = new Locations();
  const asked = [4, 0, 2, 2, 1, 3, 0].map((at) => places.of(root.children[at] as UblElement));
  const steps = ["cbc:ID[3]", "cbc:ID[1]", "cbc:ID[2]", "cbc:ID[2]", "cbc:Note", "cac:InvoiceLine[1]", "cbc:ID[1]"];
  expect(asked).toEqual(steps.map((step) => `/Invoice/${step}`));
});

test("a workbook that names cells, columns and areas which no sheet has is damaged", () => {
  const sheet = (inside: string): string[] => {
    const made = zip({ ...parts, "xl/worksheets/sheet1.xml": `<worksheet>${inside}</worksheet>` });
    const opened = openSheet(made, "a.xlsx", undefined, builtInMap("invoice"));
    return opened.ok ? [] : opened.problems.map(({ message }) => message);
  };
  const parts = partsOf(workbook([{ rows: [] }]));
  const cell = (name: string): string => `<sheetData><row><c r="${name}"><v>1</v></c></row></sheetData>`;
  expect(sheet(cell("AB12"))).toEqual([]);
  for (const name of [`${"1".repeat(many)}a`, "a1", "1", "ABCD1"])
    expect(sheet(cell(name))[0]).toMatch("a cell in it has a name that no cell can have");
  const long = (text: string): string =>
    `<sheetData><row><c t="inlineStr"><is><t>${text}</t></is></c></row></sheetData>`;
  for (const sign of ["a", "&amp;", "_x000D_"])
    expect(sheet(long(sign.repeat(2_500_000)))[0]).toMatch("it has a longer text than a cell can have");
  expect(sheet(long("a".repeat(32_767)))).toEqual([]);
  expect(sheet('<col min="1" max="16384" hidden="1"/>'.repeat(17_000))[0]).toMatch("more columns than a sheet has");
  expect(sheet('<mergeCell ref="A1:B2"/>'.repeat(200_001))[0]).toMatch("more merged cells than");
});

test("elements without a field are told with their places, however many there are side by side", () => {
  const count = 50_000;
  const ids = "<ID>1</ID>".repeat(count);
  const root = readXml(
    bytes(
      `<Invoice xmlns="${invoiceNamespace}"><a:InvoiceTypeCode xmlns:a="${basic}">389</a:InvoiceTypeCode><b:Party xmlns:b="${aggregate}" xmlns="${basic}">${ids}</b:Party></Invoice>`,
    ),
    "a.xml",
  );
  if (!root.ok) throw new Error(root.problems[0].message);
  const found = documentIn(root.value, "a.xml");
  if (!found.ok) throw new Error(found.problems[0].message);
  expect(found.value.losses).toHaveLength(count);
  expect(found.value.losses.at(-1)?.where?.location).toBe(`/Invoice/cac:Party/cbc:ID[${count}]`);
});

const common = "urn:oasis:names:specification:ubl:schema:xsd:Common";
const [basic, aggregate] = [`${common}BasicComponents-2`, `${common}AggregateComponents-2`];
const invoiceNamespace = "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2";

test("elements of a workbook that are nested without an end are refused, in whichever part they are", () => {
  const parts = partsOf(workbook([{ rows: [["Invoice number"]] }]));
  const nested = "<a>".repeat(65) + "</a>".repeat(65);
  const refused = Object.entries(parts).flatMap(([name, part]) => {
    const made = zip({ ...parts, [name]: String(part).replace(/<\/\w+>$/, (end) => nested + end) });
    const sheet = openSheet(made, "a.xlsx", undefined, builtInMap("invoice"));
    return sheet.ok ? [] : sheet.problems.map(({ message }) => `${name}: ${message}`);
  });
  const said = "The workbook is damaged: its parts are nested deeper than those of a workbook.";
  const read = Object.keys(parts).filter((name) => name !== "[Content_Types].xml" && !name.startsWith("docProps/"));
  expect(refused).toEqual(read.map((name) => `${name}: ${said}`));
});
