/** Each file names its list at the top and has one code per row, with the code's name if there is one. */
import allowanceReasons from "./allowance-reasons.txt?codes";
import chargeReasons from "./charge-reasons.txt?codes";
import countries from "./countries.txt?codes";
import currencies from "./currencies.txt?codes";
import endpoints from "./endpoint-schemes.txt?codes";
import identifiers from "./identifier-schemes.txt?codes";
import itemClassifications from "./item-classifications.txt?codes";
import references from "./references.txt?codes";
import units from "./units.txt?codes";

/**
 * Kept as a single string, because building a set of thousands of codes at every start takes longer than looking up
 * the few codes in a document. Codes that were found are cached.
 */
export class CodeSet {
  /** Has a space before and after every code. */
  readonly #text: string;
  readonly #found = new Set<string>();

  constructor(codes: string) {
    this.#text = ` ${codes} `;
  }

  has(code: string): boolean {
    if (this.#found.has(code)) return true;
    if (code.includes(" ") || !this.#text.includes(` ${code} `)) return false;
    this.#found.add(code);
    return true;
  }

  [Symbol.iterator](): IterableIterator<string> {
    return this.#text.trim().split(" ").values();
  }
}

export const allowanceReasonCodes = new CodeSet(allowanceReasons);
export const chargeReasonCodes = new CodeSet(chargeReasons);
export const countryCodes = new CodeSet(countries);
export const currencyCodes = new CodeSet(currencies);
export const endpointSchemes = new CodeSet(endpoints);
export const icdSchemes = new CodeSet(identifiers);
export const itemClassificationSchemes = new CodeSet(itemClassifications);
export const referenceSchemes = new CodeSet(references);
export const unitCodes = new CodeSet(units);
