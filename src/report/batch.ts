import type { Amount } from "../document/index.ts";

/** The sum for one currency, or for one supplier and currency. */
export interface Sum {
  readonly currency: string;
  readonly count: number;
  readonly net: Amount;
  readonly vat: Amount;
  readonly gross: Amount;
}

export interface Batch {
  readonly count: number;
  readonly currencies: readonly Sum[];
  readonly suppliers: ReadonlyArray<Sum & { readonly name: string; readonly trn: string }>;
  /** Totals in AED, without and with VAT. */
  readonly netInAed: Amount;
  readonly grossInAed: Amount;
  /** The amount that counts towards a limit, using at least the lowest plausible exchange rate. */
  readonly counted: Amount;
  /** Number of unchanged files sent earlier. */
  readonly before: number;
  /** Number of files with the same content as another file. */
  readonly twins: number;
  /** Number of files with errors, which are left out. */
  readonly wrong: number;
}
