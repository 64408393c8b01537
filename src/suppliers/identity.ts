import { isRecord, type SelfBilledDocument } from "../document/index.ts";

export interface SupplierIdentity {
  readonly name: string;
  readonly trn: string;
  readonly tin: string;
  /** Account numbers in upper case, without spaces and hyphens. */
  readonly accounts: readonly string[];
  /** The name of the supplier book entry that filled in the document. */
  readonly entry?: string | undefined;
}

/** Returns the identity of the supplier in a document, or in a request body as it was sent. Missing data is empty. */
export function identityOf(document: unknown, entry?: string): SupplierIdentity {
  const party = memberAt(document, "accounting_supplier_party");
  const tin = textAt(party, "tin") || textAt(party, "endpoint_id");
  return {
    name: textAt(party, "party_name") || textAt(party, "name"),
    trn: textAt(memberAt(party, "party_tax_scheme"), "company_id"),
    tin,
    accounts: accountsIn(document as SelfBilledDocument),
    ...(entry === undefined ? {} : { entry }),
  };
}

/** Returns the account numbers in a document or supplier book entry, each once, without spaces and hyphens. */
export function accountsIn(document: unknown): string[] {
  const means = memberAt(document, "payment_means");
  const numbers = [
    ...(Array.isArray(means) ? means : []).map((each) => textAt(memberAt(each, "payee_financial_account"), "id")),
    textAt(memberAt(memberAt(document, "payee_party"), "financial_account"), "id"),
  ];
  return [...new Set(numbers.map(withoutBlanks).filter((each) => each !== ""))];
}

function withoutBlanks(number: string): string {
  return number.replace(/[\s-]/g, "").toUpperCase();
}

function memberAt(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function textAt(value: unknown, name: string): string {
  const member = memberAt(value, name);
  return typeof member === "string" ? member.trim() : "";
}
