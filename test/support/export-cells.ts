import { book, shown } from "./map-import.ts";
import { type RawCell, styles } from "./workbook.ts";

/** An export from an accounting program, and the expected totals of what is to be sent, in fils. */
export interface ProgramExport {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly documents: number;
  readonly net: bigint;
  readonly vat: bigint;
}

export const nameOf = (at: number): string => book[at % 3]?.accounting_supplier_party?.party_name ?? "";
export const codeOf = (at: number): string => book[at % 3]?.supplier ?? "";
export const number = (fils: bigint): RawCell => ({ v: shown(fils) });
export const day = (at: number): number => (at % 27) + 1;
export const two = (value: number): string => String(value).padStart(2, "0");
/** A day in May 2026 as a spreadsheet's day number. */
export const serial = (at: number): RawCell => ({ v: String(46143 + day(at)), s: styles.date });

export const csv = (rows: readonly (readonly string[])[], comma = ","): string =>
  rows
    .map((row) => row.map((cell) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(comma))
    .join("\r\n");
