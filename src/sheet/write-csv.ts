import { isDecimalText } from "../document/index.ts";

/** Signs that begin a formula in a spreadsheet, also in the wide form of the far east, after blanks, controls and quotes. */
const formula = /^[\s"\p{Cc}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^\p{Cc}/u;

/**
 * Rows as CSV (RFC 4180: commas, CR LF, quotes where needed), with the mark by which Excel knows UTF-8. A text that a spreadsheet would
 * take for a formula gets an apostrophe in front; numbers, also negative ones, stay numbers.
 */
export function writeCsv(rows: ReadonlyArray<readonly string[]>): string {
  return `\ufeff${rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;
}

function csvCell(value: string): string {
  const marked = formula.test(value) && !isDecimalText(value) ? `'${value}` : value;
  const text = marked.replace(/(?![\t\r\n])\p{Cc}/gu, " ");
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
