import { type Problem, problem } from "../problem/index.ts";
import { isEmpty, type Row, rowOf, type Sheet, shownText } from "./cell.ts";
import { type FieldPath, formOf } from "./field-path.ts";
import { normal } from "./map/map-parts.ts";
import { cellSpot, type Table } from "./table.ts";
import type { Taking } from "./take-cell.ts";
import { takeDate } from "./take-date.ts";
import { takeText } from "./take-text.ts";

export function usedColumns({ columns, parts: { price, control, moreLines } }: Table): number[] {
  return [...columns, ...(price ? [price] : []), ...Object.values(control), ...moreLines].map(({ column }) => column);
}

/**
 * Warns about real dates mixed with dates stored as text: a spreadsheet set to the other order of day and month
 * silently turns 03/04 into the wrong date, and leaves 15/04 as text.
 */
export function turnedDates({ sheet, head, columns, rows }: Table): Problem[] {
  const dates = columns.filter(({ map }) => map.fields.some((field) => formOf(field) === "date"));
  return dates.flatMap(({ column, heading }) => {
    const cells = rows.map((row) => row.cells[column]);
    const real = cells.some((cell) => cell?.is === "number" && cell.look !== "number");
    const asText = cells.some(
      (cell) => cell?.is === "text" && /^\s*\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\s*$/.test(cell.text),
    );
    if (!real || !asText) return [];
    const message = `${heading} has real dates and dates as text: the spreadsheet may have swapped day and month in some of them.`;
    const hint = "Compare some of them with the original, first those before the 13th of a month.";
    const where = cellSpot(sheet, head.number, column, "Heading", head.cells[column]);
    return [problem("ambiguous-date", message, hint, { where, severity: "warning" })];
  });
}

/**
 * Reports a CSV row with more values than headings, because an unquoted comma in a value shifts all later values. In
 * joined files, both rows are checked as they appear in their own files.
 */
export function movedRow({ number, cells }: Row, { sheet, head, group }: Table): Problem | undefined {
  if (sheet.delimiter === undefined) return undefined;
  const { joined } = sheet;
  const moved = joined
    ? (movedIn(joined.own, number, head.number) ??
      movedIn(joined.sheet, joined.rowOf.get(number), joined.rowOf.get(head.number)))
    : movedIn(sheet, number, head.number);
  if (moved === undefined) return undefined;
  const column = group?.column ?? 0;
  const where =
    moved.sheet === joined?.sheet
      ? cellSpot(moved.sheet, moved.row.number, joined.key, group?.heading, moved.row.cells[joined.key])
      : cellSpot(sheet, number, column, group?.heading, cells[column]);
  const message = `The row has ${moved.row.cells.length} values under ${moved.headings} headings: some values have moved to another column.`;
  const hint =
    "A value with a comma, such as 1,250.00, must be in quotes. Save the file again from your spreadsheet program.";
  return problem("not-a-sheet", message, hint, { where });
}

function movedIn(sheet: Sheet, number: number | undefined, headNumber: number | undefined) {
  const row = number === undefined ? undefined : rowOf(sheet, number);
  const headings = headNumber === undefined ? 0 : (rowOf(sheet, headNumber)?.cells.length ?? 0);
  return row !== undefined && row.cells.length > headings ? { sheet, row, headings } : undefined;
}

/**
 * Returns the value by which rows are grouped into documents, usually the document number; `id` is the same for values
 * that differ in case and blanks only.
 */
export function keyOfRow(
  row: Row,
  { groups, sheet }: Table,
  how: Taking,
): { label: string; id: string } | { problem: Problem } {
  const parts: string[] = [];
  for (const group of groups) {
    const part = partOfKey(row, group, sheet, how);
    if ("problem" in part) return part;
    parts.push(part.text);
  }
  if (parts.length === 0) parts.push(`row ${row.number}`);
  return { label: parts.join(", "), id: JSON.stringify(parts.map(foldedNumber)) };
}

/** Returns the form in which numbers of documents are compared: without case and blanks. */
export const foldedNumber = (text: string): string => text.replace(/\s+/g, "").toLowerCase();

function partOfKey(
  row: Row,
  { column, heading, isMonth }: Table["groups"][number],
  sheet: Sheet,
  how: Taking,
): { text: string } | { problem: Problem } {
  const cell = row.cells[column];
  const where = cellSpot(sheet, row.number, column, heading, cell);
  if (cell === undefined || isEmpty(cell)) {
    const message = `${heading} is empty, so it is not known which document the row belongs to.`;
    const hint =
      "Write it in every row; delete rows that are not lines, such as totals. Until then the sheet is not sent.";
    return { problem: problem("row-without-number", message, hint, { where }) };
  }
  const taken =
    cell.is === "number" || cell.is === "text"
      ? isMonth
        ? takeDate(cell, how.dateOrder, how.from1904)
        : takeText(cell, { digitsOnly: false }, how.from1904)
      : undefined;
  if (taken && "text" in taken && !/^#[A-Z/0]+[!?]?$/.test(taken.text))
    return { text: isMonth ? taken.text.slice(0, 7) : taken.text };
  const complaint = taken && "complaint" in taken ? taken.complaint : undefined;
  const message = complaint?.message ?? `${cell.text} is not a ${isMonth ? "date" : "document number"}.`;
  const hint = complaint?.hint ?? "Correct the formula, or type it.";
  return { problem: problem(complaint?.code ?? "wrong-cell", `${heading}: ${message}`, hint, { where }) };
}

/**
 * Returns the issuing company that the row names; empty without such a column. If there is one, every row must name it.
 */
export function companyOfRow(
  row: Row,
  { columns, sheet }: Table,
): { company: string; shownCompany: string } | { problem: Problem } {
  const isCompany = ({ steps }: FieldPath): boolean => steps.length === 1 && steps[0] === "company";
  const found = columns.find(({ map }) => map.fields.some(isCompany));
  if (found === undefined) return { company: "", shownCompany: "" };
  const cell = row.cells[found.column];
  if (cell !== undefined && !isEmpty(cell))
    return { company: normal(shownText(cell)), shownCompany: shownText(cell).trim() };
  const where = cellSpot(sheet, row.number, found.column, found.heading, cell);
  const message = `${found.heading} is empty, so it is not known which company issues the document.`;
  const hint = "Write the company in every row, as selfbill profile list has it. Until then the sheet is not sent.";
  return { problem: problem("wrong-company", message, hint, { where }) };
}

/** Copies the value of a vertically merged cell to each of its rows, for columns that belong to the whole document. */
export function filledDown(row: Row, { sheet, columns, group, merged }: Table): Row {
  if (sheet.merged.length === 0) return row;
  const cells = [...row.cells];
  const fills = columns.filter(({ map }) => map.fields.every((field) => !field.ofLine)).map(({ column }) => column);
  for (const column of group === undefined ? fills : [...fills, group.column]) {
    const area = merged.at(row.number, column);
    if (area === undefined || area.left !== area.right || area.top === row.number) continue;
    cells[column] ??= rowOf(sheet, area.top)?.cells[column];
  }
  return { ...row, cells };
}
