import { interned, type UblElement } from "../ubl/index.ts";

/**
 * The few XPath concepts that the published rules use. Node sets stay node sets: a comparison is true if any element
 * of the set satisfies it, so `Path` never stops at the first child with a given name.
 */
export class Path {
  readonly steps: readonly string[];

  constructor(steps: readonly string[]) {
    this.steps = steps;
  }

  /** True if any element exists. */
  in(from: UblElement): boolean {
    return firstBelow(from, this.steps, 0) !== undefined;
  }

  count(from: UblElement): number {
    return countBelow(from, this.steps, 0);
  }

  /** Returns the first element in document order. */
  first(from: UblElement): UblElement | undefined {
    return firstBelow(from, this.steps, 0);
  }

  some(from: UblElement, test: (element: UblElement) => boolean): boolean {
    return below(from, this.steps, 0, test) !== undefined;
  }

  /** Returns all elements in document order. */
  all(from: UblElement): UblElement[] {
    const found: UblElement[] = [];
    below(from, this.steps, 0, (element) => {
      found.push(element);
      return false;
    });
    return found;
  }

  /** True if any element has exactly this text, without trimming. */
  is(from: UblElement, text: string): boolean {
    return equalBelow(from, this.steps, 0, text);
  }

  isOneOf(from: UblElement, texts: ReadonlySet<string>): boolean {
    return this.some(from, (element) => texts.has(stringOf(element)));
  }

  /** normalize-space() of the only element; "" if there is none or more than one (where XPath would raise an error). */
  text(from: UblElement): string {
    const only = this.only(from);
    return only === undefined ? "" : spaced(stringOf(only));
  }

  /** Returns the only element; undefined if there is none, or more than one. */
  only(from: UblElement): UblElement | undefined {
    const { steps } = this;
    const name = steps[0];
    let found: UblElement | undefined;
    const { children } = from;
    for (let at = 0; at < children.length; at++) {
      const child = children[at] as UblElement;
      if (child.name !== name) continue;
      if (found !== undefined)
        return steps.length === 1 || countBelow(from, steps, 0) !== 1 ? undefined : this.first(from);
      found = child;
    }
    if (found === undefined || steps.length === 1) return found;
    return this.#rest().only(found);
  }

  #below: Path | undefined;

  /** The path without its first step. */
  #rest(): Path {
    this.#below ??= new Path(this.steps.slice(1));
    return this.#below;
  }
}

/** For example `path("cac:Party/cbc:EndpointID")`. Paths are created once, when the rules are loaded. */
export function path(steps: string): Path {
  return new Path(steps.includes("/") ? steps.split("/").map(interned) : [steps]);
}

function firstBelow(from: UblElement, steps: readonly string[], depth: number): UblElement | undefined {
  const name = steps[depth];
  const { children } = from;
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as UblElement;
    if (child.name !== name) continue;
    if (depth === steps.length - 1) return child;
    const found = firstBelow(child, steps, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function below(
  from: UblElement,
  steps: readonly string[],
  depth: number,
  test: (element: UblElement) => boolean,
): UblElement | undefined {
  const name = steps[depth];
  const last = depth === steps.length - 1;
  const { children } = from;
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as UblElement;
    if (child.name !== name) continue;
    if (!last) {
      const found = below(child, steps, depth + 1, test);
      if (found !== undefined) return found;
    } else if (test(child)) return child;
  }
  return undefined;
}

function countBelow(from: UblElement, steps: readonly string[], depth: number): number {
  const name = steps[depth];
  const last = depth === steps.length - 1;
  const { children } = from;
  let count = 0;
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as UblElement;
    if (child.name === name) count += last ? 1 : countBelow(child, steps, depth + 1);
  }
  return count;
}

function equalBelow(from: UblElement, steps: readonly string[], depth: number, text: string): boolean {
  const name = steps[depth];
  const last = depth === steps.length - 1;
  const { children } = from;
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as UblElement;
    if (child.name !== name) continue;
    if (last ? stringOf(child) === text : equalBelow(child, steps, depth + 1, text)) return true;
  }
  return false;
}

/** XPath's string(): the text of an element and its descendants. */
export function stringOf(element: UblElement): string {
  const { children } = element;
  if (children.length === 0) return element.text;
  let value = element.text;
  for (const child of children) value += stringOf(child);
  return value;
}

export function attribute(element: UblElement, name: string): string | undefined {
  return element.attributes?.[name];
}

/** XPath's normalize-space(): trims XML whitespace and collapses each inner run of it to a single space. */
export function spaced(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text.charCodeAt(from))) from += 1;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1;
  let blankBefore = false;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    const isHere = isBlank(code);
    if (isHere && (blankBefore || code !== 32)) return squeeze(text, from, to);
    blankBefore = isHere;
  }
  return to - from === text.length ? text : text.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

/**
 * Number of characters processed at a time: the regex engine keeps all replacements in a list until it has finished.
 */
const stretch = 64 * 1024;
/** The last input and result: many rules need the same text, which can be megabytes long. */
let [squeezed, made] = ["", ""];

function squeeze(text: string, from: number, to: number): string {
  if (text === squeezed) return made;
  let found = "";
  for (let start = from; start < to; start += stretch) {
    const piece = text.slice(start, Math.min(to, start + stretch)).replace(/[ \t\n\r]+/g, " ");
    // A run of whitespace may have been split.
    found += piece.startsWith(" ") && isBlank(text.charCodeAt(start - 1)) ? piece.slice(1) : piece;
  }
  [squeezed, made] = [text, found];
  return found;
}

/** True if normalize-space() would return an empty string. */
export function isEmptyText(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isBlank(text.charCodeAt(at))) return false;
  return true;
}

/** Searches all ancestors. */
export function within(element: UblElement, name: string, otherName?: string): boolean {
  for (let at = element.parent; at !== undefined; at = at.parent) {
    if (at.name === name || at.name === otherName) return true;
  }
  return false;
}

/** Searches all descendants, which is too slow for a condition that is evaluated for every document. */
export function hasBelow(element: UblElement, name: string): boolean {
  return element.children.some((child) => child.name === name || hasBelow(child, name));
}

/** True if any ancestor is an invoice line or a credit note line. */
export function inLine(element: UblElement): boolean {
  for (let at = element.parent; at !== undefined; at = at.parent) {
    if (at.name === "cac:InvoiceLine" || at.name === "cac:CreditNoteLine") return true;
  }
  return false;
}

/** True if normalize-space(value) is one of the codes. */
export function isCode(value: string, codes: Pick<ReadonlySet<string>, "has">): boolean {
  return codes.has(value) || codes.has(spaced(value));
}

/**
 * Like `cac:AllowanceCharge[cbc:ChargeIndicator = true()]` (or `false()`): indicators are compared in order as
 * xs:boolean; invalid text before the first match makes the whole comparison fail.
 */
export function hasIndicator(element: UblElement, wanted: boolean): boolean {
  const { children } = element;
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as UblElement;
    if (child.name !== "cbc:ChargeIndicator") continue;
    const value = booleanOf(stringOf(child));
    if (value === undefined) return false;
    if (value === wanted) return true;
  }
  return false;
}

/** xs:boolean; undefined if invalid. */
export function booleanOf(text: string): boolean | undefined {
  if (text === "true") return true;
  if (text === "false") return false;
  const bare = spaced(text);
  if (bare === "true" || bare === "1") return true;
  if (bare === "false" || bare === "0") return false;
  return undefined;
}

/** True if any TaxScheme of this category (or party tax scheme) has the ID VAT, ignoring case. */
export function isVat(element: UblElement): boolean {
  const { children } = element;
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as UblElement;
    if (child.name !== "cac:TaxScheme") continue;
    const ids = taxSchemeId.count(child);
    if (ids === 0) continue;
    // More than one ID is an error in XPath, which means "no match" in a context.
    if (ids > 1) return false;
    const text = stringOf(child.first("cbc:ID") ?? child);
    if (text === "VAT" || spaced(text.toUpperCase()) === "VAT") return true;
  }
  return false;
}

const taxSchemeId = path("cbc:ID");
