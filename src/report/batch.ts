import type { Amount } from "../document/index.ts";

/** Documents of one currency, or of one supplier in one currency, added up. */
export interface Sum {
  readonly currency: string;
  readonly count: number;
  readonly net: Amount;
  readonly vat: Amount;
  readonly gross: Amount;
}

/** What a run over several documents is about to send. */
export interface Batch {
  readonly count: number;
  readonly currencies: readonly Sum[];
  readonly suppliers: ReadonlyArray<Sum & { readonly name: string; readonly trn: string }>;
  /** All of them in AED: net, and with VAT. */
  readonly netInAed: Amount;
  readonly grossInAed: Amount;
  /** What they count to a limit: each at the lowest plausible exchange rate at least. */
  readonly counted: Amount;
  /** Files that were sent before as they stand. */
  readonly before: number;
  /** Files that say the same as another one. */
  readonly twins: number;
  /** Wrong ones that are left out. */
  readonly wrong: number;
}
