import writeExcelFile, { type CellObject } from "write-excel-file/node";

export interface OutCell {
  readonly text: string;
  /** Absent for text, which is never written as a formula, whatever its first character. */
  readonly is?: "number" | "yes-no";
  /** A number format such as `yyyy-mm-dd`; `@` is text. */
  readonly format?: string | undefined;
  readonly bold?: true;
  readonly wrap?: true;
}

export interface OutSheet {
  readonly name: string;
  readonly rows: ReadonlyArray<ReadonlyArray<OutCell | undefined>>;
  /** Column widths in characters. */
  readonly widths: readonly number[];
  /** Frozen rows at the top. */
  readonly sticky: number;
}

/**
 * Returns the bytes of a workbook. Text never becomes a formula; a number is written as a number only if none of its
 * digits change.
 */
export async function writeXlsx(sheets: readonly OutSheet[]): Promise<Uint8Array> {
  const written = sheets.map(({ name, rows, widths, sticky }) => ({
    sheet: sheetName(name),
    data: rows.map((row) => row.map(cellObject)),
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: sticky,
  }));
  return writeExcelFile(written, { fontFamily: "Calibri", fontSize: 11 }).toBuffer();
}

function cellObject(cell: OutCell | undefined): CellObject | null {
  if (cell === undefined) return null;
  const { text, is, format, bold, wrap } = cell;
  const style = {
    ...(format === undefined ? {} : { format }),
    ...(bold ? ({ fontWeight: "bold" } as const) : {}),
    ...(wrap ? { wrap: true } : {}),
  };
  if (is === "yes-no") return { value: text === "TRUE", type: Boolean, ...style };
  const number = is === "number" ? exactNumber(text) : undefined;
  if (number !== undefined) return { value: number, type: Number, ...style };
  return text === "" ? { type: String, ...style } : { value: cut(text), type: String, ...style };
}

/**
 * Returns the number to store; undefined if no binary number is displayed with exactly these digits, which are then
 * written as text.
 */
function exactNumber(text: string): number | undefined {
  const number = Number(text);
  const plain = text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && String(number) === plain ? number : undefined;
}

/** Shortens a long text, because a cell holds at most 32,767 characters. */
function cut(text: string): string {
  return text.length > 32_000 ? `${text.slice(0, 32_000)}…` : text;
}

/** Removes characters that are not allowed in sheet names, and cuts the name to the allowed 31 characters. */
function sheetName(name: string): string {
  return (
    name
      .replace(/[\\/?*[\]:']/g, " ")
      .trim()
      .slice(0, 31) || "Sheet1"
  );
}
