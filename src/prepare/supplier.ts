import type { Desk } from "../desk/index.ts";
import { gulfDay, isDay } from "../document/index.ts";
import type { Problem } from "../problem/index.ts";
import type { SourceDocument } from "../read/index.ts";
import {
  agreementProblems,
  emptyBook,
  type Filled,
  fillSupplier,
  identityOf,
  namesSupplier,
  type Supplier,
} from "../suppliers/index.ts";

/**
 * Fills in the supplier that a document names. Adds remarks on the agreement, even if the document describes the
 * supplier itself.
 */
export async function withSupplier(source: SourceDocument, desk: Desk): Promise<Filled> {
  const book = await desk.suppliers();
  const isNamed = namesSupplier(source);
  if (!book.ok)
    return isNamed ? { ...fillSupplier(source, emptyBook()), problems: book.problems } : { source, problems: [] };
  if (!isNamed) {
    const described = describedIn(source, book.value.suppliers);
    return { source, problems: remarksOf(described, source, trnPath, desk) };
  }
  const filled = fillSupplier(source, book.value);
  if (filled.supplier === undefined) return filled;
  return { ...filled, problems: [...filled.problems, ...remarksOf([filled.supplier], source, "supplier", desk)] };
}

const trnPath = "accounting_supplier_party.party_tax_scheme.company_id";

/** Finds entries for the supplier that a document describes, by its TRN or, if it has none, its TIN. */
function describedIn({ document }: SourceDocument, suppliers: readonly Supplier[]): Supplier[] {
  const { trn, tin } = identityOf(document);
  return suppliers.filter((each) => {
    const own = identityOf(each);
    return trn === "" ? tin !== "" && own.tin === tin : own.trn === trn;
  });
}

/** Returns remarks on the agreement; none if one of the entries has a valid agreement. */
function remarksOf(entries: readonly Supplier[], source: SourceDocument, path: string, desk: Desk): readonly Problem[] {
  const today = gulfDay(desk.now());
  const { issue_date: issued } = source.document;
  const day = issued !== undefined && isDay(issued) ? issued : today;
  const said = entries.map((each) => agreementProblems(each, day, today, {}));
  const [first = []] = said;
  if (first.length === 0 || said.some((each) => each.length === 0)) return [];
  const where = source.spot(path); // finding a place means reading the file again
  return first.map((each) => ({ ...each, where }));
}
