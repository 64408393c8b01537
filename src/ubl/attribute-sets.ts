import type { Attributes } from "./element.ts";

/** The most sets that are cached; a document has a handful. */
const most = 1_000;

/**
 * Most elements with attributes have the same ones as many other elements, such as the currency, so they share one
 * set.
 */
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
