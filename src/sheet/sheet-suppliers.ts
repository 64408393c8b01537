import { type Cell, shownText } from "./cell.ts";
import type { SupplierKey } from "./map/map-parts.ts";
import { programWith } from "./propose/programs.ts";
import { recognised } from "./propose/roles.ts";
import type { Table } from "./table.ts";

export interface SheetSupplier {
  /** The key that finds the supplier in the supplier book. */
  readonly key: string;
  readonly name: string;
  readonly trn: string;
}

/** Suppliers by row number; empty if the map does not look up suppliers in the book. */
export function suppliersOfTable({ head, rows, columns }: Table): ReadonlyMap<number, SheetSupplier> {
  const finder = columns.find(({ map }) => map.finds !== undefined);
  if (finder === undefined) return new Map();
  const { supplierName, trn } = recognised(head, rows, programWith(head.cells.map(shownText))).columns;
  const by = finder.map.finds as SupplierKey;
  return new Map(
    rows.map(({ number, cells }) => {
      const said = (column: number | undefined): string => textOf(column === undefined ? undefined : cells[column]);
      const key = said(finder.column);
      const name = by === "name" ? key : said(supplierName?.column);
      return [number, { key, name, trn: by === "trn" ? key : said(trn?.column) }];
    }),
  );
}

const textOf = (cell: Cell | undefined): string => shownText(cell).trim();
