import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import type { Result } from "../../../src/problem/index.ts";
import { builtInMap, documentsOf, openSheet, readMap, tableOf, templateCsv } from "../../../src/sheet/index.ts";
import { directoryOf } from "../../../src/sheet/xlsx/zip-directory.ts";
import { workbook, zip } from "../../support/workbook.ts";
import {
  counted,
  countedTimes,
  judged,
  type Large,
  megabyte,
  pump,
  pumpTimes,
  type Reader,
  repeated,
  yamlSigns,
} from "../reader.ts";

const map = builtInMap("invoice");
const most = 16 * megabyte;

/** Converts a table to documents, as `import` does; the document readers cover their validation. */
function readTable(bytes: Uint8Array, file: string): string {
  const sheet = openSheet(bytes, file, undefined, map);
  if (!sheet.ok) return judged(sheet.problems);
  const table = tableOf(sheet.value, map);
  if (!table.ok) return judged(table.problems);
  const { documents, problems } = documentsOf(table.value, map, { kind: "invoice" });
  return judged([...problems, ...documents.flatMap((each) => each.problems)]);
}

/** Nearly the maximum number of rows read below the headings. */
const mostRows = 49_990;

const heading = "Invoice number,Issue date,Supplier name,Item name,Quantity,Unit price\n";

const csvLarge: Readonly<Record<string, Large>> = {
  rows: counted(most, (at) => `A-${at},2026-06-15,Gulf Steel,Beam,1,10.00\n`, heading),
  "rows of one document": counted(most, () => "A-1,2026-06-15,Gulf Steel,Beam,1,10.00\n", heading),
  "wrong rows": counted(most, () => "A-1,1/2/3,Gulf Steel,Beam,x,-\n", heading),
  "rows with more values than headings": pump(most, "1,2,3,4,5,6,7,8,9\n", heading),
  "rows without a number": pump(most, ",,,Beam,1,1\n", heading),
  "as many rows as are read without a number": pumpTimes(mostRows, ",x,,,x,x\n", heading),
  "as many rows as are read with values too many": pumpTimes(mostRows, "1,2,3,4,5,6,7\n", heading),
  "as many totals as are read": pumpTimes(mostRows, "Total,,,,1,x\n", `${heading}A-1,2026-06-15,Gulf Steel,a,1,1\n`),
  "as many documents as are read": countedTimes(mostRows, (at) => `A-${at},2026-06-15,Gulf Steel,a,1,1\n`, heading),
  "as many wrong documents as are read": countedTimes(mostRows, (at) => `A-${at},x,Gulf Steel,,x,x\n`, heading),
  "empty rows": pump(most, "\n", heading),
  "one row": pump(most, "a,"),
  "a quote that is not closed": pump(most, "a", `${heading}"`),
  quotes: pump(most, '""', `${heading}"`, '"'),
  "a long cell of blanks": pump(900_000, " ", `${heading}A-1,2026-06-15,Gulf Steel,a`, "b,1,1\n"),
  "a long cell of stars": pump(900_000, "*", `${heading}A-1,2026-06-15,Gulf Steel,`, "b,1,1\n"),
  "a long number": pump(900_000, "9", `${heading}A-1,2026-06-15,Gulf Steel,a,1,`, "x\n"),
  "a long number of blanks": pump(900_000, " ", `${heading}A-1,2026-06-15,Gulf Steel,a,1,1`, "x\n"),
  "a long number of points": pump(900_000, "1.", `${heading}A-1,2026-06-15,Gulf Steel,a,1,`, "x\n"),
  "a long date": pump(900_000, "1/", `${heading}A-1,`, ",Gulf Steel,a,1,1\n"),
  headings: counted(most, (at) => `h${at},`, "Invoice number,", "\n"),
};

/** A workbook whose only sheet has this XML. */
function sheetOf(xml: string): Buffer {
  const parts = partsOf(workbook([{ rows: [["Invoice number"]] }]));
  return zip({ ...parts, "xl/worksheets/sheet1.xml": xml });
}

/** The unpacked parts of a workbook. */
export function partsOf(bytes: Buffer): Record<string, Buffer> {
  const entries = [...directoryOf(bytes)];
  return Object.fromEntries(
    entries.map(([name, { start, packed, method }]) => {
      const content = bytes.subarray(start, start + packed);
      return [name, method === 0 ? content : inflateRawSync(content)];
    }),
  );
}

const [open, close] = ["<worksheet><sheetData>", "</sheetData></worksheet>"];
const unpacked = 180 * megabyte;
const textCell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const headRow = `<row r="1">${heading.trim().split(",").map(textCell).join("")}</row>`;
const inSheet = (bytes: number, piece: string, before = open, after = close): Large => ({
  most: bytes,
  make: (size) => sheetOf(before + repeated(piece, size) + after),
});

const xlsxLarge: Readonly<Record<string, Large>> = {
  rows: inSheet(unpacked, `<row><c t="inlineStr"><is><t>A-1</t></is></c><c><v>1</v></c></row>`, open + headRow),
  "rows of forty cells": inSheet(
    unpacked,
    `<row>${'<c t="inlineStr"><is><t>abcdef</t></is></c>'.repeat(40)}</row>`,
    open + headRow,
  ),
  "50,000 rows": inSheet(
    50_000 * 160,
    `<row>${textCell("A-1")}${textCell("2026-06-15")}${textCell("Gulf Steel")}<c><v>1</v></c></row>`,
    open + headRow,
  ),
  "empty rows": inSheet(unpacked, "<row/>"),
  blanks: inSheet(unpacked, " "),
  "a comment that is not closed": inSheet(unpacked, "a", `${open}<!--`, ""),
  levels: inSheet(unpacked, "<a>"),
  "merged cells": inSheet(
    unpacked,
    '<mergeCell ref="A1:B2"/>',
    `${open}${headRow}</sheetData><mergeCells>`,
    "</mergeCells></worksheet>",
  ),
  "hidden columns": inSheet(
    unpacked,
    '<col min="1" max="16384" hidden="1"/>',
    "<worksheet><cols>",
    `</cols><sheetData>${headRow}</sheetData></worksheet>`,
  ),
  "a long name of a cell": inSheet(megabyte, "1", `${open}<row><c r="`, `a"/></row>${close}`),
  "a long cell of blanks": inSheet(
    megabyte,
    " ",
    `${open}${headRow}<row>${'<c t="inlineStr"><is><t>a'}`,
    `b</t></is></c></row>${close}`,
  ),
  "a cell of escapes": inSheet(
    unpacked,
    "_x000D_",
    `${open}${headRow}<row>${'<c t="inlineStr"><is><t>a'}`,
    `b</t></is></c></row>${close}`,
  ),
  "a cell of references": inSheet(
    unpacked,
    "&amp;",
    `${open}${headRow}<row>${'<c t="inlineStr"><is><t>a'}`,
    `b</t></is></c></row>${close}`,
  ),
  "a long number": inSheet(megabyte, "0", `${open}${headRow}<row><c><v>1`, `x</v></c></row>${close}`),
  "a long date": inSheet(megabyte, "T", `${open}${headRow}<row><c t="d"><v>`, `\n</v></c></row>${close}`),
  "a long format": {
    most: megabyte,
    make: (size) =>
      withStyles(
        `<numFmts><numFmt numFmtId="164" formatCode="${repeated("[", size)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>`,
      ),
  },
  formats: {
    most: unpacked,
    make: (size) => withStyles(`<cellXfs>${repeated('<xf numFmtId="164"/>', size)}</cellXfs>`),
  },
  "shared texts": {
    most: unpacked,
    make: (size) => withShared(`<sst>${repeated("<si><t>a</t></si>", size)}</sst>`),
  },
  "a packed part of nothing": { most: unpacked, make: (size) => zip({ "_rels/.rels": Buffer.alloc(size, 32) }) },
  "bytes that are no workbook": pump(most, "PK\x03\x04"),
  sheets: {
    most: megabyte,
    make: (size) =>
      workbook(
        Array.from({ length: Math.max(1, Math.floor(size / 1000)) }, () => ({
          rows: [["Invoice number", "Issue date"]],
        })),
      ),
  },
};

function withStyles(inside: string): Buffer {
  const parts = partsOf(
    workbook([
      {
        rows: [
          ["Invoice number", "Issue date"],
          ["A-1", { v: "1", s: 0 }],
        ],
      },
    ]),
  );
  return zip({ ...parts, "xl/styles.xml": `<styleSheet>${inside}</styleSheet>` });
}

function withShared(xml: string): Buffer {
  const parts = partsOf(workbook([{ rows: [["Invoice number", "Issue date"]] }]));
  const relations = String(parts["xl/_rels/workbook.xml.rels"]).replace(
    "</Relationships>",
    '<Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
  );
  return zip({ ...parts, "xl/_rels/workbook.xml.rels": relations, "xl/sharedStrings.xml": xml });
}

const sheetWords = [
  "\n",
  ",",
  ";",
  "\t",
  '"',
  '""',
  "sep=;\n",
  "\r",
  "Invoice number",
  "Issue date",
  "15/06/2026",
  "1.250,00",
  "(5)",
  "5%",
  "1.00123E+14",
  "#REF!",
  "###",
  "'1",
];

export const csv = (): Reader => ({
  name: "csv",
  what: "tables in CSV: read, columns found, documents made",
  seeds: [
    Buffer.from(templateCsv("invoice")),
    Buffer.from(templateCsv("credit-note")),
    Buffer.from(`${heading}A-1,2026-06-15,Gulf Steel,Beam,1,10.00\n`),
  ],
  words: sheetWords,
  read: (bytes) => readTable(bytes, "a.csv"),
  large: csvLarge,
});

const partWords = [
  "<row>",
  "</row>",
  "<c>",
  "</c>",
  "<v>",
  "</v>",
  "<f>",
  "<t>",
  't="s"',
  't="e"',
  't="b"',
  't="d"',
  'r="A1"',
  'r="XFD1048576"',
  'hidden="1"',
  "<mergeCell ref='A1:B9'/>",
  "-1",
  "1e300",
  "_x000D_",
  "rId1",
  "../",
  "<!--",
  "&x;",
];

export const xlsx = (): Reader => {
  const seeds = [
    workbook([
      {
        rows: [
          ["Invoice number", "Issue date", "Quantity"],
          ["A-1", { v: "46188", s: 1 }, { v: "2" }],
        ],
        merged: ["A2:A3"],
        hiddenColumns: [2],
      },
    ]),
    workbook([{ rows: [["Invoice number"], ["A-1"]] }, { name: "More", rows: [["Notes"]], hidden: true }], {
      zip64: true,
    }),
    workbook(
      [
        {
          rows: [
            ["Invoice number", "Unit price"],
            ["A-1", { v: "1250.0999999999999", f: "A1*2" }],
          ],
        },
      ],
      { stored: true, sizesFollow: true },
    ),
  ];
  return {
    name: "xlsx",
    what: "workbooks: unpacked, read, columns found, documents made",
    seeds,
    words: [...partWords, "PK\x01\x02", "PK\x05\x06", "PK\x03\x04", "\xff\xff\xff\xff"],
    read: (bytes) => readTable(bytes, "a.xlsx"),
    /** Changes the XML of one part and repacks the workbook, so that sizes and checksums match. */
    change(seed, random) {
      let parts: Record<string, Buffer>;
      try {
        parts = partsOf(seed);
      } catch {
        return undefined;
      }
      const names = Object.keys(parts);
      const name = names[random.below(names.length)];
      if (name === undefined) return undefined;
      const part = parts[name] ?? Buffer.alloc(0);
      const at = random.below(part.length + 1);
      const word = Buffer.from(partWords[random.below(partWords.length)] ?? "");
      const cut = random.below(3) === 0 ? random.below(200) : random.below(8);
      const made = Buffer.concat([
        part.subarray(0, at),
        random.below(3) === 0 ? part.subarray(at, at + cut) : word,
        part.subarray(at + cut),
      ]);
      return zip({ ...parts, [name]: made }, { stored: true });
    },
    large: xlsxLarge,
  };
};

const mapText = Buffer.from(`kind: invoice
date_order: dmy
group_by: Invoice number
columns:
  Invoice number: document_number
  Unit price: document_lines.price.base_amount
  Item: [document_lines.name, document_lines.description]
words:
  Unit: {box: XBX}
defaults:
  document_currency_code: AED
constants:
  document_lines.unit_code: C62
ignore: [Notes]
`);

/** The map from the manual, which uses every feature. */
const wholeMap = (): Buffer => {
  const [, text = ""] = /```yaml\n(kind: [\s\S]*?)```/.exec(readFileSync("src/manual/spreadsheets.md", "utf8")) ?? [];
  return Buffer.from(text);
};

export const sheetMap = (): Reader => ({
  name: "map",
  what: "maps of columns and fields",
  seeds: [mapText, wholeMap()],
  words: [
    ...yamlSigns,
    "columns:",
    "words:",
    "defaults:",
    "constants:",
    "group_by:",
    "document_lines.price.base_amount",
    "payment_means[0].payee_financial_account.id",
    "[99]",
    "[]",
    ".",
    "supplier",
    '"',
    "document_lines[1]",
  ],
  read(bytes) {
    const read: Result<unknown> = readMap(bytes, "map.yaml", { kind: "invoice" });
    return read.ok ? "taken" : judged(read.problems);
  },
  large: {
    "unknown parts": counted(most, (at) => `k${at}: 1\n`),
    "unknown parts with points": counted(most, (at) => `k.${at}: 1\n`),
    "columns with points": counted(most, (at) => `  a.${at}: x\n`, "columns:\n"),
    columns: counted(most, (at) => `  a${at}: note\n`, "columns:\n"),
    "words of columns": counted(most, (at) => `  a${at}: {b: c}\n`, "words:\n"),
    "wrong defaults": counted(most, (at) => `  a.b${at}: {}\n`, "defaults:\n"),
    "a heading of stars": pump(most, "*", "columns:\n  ", "a: note\n"),
    "a heading of blanks": pump(most, " ", 'columns:\n  "a', 'b": note\n'),
    "a long path": pump(most, "a.", "columns:\n  a: ", "b\n"),
    "a long path of brackets": pump(most, "[0]", "columns:\n  a: document_lines", "\n"),
  },
});
