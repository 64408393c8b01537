import { foldedHeading } from "../../document/index.ts";
import { failAll, ok, type Problem, problem, type Result, type Spot, suggest } from "../../problem/index.ts";
import { cellSpot, openFittingSheet, type Row, type Sheet, shownText, takeText } from "../../sheet/index.ts";
import { type Item, type ItemField, itemFields, judgeItem } from "./book/index.ts";
import rows from "./headings.txt";
import { notRead } from "./workbook.ts";

export interface ListedItem {
  readonly item: Item;
  readonly where: Spot;
}

export interface ListedItems {
  readonly items: readonly ListedItem[];
  /** Number of rows with only a name. */
  readonly empty: number;
  readonly problems: readonly Problem[];
}

interface Column {
  readonly column: number;
  readonly heading: string;
  readonly field: ItemField;
}

const fieldOf = new Map(
  rows
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [field = "", names = ""] = line.split(": ");
      return [field, ...names.split(" ")].map((name): [string, ItemField] => [foldedHeading(name), field as ItemField]);
    }),
);

/** Number of rows in which headings are searched for, because a title may precede them. */
const rowsAbove = 10;
const naming: readonly ItemField[] = ["code", "name", "supplier_code", "name_in_arabic"];
/** Headings that `items missing` writes for information only; an import ignores these columns. */
const unread = new Set(notRead.map(foldedHeading));

/**
 * Reads all items of a list, or returns the errors, each with its cell. Problems: any sheet-reading problem,
 * `no-heading`, `wrong-value`, `duplicate-key`, `empty-document`.
 */
export function itemsOfList(bytes: Uint8Array, file: string, name: string | undefined): Result<ListedItems> {
  const sheet = openFittingSheet(bytes, file, name, (each) => headOf(each)?.columns.length ?? 0);
  if (!sheet.ok) return sheet;
  const head = headOf(sheet.value);
  if (head === undefined) return failAll([nameless(sheet.value)]);
  const problems = unusedColumns(head.row, head.columns, sheet.value);
  const items: ListedItem[] = [];
  let empty = 0;
  for (const row of sheet.value.rows.filter(({ number }) => number > head.row.number)) {
    const found = itemOfRow(row, head.columns, sheet.value);
    problems.push(...found.problems);
    if (found.item === undefined) continue;
    const saysMore = Object.keys(found.item).some((field) => ![...naming, "supplier"].includes(field as ItemField));
    if (saysMore) items.push({ item: found.item, where: found.where });
    else empty += 1;
  }
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return failAll(errors);
  if (items.length > 0 || empty > 0) return ok({ items, empty, problems });
  const hint = "Write one item in each row below the headings.";
  return failAll([problem("empty-document", "The list has no item.", hint, { where: { file } })]);
}

/** Returns the row with the most recognised headings; one of them must be for a name or code. */
function headOf(sheet: Sheet): { row: Row; columns: Column[] } | undefined {
  const heads = sheet.rows.slice(0, rowsAbove).map((row) => {
    const columns = row.cells.flatMap((cell, column): Column[] => {
      const field = fieldOf.get(foldedHeading(shownText(cell)));
      return field === undefined ? [] : [{ column, heading: shownText(cell).trim(), field }];
    });
    // If two columns are for the same field, the left one is used.
    return {
      row,
      columns: columns.filter(({ field }, at) => columns.findIndex((each) => each.field === field) === at),
    };
  });
  const named = heads.filter(({ columns }) => columns.some(({ field }) => naming.includes(field)));
  return named.sort((a, b) => b.columns.length - a.columns.length)[0];
}

function unusedColumns(row: Row, columns: readonly Column[], sheet: Sheet): Problem[] {
  return row.cells.flatMap((cell, column) => {
    const heading = shownText(cell).trim();
    const isUsed = columns.some((each) => each.column === column) || unread.has(foldedHeading(heading));
    if (heading === "" || isUsed) return [];
    const where = cellSpot(sheet, row.number, column, heading, cell);
    const message = `The column ${heading} is not part of an item and is not read.`;
    const hint = `The fields: ${Object.keys(itemFields).join(", ")}`;
    return [problem("unused-column", message, hint, { where, severity: "warning" })];
  });
}

function itemOfRow(row: Row, columns: readonly Column[], sheet: Sheet) {
  const problems: Problem[] = [];
  const values: Record<string, string> = {};
  const spotOf = (field: string): Spot => {
    const { column, heading } = columns.find((each) => each.field === field) ??
      columns[0] ?? { column: 0, heading: "" };
    return cellSpot(sheet, row.number, column, heading, row.cells[column]);
  };
  for (const { column, field } of columns) {
    const cell = row.cells[column];
    if (cell === undefined || shownText(cell).trim() === "") continue;
    const isCode = field === "hs" || field === "sac";
    const taken = takeText(cell, { digitsOnly: isCode, ...(field === "hs" ? { even: true } : {}) }, sheet.from1904);
    if ("text" in taken) values[field] = taken.text;
    else {
      const { code, message, hint } = taken.complaint;
      problems.push(problem(code, message, hint, { where: spotOf(field) }));
    }
  }
  const where = spotOf(columns.find(({ field }) => values[field] !== undefined)?.field ?? "name");
  if (Object.keys(values).length === 0 || problems.length > 0) return { item: undefined, problems, where };
  const { item, problems: found } = judgeItem(values, spotOf);
  return { item, problems: found, where };
}

function nameless({ file, rows: [first] }: Sheet): Problem {
  const headings = (first?.cells ?? []).map((cell) => shownText(cell).trim()).filter((each) => each !== "");
  const message = `No column is headed with the item's code or name. The first row has: ${headings.join(", ") || "nothing"}.`;
  const hint = `Write Item code or Item above the column. A list with all headings: ${suggest`items export --out items.xlsx`}`;
  return problem("no-heading", message, hint, { where: { file } });
}
