/** A credit note that is already there. Amounts and quantities are exact texts, in the invoice's currency. */
export interface EarlierCredit {
  readonly number: string;
  /** discrepancy_response; undefined counts like a return. */
  readonly reason: string | undefined;
  /** Its status at the service; undefined when it was not asked. */
  readonly status: string | undefined;
  /** It names other invoices too, so that not all of its lines need be this one's. */
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
