/** A credit note that exists already. Amounts and quantities are exact texts, in the invoice's currency. */
export interface EarlierCredit {
  readonly number: string;
  /** discrepancy_response; undefined counts as a return. */
  readonly reason: string | undefined;
  /** Its status at the service; undefined if it was not asked for. */
  readonly status: string | undefined;
  /** It names other invoices too, so not all of its lines need belong to this one. */
  readonly shared: boolean;
  readonly lines: readonly CreditedLine[];
}

/** A line of it, by what it was credited for. */
export interface CreditedLine {
  readonly name: string;
  readonly unitCode: string;
  readonly quantity: string;
  readonly netAmount: string;
}
