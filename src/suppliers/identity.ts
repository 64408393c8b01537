import { memberAt, type Paid, paidIn, trimmedAt } from "./paid.ts";

export interface SupplierIdentity {
  readonly name: string;
  readonly trn: string;
  readonly tin: string;
  /** Account numbers in one form: capital letters and digits. */
  readonly accounts: readonly string[];
  readonly paid: Paid;
  /** The name of the supplier book entry that filled in the document. */
  readonly entry?: string | undefined;
}

/** Returns the identity of the supplier in a document, or in a request body as it was sent. Missing data is empty. */
export function identityOf(document: unknown, entry?: string): SupplierIdentity {
  const party = memberAt(document, "accounting_supplier_party");
  const tin = trimmedAt(party, "tin") || trimmedAt(party, "endpoint_id");
  const paid = paidIn(document);
  return {
    name: trimmedAt(party, "party_name") || trimmedAt(party, "name"),
    trn: trimmedAt(memberAt(party, "party_tax_scheme"), "company_id"),
    tin,
    accounts: numbersOf(paid),
    paid,
    ...(entry === undefined ? {} : { entry }),
  };
}

/** Returns the account numbers in a document or supplier book entry, each once, in one form. */
export function accountsIn(document: unknown): string[] {
  return numbersOf(paidIn(document));
}

function numbersOf({ accounts }: Paid): string[] {
  return [...new Set(accounts.map(({ number }) => number))];
}

/** True for two entries with the same TRN; members of a VAT group, which share one, have their own TINs. */
export function isSameSupplier(one: unknown, other: unknown): boolean {
  const [a, b] = [identityOf(one), identityOf(other)];
  return a.trn !== "" && a.trn === b.trn && (a.tin === b.tin || a.tin === "" || b.tin === "");
}
