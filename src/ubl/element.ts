export type Attributes = Readonly<Record<string, string>>;

const none: UblElement[] = [];

/**
 * One element of a UBL document. Tens of thousands are created per second, and the whole tree of a long document stays
 * in memory until it is checked. So an element is a plain object with few, fixed members, each of which the garbage
 * collector copies twice.
 *
 * - `name`: prefixed as in the standard, `cbc:ID`, `cac:Party`, `ext:…`; the root without prefix, `Invoice` or
 *   `CreditNote`; in our Tax Data Documents also `pxs:…` and `cec:…`; an element of any other namespace as
 *   `{uri}local`.
 * - `text`: its own character data (all text nodes joined); "" for an aggregate.
 * - `origin`: the field of the selfbill document it was written from, relative to the nearest ancestor that has one:
 *   `document_lines[0]` on the line, `price` on its price, `base_amount` below. A leading `/` makes it absolute.
 *   `undefined` if it comes from no field of the document, and in a tree that was read from XML.
 * - `line`, `column`: position in the XML file it was read from (from 1); 0 in a tree made from a document.
 */
export class UblElement {
  readonly name: string;
  text: string;
  attributes: Attributes | undefined;
  children: UblElement[];
  parent: UblElement | undefined;
  /**
   * The field that the element was written from, or the line of the XML that it was read from. No element has both, and
   * a long document has a million elements, so the two share a member.
   */
  readonly #from: string | number | undefined;

  constructor(name: string, text: string, attributes?: Attributes, from?: string | number) {
    this.name = name;
    this.text = text;
    this.attributes = attributes;
    this.children = none;
    this.parent = undefined;
    this.#from = from;
  }

  get origin(): string | undefined {
    return typeof this.#from === "string" ? this.#from : undefined;
  }

  get line(): number {
    return typeof this.#from === "number" ? this.#from : 0;
  }

  get column(): number {
    return 0;
  }

  append(child: UblElement): void {
    if (this.children === none) this.children = [child];
    else this.children.push(child);
    child.parent = this;
  }

  first(name: string): UblElement | undefined {
    const { children } = this;
    for (let at = 0; at < children.length; at++) {
      const child = children[at] as UblElement;
      if (child.name === name) return child;
    }
    return undefined;
  }

  all(name: string): UblElement[] {
    const found: UblElement[] = [];
    for (const child of this.children) if (child.name === name) found.push(child);
    return found;
  }

  /** Returns the first element at a path below this one; undefined if there is none. */
  find(...names: string[]): UblElement | undefined {
    let at: UblElement | undefined = this;
    for (const name of names) at = at?.first(name);
    return at;
  }
}

/** An element read from XML, with its line and column. */
export class ReadElement extends UblElement {
  readonly #column: number;

  constructor(name: string, text: string, attributes: Attributes | undefined, line: number, column: number) {
    super(name, text, attributes, line);
    this.#column = column;
  }

  /** Releases spare capacity once all children are added: a long document has hundreds of thousands of lists. */
  done(): void {
    if (this.children.length > 1) this.children = this.children.slice();
  }

  override get column(): number {
    return this.#column;
  }
}
