import { nearest } from "../document/index.ts";
import { failAll, ok, type Problem, problem, type Result, type Spot } from "../problem/index.ts";
import { type Cell, lettersOf, MergedCells, type Row, type Sheet, shownText } from "./cell.ts";
import { type ColumnMap, normal, type SheetMap } from "./sheet-map.ts";

/** A column of the sheet that feeds a field. */
export interface MappedColumn {
  readonly map: ColumnMap;
  /** From 0. */
  readonly column: number;
  /** As the sheet writes it. */
  readonly heading: string;
}

/** The table in a sheet: its headings were found. */
export interface Table {
  readonly sheet: Sheet;
  readonly head: Row;
  readonly columns: readonly MappedColumn[];
  /** The column that is the same in all rows of a document. */
  readonly group: { readonly column: number; readonly heading: string } | undefined;
  /** The rows below the headings. */
  readonly rows: readonly Row[];
  readonly merged: MergedCells;
  /** Headings of the map that the sheet has not, with the fields they would feed. */
  readonly absent: readonly ColumnMap[];
  /** Warnings. */
  readonly problems: readonly Problem[];
}

/** Headings are looked for in this many rows. */
const headRows = 30;

/** The place of a cell; column from 0. */
export function cellSpot(sheet: Sheet, row: number, column: number, heading?: string, cell?: Cell): Spot {
  return {
    file: sheet.file,
    ...(sheet.name === undefined ? {} : { sheet: sheet.name }),
    cell: `${lettersOf(column)}${row}`,
    line: row,
    column: column + 1,
    ...(heading === undefined ? {} : { excerpt: `${heading}: ${shownText(cell) || "(empty)"}` }),
  };
}

/** How many headings of the map a row has. */
function score(row: Row, map: SheetMap): number {
  const here = new Set(row.cells.map((cell) => normal(shownText(cell))));
  return map.columns.filter((column) => namesOf(column).some((name) => here.has(name))).length;
}

const namesOf = ({ heading, alike }: ColumnMap): string[] => [heading, ...alike].map(normal);

/** The row of a sheet that has most headings of the map, and how many; undefined where none has enough of them. */
export function headingRowOf(sheet: Sheet, map: SheetMap): { readonly row: Row; readonly count: number } | undefined {
  const scored = sheet.rows.slice(0, headRows).map((row) => ({ row, count: score(row, map) }));
  const best = scored.reduce((a, b) => (b.count > a.count ? b : a), { row: undefined as Row | undefined, count: 0 });
  const { row, count } = best;
  return row !== undefined && count >= Math.min(2, map.columns.length) ? { row, count } : undefined;
}

/** Finds the table of a sheet. Problem: `no-heading`, one for each heading that is missing or appears twice. */
export function tableOf(sheet: Sheet, map: SheetMap): Result<Table> {
  const head = headingRowOf(sheet, map)?.row;
  if (!head) return failAll([noHeadings(sheet, map)]);
  const problems: Problem[] = [];
  const found = new Map<string, number[]>();
  head.cells.forEach((cell, column) => {
    const name = normal(shownText(cell));
    if (name !== "") found.set(name, [...(found.get(name) ?? []), column]);
  });
  const columns = map.columns.flatMap((column): MappedColumn[] => {
    const at = namesOf(column).flatMap((name) => found.get(name) ?? []);
    const [first, second] = at;
    if (first === undefined) {
      if (map.strict) problems.push(missing(column.heading, column.where, sheet, head));
      return [];
    }
    const heading = shownText(head.cells[first]).trim();
    if (second !== undefined) problems.push(twice(heading, sheet, head, second));
    return [{ map: column, column: first, heading }];
  });
  const groupHeading = map.groupBy.find((each) => found.has(normal(each)));
  if (map.strict && map.groupBy.length > 0 && groupHeading === undefined)
    problems.push(missing(map.groupBy[0] ?? "", undefined, sheet, head));
  if (problems.length > 0) return failAll(problems);
  const own = columns.find((each) => each.map.fields.some((field) => field.steps.join(".") === "document_number"));
  const groupColumn = groupHeading === undefined ? own?.column : found.get(normal(groupHeading))?.[0];
  const group =
    groupColumn === undefined ? undefined : { column: groupColumn, heading: shownText(head.cells[groupColumn]).trim() };
  const rows = sheet.rows.filter((row) => row.number > head.number);
  const used = [...columns.map(({ column }) => column), ...(groupColumn === undefined ? [] : [groupColumn])];
  const merged = new MergedCells(sheet.merged, used);
  const absent = map.columns.filter((each) => columns.every((column) => column.map !== each));
  return ok({
    sheet,
    head,
    columns,
    group,
    rows,
    merged,
    absent,
    problems: remarks(sheet, head, columns, group?.column, map),
  });
}

function noHeadings(sheet: Sheet, map: SheetMap): Problem {
  const some = map.columns
    .slice(0, 3)
    .map(({ heading }) => heading)
    .join(", ");
  const message = `No row has the headings of the map, such as ${some}.`;
  const hint = "Name the sheet with --sheet, or your own headings in a map: selfbill templates copy sheet shows one.";
  const where = { file: sheet.file, ...(sheet.name === undefined ? {} : { sheet: sheet.name }) };
  return problem("no-heading", message, hint, { where });
}

function missing(heading: string, where: Spot | undefined, sheet: Sheet, head: Row): Problem {
  const headings = head.cells.map((cell) => shownText(cell).trim()).filter((text) => text !== "");
  const guess = nearest(heading, headings);
  const other = sheet.name === undefined ? "" : " If another sheet is meant, name it: --sheet NAME.";
  const hint =
    guess === undefined
      ? `Row ${head.number} has: ${headings.slice(0, 12).join(", ")}.${other}`
      : `Did you mean ${guess}?`;
  const message = `${sheet.name === undefined ? "The file" : `The sheet ${sheet.name}`} has no column ${heading}.`;
  return problem("no-heading", message, hint, { where: where ?? { file: sheet.file } });
}

function twice(heading: string, sheet: Sheet, head: Row, column: number): Problem {
  const where = cellSpot(sheet, head.number, column, "Heading", head.cells[column]);
  return problem("no-heading", `The heading ${heading} appears twice.`, "Rename one of the two columns.", { where });
}

/** What may mislead without being wrong: hidden columns that are mapped, headings that are not. */
function remarks(
  sheet: Sheet,
  head: Row,
  columns: readonly MappedColumn[],
  group: number | undefined,
  map: SheetMap,
): Problem[] {
  const hidden = columns.filter(({ column }) => sheet.hiddenColumns.has(column));
  const found = hidden.map(({ heading, column }) => {
    const where = cellSpot(sheet, head.number, column, "Heading", head.cells[column]);
    const message = `The column ${heading} is hidden, but its values are used.`;
    return problem("hidden-cells", message, "Show the column and check it.", { where, severity: "warning" });
  });
  if (map.strict) return found;
  const used = new Set([...columns.map(({ column }) => column), group]);
  const fine = new Set(map.ignored.map(normal));
  const names = map.columns.map(({ heading }) => heading);
  for (const [column, cell] of head.cells.entries()) {
    const heading = shownText(cell).trim();
    if (heading === "" || used.has(column) || fine.has(normal(heading))) continue;
    const guess = nearest(heading, names);
    const where = cellSpot(sheet, head.number, column, "Heading", cell);
    const hint = guess === undefined ? "To use it, map it to a field in your own map." : `Did you mean ${guess}?`;
    found.push(
      problem("unused-column", `The column ${heading} is not mapped to any field.`, hint, {
        where,
        severity: "warning",
      }),
    );
  }
  return found;
}
