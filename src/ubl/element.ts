export type Attributes = Readonly<Record<string, string>>;

const none: UblElement[] = [];

/**
 * One element of a UBL document. Made tens of thousands of times a second, so it is a plain object with fixed members.
 *
 * - `name`: prefixed as in the standard, `cbc:ID`, `cac:Party`, `ext:…`; the root without prefix, `Invoice` or `CreditNote`; in a Tax
 *   Data Document that we write also `pxs:…` and `cec:…`; an element of any other namespace as `{uri}local`.
 * - `text`: its own character data (all text nodes joined); "" for an aggregate.
 * - `origin`: the field of the selfbill document it was written from, relative to the nearest ancestor that has one:
 *   `document_lines[0]` on the line, `price` on its price, `base_amount` below. A leading `/` makes it absolute.
 *   `undefined` where nothing of the document stands behind it, and in a tree that was read from XML.
 * - `reading`: what check made of `text` as a number, kept so that it is read once; its own `text` tells whether it still fits.
 * - `line`, `column`: place in the XML file it was read from (from 1); 0 in a tree made from a document.
 */
export class UblElement {
  readonly name: string;
  text: string;
  attributes: Attributes | undefined;
  children: UblElement[];
  parent: UblElement | undefined;
  origin: string | undefined;
  reading: { readonly text: string } | undefined;
  line = 0;
  column = 0;

  constructor(name: string, text: string, attributes?: Attributes, origin?: string) {
    this.name = name;
    this.text = text;
    this.attributes = attributes;
    this.children = none;
    this.parent = undefined;
    this.origin = origin;
    this.reading = undefined;
  }

  append(child: UblElement): void {
    if (this.children === none) this.children = [child];
    else this.children.push(child);
    child.parent = this;
  }

  /** The first child of this name. */
  first(name: string): UblElement | undefined {
    const { children } = this;
    for (let at = 0; at < children.length; at++) {
      const child = children[at] as UblElement;
      if (child.name === name) return child;
    }
    return undefined;
  }

  /** All children of this name, in order. */
  all(name: string): UblElement[] {
    const found: UblElement[] = [];
    for (const child of this.children) if (child.name === name) found.push(child);
    return found;
  }

  /** The first element along a path of names below this one. */
  find(...names: string[]): UblElement | undefined {
    let at: UblElement | undefined = this;
    for (const name of names) at = at?.first(name);
    return at;
  }
}
