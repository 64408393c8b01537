import { type OutCell, writeCsv, writeXlsx } from "../tables/index.ts";
import { type Cell, type Row, type Sheet, shownText } from "./cell.ts";
import { formOf } from "./field-path.ts";
import { timesHundred } from "./number-text.ts";
import { openFittingSheet } from "./open-sheet.ts";
import { dateOfSerial, timeOfSerial } from "./serial.ts";
import type { Table } from "./table.ts";

export interface RowResult {
  readonly number: string;
  readonly id: string;
  readonly status: string;
  /** One error per line. */
  readonly errors: readonly string[];
}

/** Headings of the added columns; columns that an earlier run added are filled in again. */
const added = ["selfbill number", "selfbill id", "selfbill status", "selfbill errors"] as const;
/** Maximum number of empty rows written in succession: a stray cell far down must not produce a million rows. */
const mostEmpty = 1000;

/** Whether the file is a sheet with results that an earlier run wrote. */
export function isResultsSheet(bytes: Uint8Array, file: string): boolean {
  const sheet = openFittingSheet(bytes, file, undefined, addedIn);
  return sheet.ok && addedIn(sheet.value) === added.length;
}

/** Number of the added headings in the row that has most of them. */
function addedIn({ rows }: Sheet): number {
  const inRow = ({ cells }: Row): number =>
    added.filter((heading) => cells.some((cell) => shownText(cell) === heading)).length;
  return rows.reduce((most, row) => Math.max(most, inRow(row)), 0);
}

export async function resultsSheet(
  whole: Table,
  results: ReadonlyMap<number, RowResult>,
  form: "xlsx" | "csv",
): Promise<Uint8Array | string> {
  const table = withoutJoined(whole);
  const { sheet, head } = table;
  const columns = addedColumns(table);
  const rows: (OutCell | undefined)[][] = [];
  let last = 0;
  for (const row of sheet.rows) {
    const gap = row.number - last - 1;
    for (let empty = 0; empty < Math.min(gap, mostEmpty); empty += 1) rows.push([]);
    last = row.number;
    const cells = writtenCells(row, table);
    const told = row.number === head.number ? headings() : resultCells(results.get(row.number));
    columns.forEach((column, index) => {
      cells[column] = row.number === head.number || told[index] !== undefined ? told[index] : undefined;
    });
    rows.push(Array.from(cells));
  }
  if (form === "csv") return writeCsv(rows.map((row) => padded(row).map((cell) => oneLine(cell?.text ?? ""))));
  const widths = columns.reduce<number[]>((all, column, index) => {
    all[column] = [24, 38, 20, 80][index] ?? 20;
    return all;
  }, []);
  const name = sheet.name ?? "Results";
  const sticky = rows.findIndex((row) => row.some((cell) => cell?.text === added[0])) + 1;
  return writeXlsx([{ name, rows, widths: Array.from(widths, (width) => width ?? 16), sticky }]);
}

export function withoutJoined(table: Table): Table {
  const { joined } = table.sheet;
  if (joined === undefined) return table;
  const columns = table.columns.filter(({ column }) => column < joined.from);
  const head = joined.own.rows.find((row) => row.number === table.head.number) ?? table.head;
  return { ...table, sheet: joined.own, head, columns };
}

/** Returns the indexes of the added columns: those of an earlier run stay where they are, new ones come last. */
function addedColumns({ sheet, head }: Table): number[] {
  const width = sheet.rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
  let next = width;
  return added.map((heading) => {
    const own = head.cells.findIndex((cell) => shownText(cell) === heading);
    return own >= 0 ? own : next++;
  });
}

const headings = (): OutCell[] => added.map((text) => ({ text, bold: true }));

function resultCells(result: RowResult | undefined): (OutCell | undefined)[] {
  if (result === undefined) return [undefined, undefined, undefined, undefined];
  const { number, id, status, errors } = result;
  const text = (value: string): OutCell | undefined => (value === "" ? undefined : { text: value, format: "@" });
  return [
    text(number),
    text(id),
    text(status),
    errors.length === 0 ? undefined : { text: errors.join("\n"), wrap: true },
  ];
}

/** Returns the cells of a row as the sheet shows them; text columns stay text, so TRNs keep all digits. */
export function writtenCells(row: Row, table: Table): (OutCell | undefined)[] {
  const { columns, head, sheet } = table;
  const isText = new Set(
    columns
      .filter(({ map }) => map.fields.every((field) => ["text", "digits"].includes(formOf(field))))
      .map(({ column }) => column),
  );
  return row.cells.map((cell, column) => {
    if (cell === undefined) return undefined;
    const written = writtenCell(cell, isText.has(column), sheet.from1904);
    return row.number === head.number ? { ...written, bold: true } : written;
  });
}

/** Numbers in text fields, such as TRNs, become text, so that no spreadsheet drops digits. */
function writtenCell(cell: Cell, asText: boolean, from1904: boolean): OutCell {
  if (cell.is === "yes-no") return { text: cell.text, is: "yes-no" };
  if (cell.is !== "number") return { text: shownText(cell) };
  const { look, padded: least, text } = cell;
  if (look === "number") {
    const digits = least === undefined ? text : text.padStart(least, "0");
    return asText || least !== undefined ? { text: digits, format: "@" } : { text, is: "number" };
  }
  if (look === "percent") return { text: `${timesHundred(text)}%` };
  const date = look === "time" ? undefined : dateOfSerial(text, from1904);
  const time = look === "date" ? undefined : timeOfSerial(text);
  return { text: [date, time].filter((part) => part !== undefined).join(" ") };
}

const padded = (row: readonly (OutCell | undefined)[]): (OutCell | undefined)[] => Array.from(row, (cell) => cell);

const oneLine = (text: string): string => text.replace(/\r?\n/g, " | ");
