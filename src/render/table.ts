import Table from "cli-table3";
import { safe } from "./safe.ts";
import type { Style } from "./style.ts";

export interface TableRequest {
  readonly columns: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  /** Columns with amounts, right-aligned. */
  readonly right?: readonly number[];
}

/** A table for a terminal, tab-separated lines with a header for a pipe. Cells are made safe here; nothing is ever cut. */
export function renderTable({ columns, rows, right = [] }: TableRequest, style: Style): string {
  const cells = rows.map((row) => row.map(safe));
  if (!style.isTerminal) return [columns.map(safe), ...cells].map((row) => `${row.join("\t")}\n`).join("");
  const widths = columnWidths([columns.map(safe), ...cells], style.width);
  const table = new Table({
    head: columns.map((column) => style.strong(safe(column))),
    style: { head: [], border: [], compact: true },
    colAligns: columns.map((_, index) => (right.includes(index) ? "right" : "left")),
    wordWrap: true,
    wrapOnWordBoundary: true,
    ...(widths ? { colWidths: widths } : {}),
  });
  table.push(...cells.map((row) => [...row]));
  return `${table.toString()}\n`;
}

/** Column widths when the table is wider than the terminal: the widest columns give way first. Undefined when it fits. */
function columnWidths(rows: ReadonlyArray<readonly string[]>, width: number): number[] | undefined {
  const count = rows[0]?.length ?? 0;
  const wanted = Array.from(
    { length: count },
    (_, column) => 2 + Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const room = width - (count + 1);
  let total = wanted.reduce((sum, each) => sum + each, 0);
  if (total <= room) return undefined;
  while (total > room) {
    const widest = wanted.indexOf(Math.max(...wanted));
    if ((wanted[widest] ?? 0) <= 8) break;
    wanted[widest] = (wanted[widest] ?? 0) - 1;
    total -= 1;
  }
  return wanted;
}
