import type { UblElement } from "../ubl/index.ts";
import { stringOf } from "./xpath.ts";

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

const places = Object.fromEntries(collectedNames.map((name, at) => [name, at])) as Readonly<
  Record<CollectedName, number>
>;
const nothing: readonly UblElement[] = [];

/** What has been worked out once for a document, for all rules. */
export class Facts {
  readonly root: UblElement;
  readonly #collected: ReadonlyArray<UblElement[] | undefined>;
  /** Works done so far and their results, side by side: there are few, and comparing addresses is quicker than a Map. */
  readonly #works: Array<(facts: Facts) => unknown> = [];
  readonly #results: unknown[] = [];
  #currency: string | undefined;

  constructor(root: UblElement, collected: ReadonlyArray<UblElement[] | undefined>) {
    this.root = root;
    this.#collected = collected;
  }

  /** All elements of this name anywhere in the document, in document order. */
  everywhere(name: CollectedName): readonly UblElement[] {
    return this.#collected[places[name]] ?? nothing;
  }

  /** Is this text the value of a DocumentCurrencyCode anywhere in the document? Asked of every amount, so the answer is kept. */
  isStatedCurrency(text: string): boolean {
    if (text === this.#currency) return true;
    if (!this.everywhere("cbc:DocumentCurrencyCode").some((code) => stringOf(code) === text)) return false;
    this.#currency = text;
    return true;
  }

  /** The result of `work` for this document, worked out at the first asking: `facts.once(categorySums)`. `work` must be a constant. */
  once<T>(work: (facts: Facts) => T): T {
    const works = this.#works;
    for (let at = 0; at < works.length; at++) if (works[at] === work) return this.#results[at] as T;
    const result = work(this);
    works.push(work);
    this.#results.push(result);
    return result;
  }
}
