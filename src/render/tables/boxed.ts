import Table from "cli-table3";

interface Boxes {
  /** The content of each cell, in lines that fit its column. */
  readonly heads: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  /** Columns with amounts, right-aligned. */
  readonly right: readonly number[];
  /** The width of each column. */
  readonly widths: readonly number[];
}

/** Returns a table with lines around its cells. In its own file, because the drawing code is loaded only for a terminal. */
export function boxed({ heads, rows, right, widths }: Boxes): string {
  const table = new Table({
    head: [...heads],
    style: { head: [], border: [], compact: true },
    colAligns: heads.map((_, index) => (right.includes(index) ? "right" : "left")),
    colWidths: widths.map((each) => each + 2),
  });
  table.push(...rows.map((row) => [...row]));
  return `${table.toString()}\n`;
}
