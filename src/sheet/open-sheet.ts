import { nearest } from "../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import type { Sheet } from "./cell.ts";
import { readCsv } from "./csv/read-csv.ts";
import { joinedSheets } from "./joined-sheets.ts";
import type { HeaderRule } from "./map/map-parts.ts";
import type { SheetMap } from "./sheet-map.ts";
import { headingRowOf } from "./table.ts";
import { readXlsx, type SheetEntry } from "./xlsx/read-xlsx.ts";

export const maxSheetBytes = 64 * 1024 * 1024;

/** The second CSV file that a map uses, with one row per document. */
export interface HeaderFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/**
 * True for a CSV file, and for an HTML page or tab-separated table with the extension .xls, as many programs write
 * them.
 */
export function isTextTable(bytes: Uint8Array, file: string): boolean {
  return isCsvName(file) || (/\.xls$/i.test(file) && !isBinary(bytes));
}

/**
 * True for a workbook of any Excel version (an archive, or the old compound file), and for any other bytes that are not
 * text.
 */
function isBinary(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const isCompound = first === 0xd0 && second === 0xcf;
  return isCompound || (first === 0x50 && second === 0x4b) || (!isUtf16 && bytes.subarray(0, 4096).includes(0));
}

const isArchive = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 3 && fourth === 4;

export function isCsvName(file: string): boolean {
  return /\.[ct]sv$/i.test(file);
}

/**
 * Opens the sheet that the options name, otherwise the one with the headings of the map. `beside`: the CSV file named
 * in the map's `headers`. Problems: `not-a-sheet`, `sheet-too-big`, `bad-encoding`, `no-heading`, `bad-map`,
 * `row-not-joined`.
 */
export function openSheet(
  bytes: Uint8Array,
  file: string,
  name: string | undefined,
  map: SheetMap,
  beside?: HeaderFile,
): Result<Sheet> {
  const refused = notReadable(bytes, file);
  if (refused) return fail(refused);
  if (isTextTable(bytes, file)) return openCsv(bytes, file, map, beside);
  const entries = readXlsx(bytes, file);
  if (!entries.ok) return entries;
  const { headers } = map;
  const countOf = (sheet: Sheet): number => headingRowOf(sheet, map)?.count ?? 0;
  if (headers === undefined) return chosen(entries.value, file, name, countOf);
  const documents = chosen(entries.value, file, headers.sheet, countOf);
  const others = entries.value.filter((each) => !same(each.name, headers.sheet));
  const lines = chosen(others, file, name, countOf);
  if (!documents.ok) return documents;
  return lines.ok ? joinedSheets(lines.value, documents.value, headers, map) : lines;
}

/**
 * Opens the sheet that the options name, otherwise the one whose first rows have the highest `countOf`. Problems:
 * `not-a-sheet`, `sheet-too-big`, `bad-encoding`, `no-heading`.
 */
export function openFittingSheet(
  bytes: Uint8Array,
  file: string,
  name: string | undefined,
  countOf: (sheet: Sheet) => number,
): Result<Sheet> {
  const refused = notReadable(bytes, file);
  if (refused) return fail(refused);
  if (isTextTable(bytes, file)) return readCsv(bytes, file);
  const entries = readXlsx(bytes, file);
  return entries.ok ? chosen(entries.value, file, name, countOf) : entries;
}

export function notReadable(bytes: Uint8Array, file: string): Problem | undefined {
  const old = /\.(xls|xlsb|ods|numbers)$/i.exec(file)?.[1];
  const isOther = old?.toLowerCase() === "xls" && (isArchive(bytes) || !isBinary(bytes));
  if (old !== undefined && !isOther) {
    const message = `.${old.toLowerCase()} files cannot be read.`;
    return problem("not-a-sheet", message, howToSave(old.toLowerCase()), { where: { file } });
  }
  if (bytes.length > 0) return undefined;
  return problem("not-a-sheet", "The file is empty.", "Name a spreadsheet with rows in it.", { where: { file } });
}

function openCsv(bytes: Uint8Array, file: string, map: SheetMap, beside: HeaderFile | undefined): Result<Sheet> {
  const lines = readCsv(bytes, file);
  if (map.headers === undefined || !lines.ok) return lines;
  if (beside === undefined) return fail(noWorkbook(map.headers));
  const documents = readHeaderFile(beside);
  return documents.ok ? joinedSheets(lines.value, documents.value, map.headers, map) : documents;
}

/** Reads the CSV file as a sheet that is named after the file. */
export function readHeaderFile({ bytes, file }: HeaderFile): Result<Sheet> {
  const refused = notReadable(bytes, file);
  if (refused) return fail(refused);
  const sheet = readCsv(bytes, file);
  return sheet.ok ? ok({ ...sheet.value, name: file.replace(/^.*[\\/]/, "") }) : sheet;
}

function noWorkbook({ where }: HeaderRule): Problem {
  const hint = "Name a CSV file in the same folder, such as bills.csv, or put both sheets into one workbook (.xlsx).";
  return problem("bad-map", "headers names a second sheet, and a CSV file has only one.", hint, { where });
}

/** The start of the message about a workbook with several tables. */
export const severalFit = "More than one sheet has the expected headings";

function chosen(
  entries: readonly SheetEntry[],
  file: string,
  name: string | undefined,
  countOf: (sheet: Sheet) => number,
): Result<Sheet> {
  if (name !== undefined) {
    const named = entries.find((each) => each.name === name) ?? entries.find((each) => same(each.name, name));
    return named ? named.read() : fail(noSuchSheet(entries, file, name));
  }
  const visible = entries.filter(({ hidden }) => !hidden);
  const [only, second] = visible;
  if (only !== undefined && second === undefined) return only.read();
  // Only the first rows are read, because other sheets may be very large.
  const scored = visible.map((entry) => {
    const sheet = entry.peek();
    return { entry, count: sheet === undefined ? 0 : countOf(sheet) };
  });
  // A sheet of notes may contain one or two headings; the table has many.
  const most = scored.reduce((best, { count }) => Math.max(best, count), 0);
  const fitting = scored.filter(({ count }) => count > 0 && count * 2 >= most).map(({ entry }) => entry);
  const [first, another] = fitting;
  if (first !== undefined && another === undefined) return first.read();
  const names = (fitting.length === 0 ? visible : fitting).map((each) => each.name);
  const message =
    first === undefined
      ? `No sheet has the expected headings: ${names.join(", ") || "all are hidden"}.`
      : `${severalFit}: ${names.join(", ")}.`;
  return fail(problem("no-heading", message, "Name the sheet: --sheet NAME.", { where: { file } }));
}

/** How to save a file with this ending as a workbook or CSV, in a program that opens it. */
function howToSave(ending: string): string {
  const menu: ReadonlyMap<string, string> = new Map(
    Object.entries({
      ods: "Open it in LibreOffice Calc, choose File, Save As, file type Excel 2007-365 (.xlsx)",
      numbers: "Open it in Numbers, choose File, Export To, Excel",
    }),
  );
  const how = menu.get(ending) ?? "Open it in Excel, choose File, Save As, type Excel Workbook (.xlsx)";
  return `${how} or CSV UTF-8 (.csv), and name that file.`;
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

function noSuchSheet(entries: readonly SheetEntry[], file: string, name: string): Problem {
  const names = entries.map((each) => each.name);
  const guess = nearest(name, names);
  const hint = guess === undefined ? `The workbook has: ${names.join(", ")}.` : `Did you mean ${guess}?`;
  return problem("no-heading", `The sheet ${name} does not exist.`, hint, { where: { file } });
}
