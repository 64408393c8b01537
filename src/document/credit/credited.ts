import type { CreditSums } from "./sums.ts";

/** Amounts and quantities of lines are exact decimal strings. */
export interface EarlierCredit {
  readonly number: string;
  /** discrepancy_response; undefined counts as a return. */
  readonly reason: string | undefined;
  /** The status at the service; undefined if it was not requested. */
  readonly status: string | undefined;
  /** The currency of the amounts; the invoice may be in another one. */
  readonly currency: string;
  /** What it comes to, in `currency` and in AED; absent if unknown. */
  readonly sums?: CreditSums | undefined;
  /** The credit note also names other invoices, so not all of its lines need belong to this one. */
  readonly shared: boolean;
  readonly lines: readonly CreditedLine[];
}

/** A credit note with the numbers of all invoices that it credits. */
export interface NamedCredit extends EarlierCredit {
  readonly invoiceNumbers: readonly string[];
}

/** A line of a credit note, with the values that identify the invoice line. */
export interface CreditedLine {
  readonly name: string;
  readonly unitCode: string;
  readonly quantity: string;
  readonly netAmount: string;
}
