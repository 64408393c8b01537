import { fail, failAll, ok, type Problem, problem, type Result, type Spot, suggest } from "../../problem/index.ts";
import {
  changedEntry,
  findSupplier,
  foldedName,
  isSameSupplier,
  judgeSupplier,
  mergedEntry,
  type Supplier,
  type SupplierBook,
  type SupplierDraft,
  withKeptRecords,
  withUsual,
} from "../../suppliers/index.ts";

export interface FoundSupplier {
  readonly supplier: Supplier;
  /** Only the values in the list, without derived ones; an update applies these. Absent if no value was derived. */
  readonly said?: Supplier | undefined;
  readonly where: Spot;
}

/** What to do with suppliers that are already in the book; `update` changes only the values in the file. */
export type KnownSuppliers = "refuse" | "replace" | "update";

export interface Planned extends FoundSupplier {
  readonly before: Supplier | undefined;
  readonly is: "added" | "replaced" | "same";
  /** Fraud warnings that must be confirmed first. */
  readonly alarms: readonly Problem[];
  /** Warnings about records of the previous entry that do not fit the new one. */
  readonly dropped: readonly Problem[];
}

/**
 * Compares the suppliers of a file with the book. Problems: `supplier-exists`, and any problem with an invalid entry.
 */
export function planOf(
  found: readonly FoundSupplier[],
  book: SupplierBook,
  known: KnownSuppliers,
  file: string,
): Result<readonly Planned[]> {
  const problems: Problem[] = [];
  const planned = found.flatMap(({ supplier, said, where }): Planned[] => {
    const before = entryFor(supplier, found, book);
    const several = unnamedEntries(supplier, found, book);
    if (several.length > 1) problems.push({ ...moreThanOnce(supplier, several), where });
    if (before === undefined) return [{ supplier, where, before, is: "added", alarms: [], dropped: [] }];
    const replaced = withKeptRecords(before, named(supplier, before));
    const after = known === "update" ? updated(before, said ?? supplier) : ok(replaced.entry);
    if (!after.ok) {
      problems.push(...after.problems.map((each) => ({ ...each, where })));
      return [];
    }
    if (JSON.stringify(before) === JSON.stringify(after.value))
      return [{ supplier: before, where, before, is: "same", alarms: [], dropped: [] }];
    if (known === "refuse") problems.push(exists(supplier, before, file));
    const dropped = known === "update" ? [] : replaced.dropped.map((each) => droppedRecord(before, each, where));
    const alarms = changedEntry(before, after.value, where);
    return [{ supplier: after.value, where, before, is: "replaced", alarms, dropped }];
  });
  return problems.length > 0 ? failAll(problems) : ok(planned);
}

/** Finds the entry for a supplier by name, else by a unique TRN, because another program may use a different name. */
function entryFor(supplier: Supplier, found: readonly FoundSupplier[], book: SupplierBook): Supplier | undefined {
  const named = findSupplier(book, supplier.supplier);
  if (named.ok) return named.value;
  const [only, another] = book.suppliers.filter((each) => isSameSupplier(supplier, each));
  const isOne = another === undefined && found.filter((each) => isSameSupplier(supplier, each.supplier)).length === 1;
  return isOne && only !== undefined && isUnnamed(only, found) ? only : undefined;
}

const isUnnamed = ({ supplier }: Supplier, found: readonly FoundSupplier[]): boolean =>
  found.every((each) => foldedName(each.supplier.supplier) !== foldedName(supplier));

/** Returns the entries with the TRN of a supplier that neither it nor another one of the file names. */
export function unnamedEntries(supplier: Supplier, found: readonly FoundSupplier[], book: SupplierBook): Supplier[] {
  if (findSupplier(book, supplier.supplier).ok) return [];
  const several = book.suppliers.filter((each) => isSameSupplier(supplier, each));
  return several.every((each) => isUnnamed(each, found)) ? several : [];
}

/** A third entry would not say which of the two the supplier is. */
function moreThanOnce({ supplier }: Supplier, several: readonly Supplier[]): Problem {
  const names = several.map((each) => each.supplier).join(", ");
  const message = `The supplier ${supplier} is already in the book, more than once: ${names} have its TRN.`;
  const hint = `Nothing was imported. Keep one of the names, and remove each other one: ${suggest`suppliers remove ${several[1]?.supplier ?? ""}`}`;
  return problem("supplier-exists", message, hint);
}

/** Keeps the name of the book where a supplier was found by its TRN: documents and maps may use it. */
const named = (supplier: Supplier, before: Supplier): Supplier =>
  foldedName(supplier.supplier) === foldedName(before.supplier) ? supplier : { ...supplier, supplier: before.supplier };

function updated(before: Supplier, news: Supplier): Result<Supplier> {
  const draft = withUsual(mergedEntry(before, news) as unknown as SupplierDraft);
  const { supplier, problems } = judgeSupplier(draft, (path) => ({ path }));
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return failAll(errors);
  return supplier === undefined ? fail(notValid(before)) : ok(supplier);
}

function droppedRecord({ supplier }: Supplier, sentence: string, where: Spot): Problem {
  const hint = `Check the entry, and record it again: ${suggest`suppliers show ${supplier}`}`;
  return problem("supplier-changed", `${supplier}: ${sentence}`, hint, { where, severity: "warning" });
}

function notValid({ supplier }: Supplier): Problem {
  return problem("wrong-value", `The entry ${supplier} would not be valid with these changes.`, "Check its row.");
}

function exists({ supplier }: Supplier, before: Supplier, file: string): Problem {
  const message =
    foldedName(supplier) === foldedName(before.supplier)
      ? `The supplier ${supplier} is already in the book, with other data.`
      : `The supplier ${supplier} is already in the book as ${before.supplier}: it has the same TRN.`;
  const hint =
    "Nothing was imported. Add --update to take over what the file says and keep the rest, or --replace to replace the whole entry.";
  return problem("supplier-exists", message, hint, { where: { file } });
}
