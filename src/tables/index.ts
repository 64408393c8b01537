/**
 * Writes tables as files: CSV and workbooks. Apart from `sheet`, which reads them, so that a list that is written needs
 * nothing of that.
 */
export { writeCsv } from "./write-csv.ts";
export { type OutCell, type OutSheet, writeXlsx } from "./write-xlsx.ts";
