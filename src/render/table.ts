import Table from "cli-table3";
import type { Style } from "../report/index.ts";
import { safe } from "./safe.ts";
import { hanging, widthOf } from "./wrapped.ts";

export interface TableRequest {
  readonly columns: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  /** Columns with amounts, right-aligned. */
  readonly right?: readonly number[];
}

/** A table for a terminal, tab-separated lines with a header for a pipe. Cells are made safe here; nothing is ever cut. */
export function renderTable({ columns, rows, right = [] }: TableRequest, style: Style): string {
  if (!style.isTerminal) {
    const cell = (text: string, at: number): string => (right.includes(at) ? plainAmount(text) : text);
    return tableLines([columns, ...rows.map((row) => row.map(cell))]);
  }
  const cells = rows.map((row) => row.map(safe));
  const heads = columns.map(safe);
  if (style.isPlain) return spokenRows(heads, cells);
  const widths = columnWidths([heads, ...cells], style.width);
  if (widths === "too narrow") return cells.map((row) => block(heads, row, style)).join("");
  const fitted = (row: readonly string[]): string[] =>
    row.map((cell, column) => (widths ? wrap(cell, (widths[column] ?? 2) - 2) : cell));
  const table = new Table({
    head: fitted(heads).map((head) =>
      head
        .split("\n")
        .map((line) => style.strong(line))
        .join("\n"),
    ),
    style: { head: [], border: [], compact: true },
    colAligns: columns.map((_, index) => (right.includes(index) ? "right" : "left")),
    ...(widths ? { colWidths: widths } : {}),
  });
  table.push(...cells.map(fitted));
  return `${table.toString()}\n`;
}

/** Rows as a screen reader speaks them, without boxes: `Number: SB-1; Gross: 10,500.00`. Empty cells are left out. */
function spokenRows(heads: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const spoken = (cell: string, at: number): string[] =>
    cell === "" ? [] : [heads[at] ? `${heads[at]}: ${cell}` : cell];
  return rows.map((row) => `${row.flatMap(spoken).join("; ")}\n`).join("");
}

/** A row where the terminal has no room for a table: its cells with their headings, as many in a line as fit, none of them in pieces. */
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

/** An amount without the commas that part its thousands, for whatever reads a pipe: `12,220.00 AED` → `12220.00 AED`. Else as it is. */
export function plainAmount(text: string): string {
  return /^[-−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?: [A-Z]{3})?$/.test(text) ? text.replaceAll(",", "") : text;
}

/** Rows for a pipe, a line each. */
export function tableLines(rows: ReadonlyArray<readonly string[]>): string {
  return rows.map((row) => `${row.map(safe).join("\t")}\n`).join("");
}

/**
 * A cell in lines of at most `width` columns: broken at blanks, and inside a word only where it is longer than a line, because the
 * table would cut it off there. Long words break after a sign between their parts where one is near.
 */
function wrap(cell: string, width: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of cell.split(" ")) {
    if (line !== "" && widthOf(line) + 1 + widthOf(word) <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = broken(word, width);
    line = pieces.pop() ?? "";
    lines.push(...pieces);
  }
  return [...lines, line].join("\n");
}

/** A word in pieces of at most `width` columns. */
function broken(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const letter of word) {
    if (widthOf(piece + letter) > width) {
      const sign = Math.max(...[":", "-", "/", "_"].map((each) => piece.lastIndexOf(each)));
      const end = sign >= piece.length / 4 ? sign + 1 : piece.length;
      pieces.push(piece.slice(0, end));
      piece = piece.slice(end);
    }
    piece += letter;
  }
  return [...pieces, piece];
}

/** Whether a table stands in the terminal's width without breaking a cell; in a pipe every table does. */
export function tableFits({ columns, rows }: TableRequest, style: Style): boolean {
  return (
    !style.isTerminal ||
    columnWidths(
      [columns, ...rows].map((row) => row.map(safe)),
      style.width,
    ) === undefined
  );
}

/** The parts of a cell between which it may break: words; an address or a path also after the signs between its parts. */
function partsOf(cell: string): string[] {
  const isLong = (word: string): boolean => {
    const bare = word.replace(/^[("]+|[)",.;]+$/g, "");
    return bare.length > longestId || (bare.length > 20 && /[:/].*[:/]/.test(bare)) || farEast.test(word);
  };
  return cell.split(" ").flatMap((word) => (isLong(word) ? word.split(/(?<=[:/_-]|\p{Script=Han})/u) : [word]));
}

/** An id of 36 characters stays whole. */
const longestId = 36;

const farEast = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Column widths when the table is wider than the terminal: the widest columns give way first, and none becomes narrower than its longest
 * word. Undefined when it fits; "too narrow" when words would break.
 */
function columnWidths(rows: ReadonlyArray<readonly string[]>, width: number): number[] | "too narrow" | undefined {
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ""));
  const wanted = columns.map((cells) => 2 + widestOf(cells));
  const least = columns.map((cells) => Math.max(narrowest, 2 + widestOf(cells.flatMap(partsOf))));
  const room = width - (columns.length + 1);
  let total = wanted.reduce((sum, each) => sum + each, 0);
  if (total <= room) return undefined;
  while (total > room) {
    const at = widestAbove(wanted, least);
    if (at === undefined) return "too narrow";
    wanted[at] = (wanted[at] ?? 0) - 1;
    total -= 1;
  }
  return wanted;
}

const narrowest = 6;

/** Columns of the widest text; there may be more of them than a call takes arguments. */
function widestOf(texts: readonly string[]): number {
  return texts.reduce((most, each) => Math.max(most, widthOf(each)), 0);
}

/** The widest column that is wider than its least width. */
function widestAbove(widths: readonly number[], least: readonly number[]): number | undefined {
  let found: number | undefined;
  for (const [at, width] of widths.entries()) {
    if (width > (least[at] ?? 0) && (found === undefined || width > (widths[found] ?? 0))) found = at;
  }
  return found;
}
