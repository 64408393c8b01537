import type { FoundSupplier } from "../../commands/suppliers/plan.ts";
import { failAll, ok, type Problem, problem, type Result, type Spot } from "../../problem/index.ts";
import { cellSpot, openFittingSheet, type Row, type Sheet } from "../../sheet/index.ts";
import { foldedName, identityOf, type Supplier } from "../../suppliers/index.ts";
import { type Column, headingCount, type MeantHeadings, supplierHeadings } from "./columns.ts";
import { supplierOfRow } from "./row.ts";

/** The suppliers of a list. The problems are warnings; the caller checks for missing values. */
export interface FoundSuppliers {
  readonly suppliers: readonly FoundSupplier[];
  readonly problems: readonly Problem[];
}

export function listSheet(bytes: Uint8Array, file: string, name: string | undefined): Result<Sheet> {
  return openFittingSheet(bytes, file, name, headingCount);
}

/**
 * Reads one supplier per row. Sets aside unusable values, skips repeated suppliers, and reports both for their cells.
 * Problems: `no-heading`, `empty-document`.
 */
export function suppliersOfSheet(sheet: Sheet, meant: MeantHeadings): Result<FoundSuppliers> {
  const head = supplierHeadings(sheet, meant);
  if (!head.ok) return head;
  const { columns } = head.value;
  const problems: Problem[] = [...head.value.remarks];
  const list = new Map<string, FoundSupplier & { readonly row: number }>();
  for (const row of sheet.rows.filter(({ number }) => number > head.value.row.number)) {
    const found = supplierOfRow(row, columns, sheet);
    problems.push(...found.problems);
    if (found.supplier === undefined) continue;
    const where = nameCell(row, columns, sheet);
    const before = list.get(foldedName(found.supplier.supplier));
    const isAnother = before !== undefined && haveOtherTrns(before.supplier, found.supplier);
    const supplier = isAnother ? withTrnInName(found.supplier) : found.supplier;
    const key = foldedName(supplier.supplier);
    if (before !== undefined)
      problems.push(...repeated(found.supplier, before, isAnother ? supplier : undefined, where));
    if (!list.has(key)) list.set(key, { supplier, said: found.said, where, row: row.number });
  }
  if (list.size > 0) return ok({ suppliers: [...list.values()], problems });
  const hint = "Write one supplier in each row below the headings.";
  return failAll([
    problem("empty-document", "The list has no supplier.", hint, { where: { file: sheet.file } }),
    ...problems,
  ]);
}

function haveOtherTrns(one: Supplier, other: Supplier): boolean {
  const [a, b] = [identityOf(one).trn, identityOf(other).trn];
  return a !== "" && b !== "" && a !== b;
}

/** Adds the TRN to the name, because two suppliers may have the same name. */
function withTrnInName(supplier: Supplier): Supplier {
  return { ...supplier, supplier: `${supplier.supplier.slice(0, 60).trim()} (${identityOf(supplier).trn})` };
}

function repeated(
  { supplier: name, ...again }: Supplier,
  { supplier: { supplier: _, ...first }, row }: { supplier: Supplier; row: number },
  renamed: Supplier | undefined,
  where: Spot,
): Problem[] {
  const isSame = JSON.stringify(again) === JSON.stringify(first);
  const message =
    renamed !== undefined
      ? `${name} has another TRN than the supplier of this name in row ${row}. It is kept as ${renamed.supplier}.`
      : `${name} appears twice, first in row ${row}. This row was left out${isSame ? "" : ", although it says something else"}.`;
  const hint = renamed !== undefined ? "Check which TRN is correct." : "Keep one of the two rows.";
  return [problem("duplicate-key", message, hint, { where, severity: "warning" })];
}

function nameCell(row: Row, columns: readonly Column[], sheet: Sheet): Spot {
  const named = ["supplier", "name", "party_name"].flatMap(
    (field) => columns.find((each) => each.field === field) ?? [],
  );
  const from = named.find(({ column }) => row.cells[column] !== undefined) ?? named[0];
  const column = from?.column ?? 0;
  return cellSpot(sheet, row.number, column, from?.heading, row.cells[column]);
}
