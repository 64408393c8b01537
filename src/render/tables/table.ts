import type { Style } from "../../report/index.ts";
import { safe } from "../safe.ts";
import { hanging, widthOf } from "../wrapped.ts";
import { boxed } from "./boxed.ts";
import { cellLines, needsOf, widthsWithin } from "./columns.ts";
import { openTable } from "./open-table.ts";

export interface TableRequest {
  readonly columns: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  readonly right?: readonly number[];
  /** Colours a line of a cell, once it has its width; only for tables with boxes. */
  readonly paint?: (line: string, row: number, column: number) => string;
}

/**
 * Draws a table on a terminal; writes tab-separated lines with a header for piped output. Makes cells safe; truncates
 * nothing.
 */
export function renderTable({ columns, rows, right = [], paint }: TableRequest, style: Style): string {
  if (!style.isTerminal) {
    const cell = (text: string, at: number): string => (right.includes(at) ? plainAmount(text) : text);
    return tableLines([columns, ...rows.map((row) => row.map(cell))]);
  }
  const cells = rows.map((row) => row.map(safe));
  const heads = columns.map(safe);
  if (style.isPlain) return spokenRows(heads, cells);
  const needs = needsOf(heads, cells);
  const widths = widthsWithin(needs, roomInBoxes(needs.length, style));
  if (widths === undefined) return withoutBoxes(heads, cells, right, style);
  const fitted = (row: readonly string[]): string[] =>
    row.map((cell, column) => cellLines(cell, widths[column] ?? 0).join("\n"));
  const heading = (head: string): string =>
    head
      .split("\n")
      .map((line) => style.strong(line))
      .join("\n");
  const painted = (row: readonly string[], at: number): string[] =>
    fitted(row).map((cell, column) =>
      paint === undefined
        ? cell
        : cell
            .split("\n")
            .map((line) => paint(line, at, column))
            .join("\n"),
    );
  return boxed({ heads: fitted(heads).map(heading), rows: cells.map(painted), right, widths });
}

/** Writes rows for screen readers: `Number: SB-1; Gross: 10,500.00`. Omits empty cells. */
function spokenRows(heads: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const spoken = (cell: string, at: number): string[] =>
    cell === "" ? [] : [heads[at] ? `${heads[at]}: ${cell}` : cell];
  return rows.map((row) => `${row.flatMap(spoken).join("; ")}\n`).join("");
}

/**
 * Maximum number of rows in which each cell is shown next to its heading, if the rows need several lines each; more
 * rows are shown in columns.
 */
const few = 2;

function withoutBoxes(
  heads: readonly string[],
  rows: ReadonlyArray<readonly string[]>,
  right: readonly number[],
  style: Style,
): string {
  const table = openTable({ heads, rows, right }, style);
  // A first column without a heading is the subject of the row, so such a table does not count as a list.
  const isList = rows.length > few && heads[0] !== "";
  return isList || table.isOneLineARow ? table.text : rows.map((row) => block(heads, row, style)).join("");
}

/** Writes one row for a narrow terminal: its cells with their headings, as many per line as fit. */
function block(heads: readonly string[], cells: readonly string[], style: Style): string {
  const pairs = cells.flatMap((cell, at) => (cell === "" ? [] : [heads[at] ? `${heads[at]}: ${cell}` : cell]));
  const lines: string[] = [];
  for (const pair of pairs) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 2 + widthOf(pair) <= style.width)
      lines[lines.length - 1] = `${last}  ${pair}`;
    else lines.push(lines.length === 0 ? pair : `  ${pair}`);
  }
  return `${lines.map((line) => hanging(line, style.width, "    ")).join("\n")}\n`;
}

/** Turns `12,220.00 AED` into `12220.00 AED`, for piped output. Other text is unchanged. */
export function plainAmount(text: string): string {
  return /^[-−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?: [A-Z]{3})?$/.test(text) ? text.replaceAll(",", "") : text;
}

/** Returns tab-separated lines, for piped output. */
export function tableLines(rows: ReadonlyArray<readonly string[]>): string {
  return rows.map((row) => `${row.map(safe).join("\t")}\n`).join("");
}

/** Whether the table fits without wrapping any cell. Always true for piped output. */
export function tableFits({ columns, rows }: TableRequest, style: Style): boolean {
  const needs = needsOf(
    columns.map(safe),
    rows.map((row) => row.map(safe)),
  );
  return !style.isTerminal || needs.reduce((sum, { wanted }) => sum + wanted, 0) <= roomInBoxes(needs.length, style);
}

/** Returns the width left for the content of cells, without the box lines and the spaces around cells. */
function roomInBoxes(columns: number, { width }: Style): number {
  return width - (columns + 1) - 2 * columns;
}
