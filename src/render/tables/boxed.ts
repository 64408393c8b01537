import Table from "cli-table3";

interface Boxes {
  /** What each cell shows, in lines that are not wider than its column. */
  readonly heads: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  /** Columns with amounts, right-aligned. */
  readonly right: readonly number[];
  /** What each column has room for. */
  readonly widths: readonly number[];
}

/** A table with lines around its cells. In a file of its own: what draws them is loaded for a terminal alone. */
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
