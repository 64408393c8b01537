import type { UblElement } from "../../ubl/index.ts";
import { stringOf } from "../xpath.ts";

/** Elements that some rule looks for anywhere in the document (`//name`). The walk collects them. */
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

/** Facts calculated once per document, for all rules. */
export class RuleFacts {
  readonly root: UblElement;
  /** The elements met by the walk so far. */
  readonly #met: ReadonlyArray<UblElement[] | undefined>;
  /** All elements by name; undefined until the walk has ended or a rule needed them earlier. */
  #all: ReadonlyArray<UblElement[] | undefined> | undefined;
  /** Calculations done so far and their results, in two lists: there are few, so comparing references is faster than a Map. */
  readonly #works: Array<(facts: RuleFacts) => unknown> = [];
  readonly #results: unknown[] = [];
  #currency: string | undefined;

  /** A walk through the document fills `met`; `complete` says that it contains everything. */
  constructor(root: UblElement, met: ReadonlyArray<UblElement[] | undefined>) {
    this.root = root;
    this.#met = met;
  }

  complete(): void {
    this.#all = this.#met;
  }

  /** Returns all elements of this name anywhere in the document, in document order. */
  everywhere(name: CollectedName): readonly UblElement[] {
    this.#all ??= collect(this.root);
    return this.#all[places[name]] ?? nothing;
  }

  /** Whether this text is the value of a DocumentCurrencyCode anywhere in the document. Needed for every amount, so the answer is cached. */
  isStatedCurrency(text: string): boolean {
    if (text === this.#currency) return true;
    const isIt = (code: UblElement): boolean => stringOf(code) === text;
    // DocumentCurrencyCode is near the top, so the walk has usually met it already.
    const met = this.#met[places["cbc:DocumentCurrencyCode"]] ?? nothing;
    if (!met.some(isIt) && !this.everywhere("cbc:DocumentCurrencyCode").some(isIt)) return false;
    this.#currency = text;
    return true;
  }

  /** Returns the result of `work` for this document, calculated on first use: `facts.once(categorySums)`. `work` must be a constant. */
  once<T>(work: (facts: RuleFacts) => T): T {
    const works = this.#works;
    for (let at = 0; at < works.length; at++) if (works[at] === work) return this.#results[at] as T;
    const result = work(this);
    works.push(work);
    this.#results.push(result);
    return result;
  }
}

/** Collects the elements in a separate walk, for the rule that looks beyond its line before the document's walk has ended. */
function collect(root: UblElement): UblElement[][] {
  const found: UblElement[][] = collectedNames.map(() => []);
  const walk = (element: UblElement): void => {
    found[(collectedNames as readonly string[]).indexOf(element.name)]?.push(element);
    for (const child of element.children) walk(child);
  };
  walk(root);
  return found;
}
