import type { UblElement } from "./element.ts";

/**
 * Finds the element at a location; the inverse of locationOf. Also accepts forms that other programs use: any prefix or
 * none, `*:Invoice`, `*[local-name()='Invoice']`, a namespace in braces, steps with or without a number, and an
 * attribute at the end. For an absent element, returns the nearest existing ancestor. Undefined if the location is for
 * another kind of document or is not a location.
 */
export function elementAt(root: UblElement, location: string): UblElement | undefined {
  if (location.length > longestLocation) return undefined;
  const steps = location.trim().match(step) ?? [];
  const [first, ...rest] = steps.map(readStep).filter((each) => !each.attribute);
  if (first === undefined) return location.trim() === "/" ? root : undefined;
  if (first.name !== localName(root)) return undefined;
  let at = root;
  for (const { name, position } of rest) {
    const next = at.children.filter((child) => localName(child) === name)[position - 1];
    if (!next) return at;
    at = next;
  }
  return at;
}

/** Maximum length in characters. The deepest location needs a tenth of this, even with a namespace in each step. */
const longestLocation = 4_000;

/** Matches one step: an optional namespace in braces, a name, and any number of brackets, which may quote slashes. */
const step = /(?:\{[^}]*\}|[^/[\]{}])+(?:\[(?:'[^']*'|"[^"]*"|[^\]'"])*\])*/g;

function readStep(text: string): { name: string; position: number; attribute: boolean } {
  const told = /local-name\(\)\s*=\s*['"]([^'"]+)['"]/.exec(text)?.[1];
  const name = told ?? (/^[^[]*/.exec(text)?.[0] ?? "").replace(/^.*[:}]/, "").trim();
  const position = /\[(?:position\(\)\s*=\s*)?(\d{1,6})\]/.exec(text)?.[1];
  return { name, position: position === undefined ? 1 : Number(position), attribute: text.trim().startsWith("@") };
}

function localName({ name }: UblElement): string {
  return name.replace(/^.*[:}]/, "");
}

/**
 * Returns the location of an element in the service's notation, which resembles XPath:
 * `/Invoice/cac:InvoiceLine[2]/cac:Price/cbc:PriceAmount`. Lines always have a number; other elements have one only if
 * siblings share their name.
 */
export function locationOf(element: UblElement): string {
  return new Locations().of(element);
}

/**
 * Locates many elements of one tree, which must not change in the meantime. Fast if the elements are requested in
 * tree order.
 */
export class Locations {
  readonly #below = new Map<UblElement, Siblings>();

  of(element: UblElement): string {
    const { parent } = element;
    if (!parent) return `/${element.name}`;
    const siblings = this.#below.get(parent) ?? new Siblings(parent.children);
    this.#below.set(parent, siblings);
    return `${this.of(parent)}/${siblings.stepTo(element)}`;
  }
}

/**
 * Numbers siblings by counting up to the requested one; the next request continues from there, so nothing is stored per
 * sibling.
 */
class Siblings {
  readonly #all: readonly UblElement[];
  readonly #named = new Map<string, number>();
  readonly #passed = new Map<string, number>();
  #next = 0;

  constructor(all: readonly UblElement[]) {
    this.#all = all;
    for (const { name } of all) this.#named.set(name, (this.#named.get(name) ?? 0) + 1);
  }

  stepTo(element: UblElement): string {
    const { name } = element;
    if (this.#all[this.#next - 1] !== element && !this.#goTo(element)) {
      this.#next = 0;
      this.#passed.clear();
      this.#goTo(element);
    }
    const numbered = this.#named.get(name) !== 1 || name === "cac:InvoiceLine" || name === "cac:CreditNoteLine";
    return numbered ? `${name}[${this.#passed.get(name)}]` : name;
  }

  /** Moves forward to the element; returns whether it is among the siblings ahead. */
  #goTo(element: UblElement): boolean {
    while (this.#next < this.#all.length) {
      const { name } = this.#all[this.#next++] as UblElement;
      this.#passed.set(name, (this.#passed.get(name) ?? 0) + 1);
      if (this.#all[this.#next - 1] === element) return true;
    }
    return false;
  }
}

/**
 * Returns the path of the field that the element was written from, such as `document_lines[0].price.base_amount`;
 * undefined if there is none.
 */
export function documentPathOf(element: UblElement): string | undefined {
  let path: string | undefined;
  for (let at: UblElement | undefined = element; at; at = at.parent) {
    const { origin } = at;
    if (origin === undefined) continue;
    const absolute = origin.startsWith("/");
    const own = absolute ? origin.slice(1) : origin;
    path = path === undefined || path === "" ? own : own === "" ? path : `${own}.${path}`;
    if (absolute) return path;
  }
  return path;
}
