import type { Amount } from "../document/index.ts";

/** For one currency, or one supplier and currency. */
export interface Sum {
  readonly currency: string;
  readonly count: number;
  readonly net: Amount;
  readonly vat: Amount;
  readonly gross: Amount;
}

/** What a run is about to send. */
export interface Batch {
  readonly count: number;
  readonly currencies: readonly Sum[];
  readonly suppliers: ReadonlyArray<Sum & { readonly name: string; readonly trn: string }>;
  /** Net, and with VAT. */
  readonly netInAed: Amount;
  readonly grossInAed: Amount;
  /** Counts towards a limit; uses at least the lowest plausible exchange rate. */
  readonly counted: Amount;
  /** Unchanged files sent earlier. */
  readonly before: number;
  /** Files with the same content as another file. */
  readonly twins: number;
  /** Files with errors, which are left out. */
  readonly wrong: number;
}
