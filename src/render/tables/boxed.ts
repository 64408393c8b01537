import Table from "cli-table3";

interface Boxes {
  /** Each cell is a list of lines. */
  readonly heads: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  readonly right: readonly number[];
  readonly widths: readonly number[];
}

/** In its own file, because the drawing code is only loaded for a terminal. */
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
