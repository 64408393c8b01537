import { csvField } from "../document/index.ts";

/**
 * Writes RFC 4180 (CR LF), with a byte order mark so that Excel recognises UTF-8; every field goes through `csvField`.
 * `sign` is the separator.
 */
export function writeCsv(rows: ReadonlyArray<readonly string[]>, sign = ","): string {
  return `\ufeff${rows.map((row) => `${row.map(csvField).join(sign)}\r\n`).join("")}`;
}
