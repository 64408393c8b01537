import { type Amount, amount, isDecimalText, money } from "./money.ts";

/** The kind determines the names that differ between an invoice and a credit note. */
export type DocumentKind = "invoice" | "credit-note";

export const documentKinds = {
  invoice: {
    typeCodeField: "invoice_type_code",
    typeCode: "389",
    root: "Invoice",
    line: "cac:InvoiceLine",
    says: "self-billed invoice",
    short: "invoice",
  },
  "credit-note": {
    typeCodeField: "credit_note_type_code",
    typeCode: "261",
    root: "CreditNote",
    line: "cac:CreditNoteLine",
    says: "self-billed credit note",
    short: "credit note",
  },
} as const;

/** Negative for a credit note. */
export function signedAmount(kind: DocumentKind | undefined, value: Amount): Amount {
  return kind === "credit-note" ? money.subtract(money.zero, value) : value;
}

interface Summand {
  readonly kind: DocumentKind | undefined;
  readonly currency: string;
  /** Exact decimal string; a string that is not an amount is not counted. */
  readonly sum: string | undefined;
}

/** Returns the total for each currency, in alphabetical order; credit notes are subtracted. */
export function totalsByCurrency(documents: Iterable<Summand>): ReadonlyArray<readonly [string, Amount]> {
  const sums = new Map<string, Amount>();
  for (const { kind, currency, sum = "" } of documents) {
    if (currency === "" || !isDecimalText(sum)) continue;
    sums.set(currency, money.add(sums.get(currency) ?? money.zero, signedAmount(kind, amount(sum))));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * What a document is called everywhere: its number, else its id, else the attempt that may have created it (Decision
 * 171). Never empty: a name of blanks alone is put in quotes.
 */
export function documentName(document: {
  readonly documentNumber?: string | undefined;
  readonly id?: string | undefined;
  readonly attempt?: string | undefined;
}): string {
  const { documentNumber, id, attempt } = document;
  const name = [documentNumber, id, attempt].find((each) => each !== undefined && each.trim() !== "");
  return name ?? (id === undefined ? "a document without a number" : JSON.stringify(id));
}
