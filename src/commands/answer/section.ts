import { type Amount, formatAmount } from "../../document/index.ts";
import type { OfColumns } from "../../report/index.ts";
import type { OutCell, OutSheet } from "../../tables/index.ts";

export interface SectionColumn {
  readonly title: string;
  readonly is?: "money" | "count" | "day" | "rate";
}

/** One sheet of a workbook, or one table on a page or screen. */
export interface Section extends OfColumns {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly SectionColumn[];
  readonly rows: ReadonlyArray<readonly string[]>;
  readonly notes?: readonly string[];
}

export function plainMoney(value: Amount): string {
  const [whole = "0", decimals = ""] = formatAmount(value).split(".");
  return `${whole}.${decimals.padEnd(2, "0")}`;
}

export function csvRows({ columns, rows }: Section): string[][] {
  return [columns.map(({ title }) => title), ...rows.map((row) => [...row])];
}

export function sheetOf({ name, columns, rows, notes = [] }: Section): OutSheet {
  const head = columns.map(({ title }): OutCell => ({ text: title, bold: true, wrap: true }));
  const cells = rows.map((row) => row.map((text, at) => cellOf(text, columns[at]?.is)));
  const below = notes.flatMap((note, at): OutCell[][] => (at === 0 ? [[], [{ text: note }]] : [[{ text: note }]]));
  const widths = columns.map(({ title }, at) =>
    Math.min(48, 2 + rows.reduce((most, row) => Math.max(most, (row[at] ?? "").length), Math.min(title.length, 14))),
  );
  return { name, rows: [head, ...cells, ...below], widths, sticky: 1 };
}

function cellOf(text: string, is: SectionColumn["is"]): OutCell | undefined {
  if (text === "") return undefined;
  if (is === "money") return { text, is: "number", format: "#,##0.00" };
  if (is === "count" || is === "rate") return { text, is: "number", ...(is === "count" ? { format: "0" } : {}) };
  if (is === "day" && /^\d{4}-\d\d-\d\d$/.test(text))
    return { text: String(serialOf(text)), is: "number", format: "yyyy-mm-dd" };
  return { text, format: "@" };
}

/** Spreadsheets count days from 1899-12-30. */
function serialOf(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000);
}
