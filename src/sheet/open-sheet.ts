import { nearest } from "../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import type { Sheet } from "./cell.ts";
import { readCsv } from "./read-csv.ts";
import type { SheetMap } from "./sheet-map.ts";
import { headingRowOf } from "./table.ts";
import { readXlsx, type SheetEntry } from "./xlsx/read-xlsx.ts";

/** Largest spreadsheet file that is read, in bytes. */
export const maxSheetBytes = 16 * 1024 * 1024;

/** Whether a file's name says that it is a spreadsheet, also one that cannot be read. */
export function isSheetName(file: string): boolean {
  return /\.(?:xlsx|xlsm|xls|xlsb|ods|numbers|csv|tsv)$/i.test(file);
}

/**
 * The sheet of a workbook or CSV file that the words name, else the one with the headings of the map. Problems: `not-a-sheet`,
 * `sheet-too-big`, `bad-encoding`, `no-heading`.
 */
export function openSheet(bytes: Uint8Array, file: string, name: string | undefined, map: SheetMap): Result<Sheet> {
  const old = /\.(xls|xlsb|ods|numbers)$/i.exec(file)?.[1];
  if (old !== undefined) {
    const hint = "Save it as an Excel workbook (.xlsx) or as CSV UTF-8, and name that file.";
    return fail(problem("not-a-sheet", `.${old} files cannot be read.`, hint, { where: { file } }));
  }
  if (bytes.length === 0)
    return fail(
      problem("not-a-sheet", "The file is empty.", "Name a spreadsheet with rows in it.", { where: { file } }),
    );
  if (/\.[ct]sv$/i.test(file)) return readCsv(bytes, file);
  const entries = readXlsx(bytes, file);
  return entries.ok ? chosen(entries.value, file, name, map) : entries;
}

function chosen(entries: readonly SheetEntry[], file: string, name: string | undefined, map: SheetMap): Result<Sheet> {
  if (name !== undefined) {
    const named = entries.find((each) => each.name === name) ?? entries.find((each) => same(each.name, name));
    return named ? named.read() : fail(noSuchSheet(entries, file, name));
  }
  const visible = entries.filter(({ hidden }) => !hidden);
  const [only, second] = visible;
  if (only !== undefined && second === undefined) return only.read();
  const scored: { sheet: Sheet; count: number }[] = [];
  for (const entry of visible) {
    const sheet = entry.read();
    if (!sheet.ok) return sheet;
    scored.push({ sheet: sheet.value, count: headingRowOf(sheet.value, map)?.count ?? 0 });
  }
  // A sheet of explanations may hold a heading or two; the table has many.
  const most = scored.reduce((best, { count }) => Math.max(best, count), 0);
  const fitting = scored.filter(({ count }) => count > 0 && count * 2 >= most).map(({ sheet }) => sheet);
  const [first, another] = fitting;
  if (first !== undefined && another === undefined) return ok(first);
  const names = (fitting.length === 0 ? visible : fitting.map((each) => ({ name: each.name ?? "" }))).map(
    (each) => each.name,
  );
  const message =
    first === undefined
      ? `No sheet has the headings of the map: ${names.join(", ") || "all are hidden"}.`
      : `More than one sheet has the headings of the map: ${names.join(", ")}.`;
  return fail(problem("no-heading", message, "Name the sheet: --sheet NAME.", { where: { file } }));
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

function noSuchSheet(entries: readonly SheetEntry[], file: string, name: string): Problem {
  const names = entries.map((each) => each.name);
  const guess = nearest(name, names);
  const hint = guess === undefined ? `The workbook has: ${names.join(", ")}.` : `Did you mean ${guess}?`;
  return problem("no-heading", `The sheet ${name} does not exist.`, hint, { where: { file } });
}
