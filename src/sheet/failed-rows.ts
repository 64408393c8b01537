import { type OutSheet, writeCsv, writeXlsx } from "../tables/index.ts";
import type { Row, Sheet } from "./cell.ts";
import { rowOf } from "./cell.ts";
import { withoutJoined, writtenCells } from "./results.ts";
import type { Table } from "./table.ts";

/**
 * Writes a sheet with the same layout but only some rows: everything above the headings, the headings, and the rows in
 * `own`. If the map joins a second sheet, that sheet is included too, with the rows of the same documents.
 */
export async function failedSheet(
  table: Table,
  own: ReadonlySet<number>,
  form: "xlsx" | "csv",
): Promise<Uint8Array | string> {
  const plain = withoutJoined(table);
  const rows = plain.sheet.rows.filter((row) => row.number <= plain.head.number || own.has(row.number));
  if (form === "csv") {
    const texts = rows.map((row) => Array.from(writtenCells(row, plain), (cell) => cell?.text ?? ""));
    return writeCsv(texts, plain.sheet.delimiter);
  }
  const { joined } = table.sheet;
  const first = outSheet(rows, plain, "Rows");
  if (joined === undefined) return writeXlsx([first]);
  const wanted = new Set([...own].flatMap((number) => joined.rowOf.get(number) ?? []));
  const headNumber = joined.rowOf.get(table.head.number) ?? 0;
  const others = joined.sheet.rows.filter((row) => row.number <= headNumber || wanted.has(row.number));
  const asTable: Table = {
    ...table,
    sheet: joined.sheet,
    head: headRow(joined.sheet, headNumber),
    columns: shifted(table),
  };
  return writeXlsx([outSheet(others, asTable, "Documents"), first]);
}

function outSheet(rows: readonly Row[], table: Table, otherwise: string): OutSheet {
  const width = rows.reduce((most, row) => Math.max(most, row.cells.length), 0);
  const sticky = rows.findIndex((row) => row.number === table.head.number) + 1;
  return {
    name: table.sheet.name ?? otherwise,
    rows: rows.map((row) => Array.from(writtenCells(row, table))),
    widths: Array.from({ length: width }, () => 16),
    sticky,
  };
}

function headRow(sheet: Sheet, number: number): Row {
  return rowOf(sheet, number) ?? { number, cells: [], hidden: false };
}

/** Returns the mapped columns of the second sheet, with their positions in it. */
function shifted({ columns, sheet: { joined } }: Table): Table["columns"] {
  const from = joined?.from ?? 0;
  return columns.filter(({ column }) => column >= from).map((each) => ({ ...each, column: each.column - from }));
}
