import { csvField } from "../document/index.ts";

/** Rows as CSV (RFC 4180: commas, CR LF), with the mark by which Excel knows UTF-8; every field passes `csvField`. */
export function writeCsv(rows: ReadonlyArray<readonly string[]>): string {
  return `\ufeff${rows.map((row) => `${row.map(csvField).join(",")}\r\n`).join("")}`;
}
