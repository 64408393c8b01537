import { type CsvError, parse } from "csv-parse/sync";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import { decode } from "../read/index.ts";
import type { Cell, Row, Sheet } from "./cell.ts";
import { tooManyRowsIn } from "./xlsx/read-xlsx.ts";
import { maxCells, maxColumns, maxRows } from "./xlsx/xlsx-sheet.ts";

/**
 * Reads a CSV file: commas, semicolons or tabs, whichever its first line has most of; quotes and line ends of every system. Rows are
 * numbered as a spreadsheet numbers them that opens the file. Problems: `bad-encoding`, `not-a-sheet`, `sheet-too-big`.
 */
export function readCsv(bytes: Uint8Array, file: string): Result<Sheet> {
  const decoded = decode(bytes, file);
  if (!decoded.ok) return fail({ ...decoded.problems[0], hint: saveAs });
  const named = /^\ufeff?sep=(.)\r?\n/i.exec(decoded.value);
  const text = named ? decoded.value.slice(named[0].length) : decoded.value;
  const skipped = named ? 1 : 0;
  const delimiter = named?.[1] ?? delimiterOf(text);
  let records: string[][];
  let cells = 0;
  try {
    records = parse(text, {
      bom: true,
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      max_record_size: longestRow,
      to: maxRows + 1,
      on_record: (record: string[]) => {
        cells += record.length;
        if (cells > maxCells) throw new TooManyCells();
        return record;
      },
    });
  } catch (error) {
    if (error instanceof TooManyCells) return fail(tooManyRowsIn(file));
    return fail(brokenCsv(error as CsvError, file, skipped));
  }
  if (records.length > maxRows) return fail(tooManyRowsIn(file));
  const rows = records.flatMap((record, index): Row[] => {
    const cells = record.slice(0, maxColumns).map(cellOf);
    return cells.every((cell) => cell === undefined) ? [] : [{ number: index + 1 + skipped, cells, hidden: false }];
  });
  return ok({ file, name: undefined, rows, hiddenColumns: new Set(), merged: [], from1904: false, delimiter });
}

class TooManyCells extends Error {}

/** Most characters of one row. */
const longestRow = 1_000_000;

const saveAs = "In Excel choose Save as, CSV UTF-8 (Comma delimited); or save it as an Excel workbook (.xlsx).";

function cellOf(text: string): Cell | undefined {
  return text.trim() === "" ? undefined : { is: "text", text };
}

/** The sign that stands most often in the first line that is not empty, outside quotes. */
function delimiterOf(text: string): string {
  const line = /[^\r\n]+/.exec(text.slice(0, 64 * 1024))?.[0].replace(/"[^"]*"/g, "") ?? "";
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign;
}

function brokenCsv(error: CsvError, file: string, skipped: number) {
  const { code } = error;
  const { lines } = error as unknown as { lines?: number };
  const where = { file, ...(lines === undefined ? {} : { line: lines + skipped }) };
  if (code === "CSV_MAX_RECORD_SIZE") {
    const long = `A row has more than ${longestRow.toLocaleString("en")} characters, or a quote is not closed.`;
    return problem("sheet-too-big", long, "Check the row that begins there.", { where, cause: error });
  }
  const message = "The file is not a valid CSV table: a quote is not closed, or is inside a value.";
  const hint = 'Save it again from your spreadsheet program; a quote inside a value is written twice ("").';
  return problem("not-a-sheet", message, hint, { where, cause: error });
}
