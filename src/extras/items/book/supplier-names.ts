import { foldedName, type Party } from "../../../document/index.ts";
import type { Supplier } from "../../../suppliers/index.ts";

/** Returns all names of a supplier, normalised: the name in the book, the short and the legal name, and the TRN. */
export type SupplierNamesOf = (party: Party | undefined, named?: string | undefined) => ReadonlySet<string>;

/** `suppliers` are the entries of the supplier book. */
export function supplierNamesIn(suppliers: readonly Supplier[]): SupplierNamesOf {
  const groups = suppliers.map((each) => namesOf(each.accounting_supplier_party, each.supplier));
  const byName = new Map<string, Set<string>>();
  for (const group of groups) for (const name of group) byName.set(name, group);
  return (party, named) => {
    const own = namesOf(party, named);
    const known = [...own].map((each) => byName.get(each)).find((each) => each !== undefined);
    return known === undefined ? own : new Set([...own, ...known]);
  };
}

function namesOf(party: Party | undefined, named: string | undefined): Set<string> {
  const { name, party_name: legal, party_tax_scheme: scheme } = party ?? {};
  const texts = [named, name, legal, scheme?.company_id];
  return new Set(texts.flatMap((each) => (typeof each === "string" && each.trim() !== "" ? [foldedName(each)] : [])));
}
