import { type Problem, problem } from "../problem/index.ts";
import { type Cell, type Row, shownText } from "./cell.ts";
import type { SupplierKey } from "./map/map-parts.ts";
import { meaningOf, programWith, recognised } from "./propose/index.ts";
import { cellSpot, type Table } from "./table.ts";
import { type Taking, takeCell } from "./take-cell.ts";
import { takeText } from "./take-text.ts";

export interface SheetSupplier {
  /** The key that finds the supplier in the supplier book. */
  readonly key: string;
  readonly name: string;
  readonly trn: string;
}

/** Returns the suppliers by row number; empty if the map does not look up suppliers in the book. */
export function suppliersOfTable({ head, rows, columns }: Table): ReadonlyMap<number, SheetSupplier> {
  const finder = columns.find(({ map }) => map.finds !== undefined);
  if (finder === undefined) return new Map();
  const { supplierName, trn } = recognised(head, rows, programWith(head.cells.map(shownText))).columns;
  const by = finder.map.finds as SupplierKey;
  return new Map(
    rows.map(({ number, cells }) => {
      const cellOf = (column: number | undefined): Cell | undefined =>
        column === undefined ? undefined : cells[column];
      const key = textOf(cellOf(finder.column));
      const name = by === "name" ? key : textOf(cellOf(supplierName?.column));
      return [number, { key, name, trn: digitsOf(cellOf(by === "trn" ? finder.column : trn?.column)) }];
    }),
  );
}

/**
 * Returns a function that reports a row in which another column of suppliers has another entry of the supplier book
 * than the one that finds the supplier, whether it has names, codes or TRNs.
 */
export function nameComparison({ head, columns, sheet }: Table, how: Taking) {
  const finder = columns.find(({ map }) => map.finds !== undefined);
  const [field] = finder?.map.fields ?? [];
  const others = head.cells.flatMap((cell, at) => {
    const heading = shownText(cell).trim();
    const role = meaningOf(heading)?.role;
    const isOther =
      role === "supplierName" || role === "supplierCode" || (role === "trn" && finder?.map.finds !== "trn");
    return isOther && at !== finder?.column ? [{ at, heading }] : [];
  });
  return (label: string, rows: readonly Row[]): Problem | undefined => {
    if (finder === undefined || field === undefined) return undefined;
    for (const { number, cells } of rows)
      for (const { at, heading } of others) {
        const text = textOf(cells[at]);
        const other = text === "" ? undefined : how.findSupplier?.("any", text);
        const found = takeCell(cells[finder.column], field, finder.map, how);
        if (!other || !("text" in other) || !found || !("text" in found) || other.text === found.text) continue;
        const message = `${heading}: row ${number} has ${text}, which is ${other.text} in your supplier book, and ${label} would be billed to ${found.text}.`;
        const hint = "Correct the cell that is wrong: this one, or the one that finds the supplier.";
        return problem("two-values", message, hint, { where: cellSpot(sheet, number, at, heading, cells[at]) });
      }
    return undefined;
  };
}

const textOf = (cell: Cell | undefined): string => shownText(cell).trim();

/** Reads a TRN in the same way as an identifier in a document; empty if digits may have been lost. */
function digitsOf(cell: Cell | undefined): string {
  if (cell?.is !== "text" && cell?.is !== "number") return "";
  const taken = takeText(cell, { digitsOnly: true }, false);
  return "text" in taken ? taken.text : "";
}
