import type { OfColumns, View } from "../../report/index.ts";
import type { Section, SectionColumn } from "./section.ts";

type Text = string | number | undefined;
type MemberOf<Row> = { [Name in keyof Row]-?: Row[Name] extends Text ? Name : never }[keyof Row];

type Cell<Row> = MemberOf<Row> | ((row: Row) => Text);

/** `heading` is given only if it depends on the run. */
type Column<Row> = readonly [is: SectionColumn["is"], cell: Cell<Row>, heading?: string];

/** Columns by heading, in order; `false` omits a column. */
export type ColumnsOf<Row> = Readonly<Record<string, Cell<Row> | Column<Row> | false>>;

export function cellsOf<Row>(rows: readonly Row[], columns: ColumnsOf<Row>) {
  const all = Object.entries(columns).flatMap(([heading, column]) => {
    if (column === false) return [];
    const [is, cell, title = heading] = (typeof column === "object" ? column : [undefined, column]) as Column<Row>;
    return [{ head: is === undefined ? { title } : { title, is }, cell }];
  });
  const textOf = (row: Row, cell: Cell<Row>) => String((typeof cell === "function" ? cell(row) : row[cell]) ?? "");
  const cells = rows.map((row) => all.map(({ cell }) => textOf(row, cell)));
  const listed: Pick<Section, "columns" | "rows"> = { columns: all.map(({ head }) => head), rows: cells };
  return listed as typeof listed & OfColumns;
}

export function tableView<Row>(rows: readonly Row[], columns: ColumnsOf<Row>) {
  const cells = cellsOf(rows, columns);
  const heads = cells.columns.map(({ title }) => title);
  return { ...cells, view: "table", columns: heads, right: rightOf(cells.columns) } satisfies Partial<View>;
}

export const rightOf = (columns: Section["columns"]): number[] =>
  columns.flatMap(({ is }, at) => (is === undefined || is === "day" ? [] : [at]));
