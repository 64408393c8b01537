import { posix } from "node:path";
import { fail, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import type { Sheet } from "../cell.ts";
import { partParser, readThrough } from "./part-parser.ts";
import { damagedWorkbook, notAWorkbook, type Parts, unzip } from "./unzip.ts";
import { firstRows, maxRows, sharedStrings, sheetContent } from "./xlsx-sheet.ts";
import { numberStyles } from "./xlsx-styles.ts";
import { NotWhole } from "./zip-directory.ts";

/** Number of non-empty rows that are searched for headings before the whole sheet is read. */
const rowsToPeekAt = 40;

/** A sheet that has not been read yet. */
export interface SheetEntry {
  readonly name: string;
  readonly hidden: boolean;
  /** Reads the whole sheet. Problems: `not-a-sheet`, `sheet-too-big`. */
  read(): Result<Sheet>;
  /** The first rows of a sheet of any size; undefined if they cannot be read. */
  peek(): Sheet | undefined;
}

/** Lists the sheets of a workbook in the order of their tabs. Problems: `not-a-sheet`, `sheet-too-big`. */
export function readXlsx(bytes: Uint8Array, file: string): Result<readonly SheetEntry[]> {
  const parts = unzip(bytes, file);
  if (!parts.ok) return parts;
  return guarded(file, () => workbook(parts.value, file));
}

/** Turns an exception into a problem: a part that is not XML, or that names a missing part, is an error in the file. */
function guarded<T>(file: string, read: () => Result<T>): Result<T> {
  try {
    return read();
  } catch (error) {
    const why = error instanceof NotWhole ? error.message : "a part of it cannot be read";
    return fail({ ...damagedWorkbook(file, why), cause: error });
  }
}

function workbook(parts: Parts, file: string): Result<readonly SheetEntry[]> {
  if (!parts.has("_rels/.rels")) return fail(notAWorkbook(file));
  const roots = relations(parts, "_rels/.rels", "");
  if (!roots.ok) return roots;
  const path = roots.value.find(({ type }) => type === "officeDocument")?.target;
  if (path === undefined) return fail(damagedWorkbook(file, "it names no workbook"));
  const book = parts.pieces(path);
  if (!book.ok) return book;
  const inBook = relations(parts, relationsOf(path), posix.dirname(path));
  if (!inBook.ok) return inBook;
  const targets = inBook.value;
  const { sheets, from1904 } = tabsOf(book.value);
  const shared = readPart(targets.find(({ type }) => type === "sharedStrings")?.target, parts, sharedStrings, file);
  if (!shared.ok) return shared;
  const styles = readPart(targets.find(({ type }) => type === "styles")?.target, parts, numberStyles, file);
  if (!styles.ok) return styles;
  if (sheets.length > maxSheets) throw new NotWhole(`it has more than ${maxSheets} sheets`);
  const byId = new Map(targets.map((each) => [each.id, each]));
  const entries = sheets.flatMap(({ name, hidden, id }): SheetEntry[] => {
    const { type, target } = byId.get(id) ?? {};
    if (target === undefined) throw new NotWhole(`the sheet ${name} is missing`);
    if (type !== "worksheet") return []; // a chart or a macro sheet
    const read = () =>
      guarded(file, (): Result<Sheet> => {
        const xml = parts.pieces(target);
        if (!xml.ok) return fail({ ...xml.problems[0], where: { file, sheet: name } });
        const { tooMany, ...content } = sheetContent(xml.value, shared.value, styles.value);
        return tooMany ? fail(tooManyRowsIn(file, name)) : ok({ file, name, from1904, ...content });
      });
    const peek = (): Sheet | undefined => {
      const seen = guarded(file, () =>
        ok(firstRows(parts.beginning(target), shared.value, styles.value, rowsToPeekAt)),
      );
      return seen.ok ? { file, name, from1904, ...seen.value } : undefined;
    };
    return [{ name, hidden, read, peek }];
  });
  return ok(entries);
}

function readPart<T>(
  path: string | undefined,
  parts: Parts,
  read: (xml: Iterable<string>) => T[],
  file: string,
): Result<T[]> {
  if (path === undefined) return ok([]);
  const xml = parts.pieces(path);
  return xml.ok ? guarded(file, () => ok(read(xml.value))) : xml;
}

/** The most sheets in a workbook: every visible sheet is examined, and real workbooks have fewer. */
const maxSheets = 1000;

interface Relation {
  readonly id: string;
  /** The last segment of the relationship's type. */
  readonly type: string;
  readonly target: string;
}

function relationsOf(path: string): string {
  return posix.join(posix.dirname(path), "_rels", `${posix.basename(path)}.rels`);
}

function relations(parts: Parts, path: string, folder: string): Result<Relation[]> {
  const xml = parts.pieces(path);
  if (!xml.ok) return xml;
  const found: Relation[] = [];
  eachTag(xml.value, (name, { Id = "", Type = "", Target = "" }) => {
    if (name !== "Relationship") return;
    const target = Target.startsWith("/") ? Target.slice(1) : posix.join(folder, Target);
    found.push({ id: Id, type: Type.replace(/^.*\//, ""), target });
  });
  return ok(found);
}

function tabsOf(xml: Iterable<string>): { sheets: { name: string; hidden: boolean; id: string }[]; from1904: boolean } {
  const sheets: { name: string; hidden: boolean; id: string }[] = [];
  let from1904 = false;
  eachTag(xml, (tag, attributes) => {
    if (tag === "workbookPr") from1904 = attributes.date1904 === "1" || attributes.date1904 === "true";
    if (tag !== "sheet") return;
    const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1] ?? "";
    sheets.push({ name: attributes.name ?? "", hidden: /hidden/i.test(attributes.state ?? ""), id });
  });
  return { sheets, from1904 };
}

function eachTag(xml: Iterable<string>, see: (name: string, attributes: Record<string, string>) => void): void {
  readThrough(xml, partParser({ open: see }));
}

export function tooManyRowsIn(file: string, sheet?: string): Problem {
  const which = sheet === undefined ? "The file" : `The sheet ${sheet}`;
  const message = `${which} has more than ${maxRows.toLocaleString("en")} rows, or more than forty times as many cells.`;
  const split = "split it into several files, and delete rows below the table that look empty but are not.";
  const hint =
    sheet === undefined ? `S${split.slice(1)}` : `If another sheet is meant, name it: --sheet NAME. Otherwise ${split}`;
  return problem("sheet-too-big", message, hint, { where: { file, ...(sheet === undefined ? {} : { sheet }) } });
}
