import Table from "cli-table3";

interface Boxes {
  /** The lines of each cell are separated by line feeds. */
  readonly heads: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  readonly right: readonly number[];
  readonly widths: readonly number[];
}

/** This is in its own file because the drawing code is only loaded for a terminal. */
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
