import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { decode } from "../../read/index.ts";
import type { Cell, Row, Sheet } from "../cell.ts";
import { tooManyRowsIn } from "../xlsx/read-xlsx.ts";
import { maxCells, maxColumns, maxRows } from "../xlsx/xlsx-sheet.ts";
import { isHtmlTable, readHtmlTable } from "./html-table.ts";
import { type CsvFault, splitCsv } from "./split-csv.ts";

/**
 * Accepts commas, semicolons or tabs (the most frequent in the first line), quotes, line endings of any platform, and
 * an HTML page with a table. Row numbers are those that a spreadsheet program shows. Problems: `bad-encoding`,
 * `not-a-sheet`, `sheet-too-big`.
 */
export function readCsv(bytes: Uint8Array, file: string): Result<Sheet> {
  const decoded = decode(bytes, file, { unmarked: true });
  if (!decoded.ok) return fail({ ...decoded.problems[0], hint: saveAs });
  if (isHtmlTable(decoded.value)) return readHtmlTable(decoded.value, file);
  const named = /^\ufeff?sep=(.)\r?\n/i.exec(decoded.value);
  const text = named ? decoded.value.slice(named[0].length) : decoded.value;
  const skipped = named ? 1 : 0;
  const delimiter = named?.[1] ?? delimiterOf(text);
  const rows: Row[] = [];
  let [count, cells] = [0, 0];
  const fault = splitCsv(text.replace(/^\ufeff/, ""), { delimiter, longestRow }, (values) => {
    count += 1;
    cells += values.length;
    const found = values.slice(0, maxColumns).map(cellOf);
    if (found.some((cell) => cell !== undefined)) rows.push({ number: count + skipped, cells: found, hidden: false });
    return count <= maxRows && cells <= maxCells;
  });
  if (count > maxRows || cells > maxCells) return fail(tooManyRowsIn(file));
  if (fault) return fail(brokenCsv({ ...fault, line: fault.line + skipped }, file));
  return ok({ file, name: undefined, rows, hiddenColumns: new Set(), merged: [], from1904: false, delimiter });
}

/** In characters. */
const longestRow = 1_000_000;

const saveAs = "In Excel choose Save as, CSV UTF-8 (Comma delimited); or save it as an Excel workbook (.xlsx).";

function cellOf(text: string): Cell | undefined {
  return text.trim() === "" ? undefined : { is: "text", text };
}

/** Returns the most frequent separator in the first non-empty line, outside quotes. */
function delimiterOf(text: string): string {
  const line = /[^\r\n]+/.exec(text.slice(0, 64 * 1024))?.[0].replace(/"[^"]*"/g, "") ?? "";
  const counts = [",", ";", "\t"].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign;
}

function brokenCsv({ is, line }: CsvFault, file: string) {
  const where = { file, line };
  if (is === "long-row") {
    const long = `A row has more than ${longestRow.toLocaleString("en")} characters, or a quote is not closed.`;
    return problem("sheet-too-big", long, "Check the row that begins there.", { where });
  }
  const message = "The file is not a valid CSV table: a quote is not closed, or is inside a value.";
  const hint = 'Save it again from your spreadsheet program; a quote inside a value is written twice ("").';
  return problem("not-a-sheet", message, hint, { where });
}
