import Table from "cli-table3";

interface Boxes {
  /** A cell of several lines contains line feeds. */
  readonly heads: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  readonly right: readonly number[];
  readonly widths: readonly number[];
}

/** Draws a table with lines around its cells, which must already fit the widths. */
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
