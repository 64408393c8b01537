import type { UblElement } from "../../ubl/index.ts";
import { stringOf } from "../xpath.ts";

/** Elements that some rule looks for anywhere (`//name`); collected during the walk. */
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

export class RuleFacts {
  readonly root: UblElement;
  /** Elements that the walk has found so far. */
  readonly #met: ReadonlyArray<UblElement[] | undefined>;
  /** Elements by name; undefined until the walk has ended or a rule needs them earlier. */
  #all: ReadonlyArray<UblElement[] | undefined> | undefined;
  /**
   * Finished calculations and their results, in two lists: there are so few that comparing references is faster than
   * a Map.
   */
  readonly #works: Array<(facts: RuleFacts) => unknown> = [];
  readonly #results: unknown[] = [];
  #currency: string | undefined;

  /** A walk through the document fills `met`; `complete` signals that nothing is missing. */
  constructor(root: UblElement, met: ReadonlyArray<UblElement[] | undefined>) {
    this.root = root;
    this.#met = met;
  }

  complete(): void {
    this.#all = this.#met;
  }

  /** Returns all elements with this name, in document order. */
  everywhere(name: CollectedName): readonly UblElement[] {
    this.#all ??= collect(this.root);
    return this.#all[places[name]] ?? nothing;
  }

  /** Whether any DocumentCurrencyCode has this text. Needed for every amount, so the answer is cached. */
  isStatedCurrency(text: string): boolean {
    if (text === this.#currency) return true;
    const isIt = (code: UblElement): boolean => stringOf(code) === text;
    // DocumentCurrencyCode is near the top, so the walk has usually found it already.
    const met = this.#met[places["cbc:DocumentCurrencyCode"]] ?? nothing;
    if (!met.some(isIt) && !this.everywhere("cbc:DocumentCurrencyCode").some(isIt)) return false;
    this.#currency = text;
    return true;
  }

  /** Caches the result of `work` for this document: `facts.once(categorySums)`. `work` must be a constant. */
  once<T>(work: (facts: RuleFacts) => T): T {
    const works = this.#works;
    for (let at = 0; at < works.length; at++) if (works[at] === work) return this.#results[at] as T;
    const result = work(this);
    works.push(work);
    this.#results.push(result);
    return result;
  }
}

/** A separate walk, for a rule that needs elements outside its line before the main walk has ended. */
function collect(root: UblElement): UblElement[][] {
  const found: UblElement[][] = collectedNames.map(() => []);
  const walk = (element: UblElement): void => {
    found[(collectedNames as readonly string[]).indexOf(element.name)]?.push(element);
    for (const child of element.children) walk(child);
  };
  walk(root);
  return found;
}
