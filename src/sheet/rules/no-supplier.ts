import { type Problem, problem } from "../../problem/index.ts";
import { isEmpty, rowOf } from "../cell.ts";
import { cellSpot, type Table } from "../table.ts";

/** Reports an empty cell that should name the supplier, with the name that the row has in another column. */
export function noSupplier(
  { columns, sheet }: Table,
  document: Readonly<Record<string, unknown>>,
  { row, label, nameOf }: { readonly row: number; readonly label: string; readonly nameOf: (row: number) => string },
): Problem | undefined {
  const finder = columns.find(({ map }) => map.finds !== undefined);
  if (finder === undefined || document.supplier !== undefined || document.accounting_supplier_party !== undefined)
    return undefined;
  const { column, heading } = finder;
  const cell = rowOf(sheet, row)?.cells[column];
  if (!isEmpty(cell)) return undefined;
  const name = nameOf(row);
  const message = `${heading} is empty in row ${row}, so the supplier of ${label} is not known${name === "" ? "" : ` (the row has ${name})`}.`;
  const hint = "Write it into the cell; ask the supplier where you do not know it.";
  const where = Object.assign(cellSpot(sheet, row, column, heading, cell), { path: "supplier" });
  return problem("no-supplier", message, hint, { where });
}

/** Says what to do about rows of one document that have two values of this field. */
export function hintOfTwo(path: string): string {
  return path === "supplier" || path.endsWith("party_tax_scheme.company_id")
    ? "If they are two documents, give one of them another number, or group rows by both in a map: group_by: number + supplier. Correct the supplier only where the cell is wrong: its line would be billed to the other one."
    : "Write the same value in all its rows, or in its first row only.";
}
