import { type Cell, shownText } from "./cell.ts";
import type { SupplierKey } from "./map/map-parts.ts";
import { programWith, recognised } from "./propose/index.ts";
import type { Table } from "./table.ts";
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

const textOf = (cell: Cell | undefined): string => shownText(cell).trim();

/** Reads a TRN in the same way as an identifier in a document; empty if digits may have been lost. */
function digitsOf(cell: Cell | undefined): string {
  if (cell?.is !== "text" && cell?.is !== "number") return "";
  const taken = takeText(cell, { digitsOnly: true }, false);
  return "text" in taken ? taken.text : "";
}
