import type { UblElement } from "../ubl/index.ts";

/** Elements that some rule looks for anywhere in the document (`//name`). The walk collects them on its way. */
export const collectedNames = [
  "cac:AdditionalDocumentReference",
  "cac:AllowanceCharge",
  "cac:ClassifiedTaxCategory",
  "cac:CreditNoteLine",
  "cac:DespatchDocumentReference",
  "cac:InvoiceLine",
  "cac:TaxCategory",
  "cac:TaxExchangeRate",
  "cac:TaxTotal",
  "cbc:DocumentCurrencyCode",
] as const;
export type CollectedName = (typeof collectedNames)[number];

const nothing: readonly UblElement[] = [];

/** What has been worked out once for a document, for all rules. */
export class Facts {
  readonly root: UblElement;
  readonly #collected: ReadonlyArray<UblElement[] | undefined>;
  #memory: Map<(facts: Facts) => unknown, unknown> | undefined;

  constructor(root: UblElement, collected: ReadonlyArray<UblElement[] | undefined>) {
    this.root = root;
    this.#collected = collected;
  }

  /** All elements of this name anywhere in the document, in document order. */
  everywhere(name: CollectedName): readonly UblElement[] {
    return this.#collected[collectedNames.indexOf(name)] ?? nothing;
  }

  /** The result of `work` for this document, worked out at the first asking: `facts.once(categorySums)`. `work` must be a constant. */
  once<T>(work: (facts: Facts) => T): T {
    this.#memory ??= new Map();
    if (this.#memory.has(work)) return this.#memory.get(work) as T;
    const result = work(this);
    this.#memory.set(work, result);
    return result;
  }
}
