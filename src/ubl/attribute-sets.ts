import type { Attributes } from "./element.ts";

/** The most attribute sets that are kept for sharing; a document has only a few. */
const most = 1_000;

/** Saves memory: elements with the same single attribute, such as the currency, share one set of attributes. */
export class AttributeSets {
  readonly #known = new Map<string, Attributes>();

  shared(attributes: Attributes): Attributes {
    const [name, second] = Object.keys(attributes);
    if (name === undefined || second !== undefined) return attributes;
    const key = `${name} ${attributes[name]}`;
    const known = this.#known.get(key);
    if (known === undefined && this.#known.size < most) this.#known.set(key, attributes);
    return known ?? attributes;
  }
}
