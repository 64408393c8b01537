import { AttributeSets } from "./attribute-sets.ts";
import { type Attributes, ReadElement } from "./element.ts";
import { treeName } from "./tree-name.ts";

/** A file beyond these limits is left to the parser, which reports the error. */
export interface PlainLimits {
  readonly depth: number;
  readonly attributes: number;
}

/**
 * Reads XML in the plain form that programs write: ASCII names, all namespaces declared at the root, elements that
 * contain either text or elements, no comments, CDATA, instructions or numeric references. Undefined for any other
 * text, well-formed or not, which is left to the parser. The result is the same as the parser's, in about half the time
 * (Decision 82).
 */
export function readPlainXml(text: string, limits: PlainLimits): ReadElement | undefined {
  return unusual.test(text) ? undefined : new PlainReader(text, limits).read();
}

/**
 * Matches comments, CDATA, DTDs and instructions after the declaration; also characters that XML forbids or replaces,
 * and surrogates.
 */
const unusual = /<!|(?!^)<\?|]]>|[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const declaration = /^<\?xml version="1\.0"(?: encoding="[A-Za-z][\w.-]*")?(?: standalone="(?:yes|no)")?[ \n]*\?>/;
const qualifiedName = /^(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)$/;
const reserved = /^(?:xml|xmlns)$/;
const reservedUri = /^http:\/\/www\.w3\.org\/(?:XML\/1998\/namespace|2000\/xmlns\/)$/;

const [tab, newline, blank, quote, apostrophe, slash, opening, closing] = [9, 10, 32, 34, 39, 47, 60, 62];

class PlainReader {
  readonly #text: string;
  readonly #limits: PlainLimits;
  /** Names as used in the tree, keyed by the name in the file. */
  readonly #names = new Map<string, string>();
  readonly #uris = new Map<string, string>();
  readonly #attributeSets = new AttributeSets();
  /** The names of the open elements, as in the file. */
  readonly #open: string[] = [];
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #nextLine: number;

  constructor(text: string, limits: PlainLimits) {
    this.#text = text;
    this.#limits = limits;
    this.#nextLine = text.indexOf("\n");
  }

  read(): ReadElement | undefined {
    this.#at = this.#afterBlanks(declaration.exec(this.#text)?.[0].length ?? 0);
    const root = this.#text.charCodeAt(this.#at) === opening ? this.#startTag(undefined) : undefined;
    return root !== undefined && this.#content(root) && this.#afterBlanks(this.#at) === this.#text.length
      ? root
      : undefined;
  }

  /** Reads up to the end tag of the root; false if the text is not plain. */
  #content(root: ReadElement): boolean {
    const text = this.#text;
    let element: ReadElement | undefined = this.#open.length > 0 ? root : undefined;
    while (element !== undefined) {
      const start = this.#at;
      const tag = text.indexOf("<", start);
      if (tag < 0) return false;
      this.#at = tag;
      if (text.charCodeAt(tag + 1) === slash) {
        if (!this.#endTag(element, start)) return false;
        element = element.parent as ReadElement | undefined;
        continue;
      }
      if (element.name.startsWith("cbc:") || !this.#isBlank(start, tag)) return false;
      const open = this.#open.length;
      const child = this.#startTag(element);
      if (child === undefined) return false;
      if (this.#open.length > open) element = child;
    }
    return true;
  }

  /** Reads an end tag and the text before it; false if they are not plain. */
  #endTag(element: ReadElement, start: number): boolean {
    const name = this.#open.pop() as string;
    const tag = this.#at;
    const end = tag + 2 + name.length;
    if (!this.#text.startsWith(name, tag + 2) || this.#text.charCodeAt(end) !== closing) return false;
    if (element.children.length > 0) {
      if (!this.#isBlank(start, tag)) return false;
      element.done();
    } else if (tag > start) {
      const value = this.#valueOf(start, tag);
      if (value === undefined) return false;
      element.text = value;
    }
    this.#at = end + 1;
    return true;
  }

  /** Reads a start tag and adds the element to its parent; only the root may declare namespaces. */
  #startTag(parent: ReadElement | undefined): ReadElement | undefined {
    const text = this.#text;
    const start = this.#at + 1;
    let end = start;
    for (let code = text.charCodeAt(end); code > blank && code !== slash && code !== closing; ) {
      end += 1;
      code = text.charCodeAt(end);
    }
    this.#at = end;
    const attributes = this.#attributes(parent === undefined);
    const name = this.#nameOf(text.slice(start, end));
    if (attributes === undefined || name === undefined || this.#open.length >= this.#limits.depth) return undefined;
    this.#countLines(start);
    const column = start - this.#lineStart;
    const own = attributes === none ? undefined : this.#attributeSets.shared(attributes);
    const element = new ReadElement(name, "", own, this.#line, column);
    parent?.append(element);
    if (text.charCodeAt(this.#at) === closing) {
      this.#open.push(text.slice(start, end));
      this.#at += 1;
      return element;
    }
    if (!text.startsWith("/>", this.#at)) return undefined;
    this.#at += 2;
    return element;
  }

  /** Reads up to the end of a start tag; `none` if there are no attributes, undefined if they are not plain. */
  #attributes(declares: boolean): Attributes | undefined {
    const text = this.#text;
    let found: Record<string, string> | undefined;
    for (let count = 0; count <= this.#limits.attributes; count++) {
      const at = this.#afterBlanks(this.#at);
      const spaced = at > this.#at;
      this.#at = at;
      const first = text.charCodeAt(at);
      if (first === slash || first === closing) return found ?? none;
      const equals = text.indexOf("=", at);
      const value = spaced && equals > 0 ? this.#attributeValue(equals + 1) : undefined;
      if (value === undefined) return undefined;
      const name = text.slice(at, equals);
      if (declares && name.startsWith("xmlns")) {
        if (!this.#declare(name, value)) return undefined;
        continue;
      }
      if (!localName.test(name) || name.startsWith("xmlns") || found?.[name] !== undefined) return undefined;
      found ??= {};
      found[name] = value;
    }
    return undefined;
  }

  /** Reads a value whose opening quote is at `start`; undefined if the value is not plain. */
  #attributeValue(start: number): string | undefined {
    const text = this.#text;
    const mark = text.charCodeAt(start);
    if (mark !== quote && mark !== apostrophe) return undefined;
    const end = text.indexOf(mark === quote ? '"' : "'", start + 1);
    if (end < 0) return undefined;
    for (let at = start + 1; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === opening || code === tab || code === newline) return undefined;
    }
    this.#at = end + 1;
    return this.#valueOf(start + 1, end);
  }

  /** Stores a namespace declaration of the root; returns false for an unusual one, which is left to the parser. */
  #declare(name: string, uri: string): boolean {
    const prefix = name === "xmlns" ? "" : name.startsWith("xmlns:") ? name.slice(6) : undefined;
    if (prefix === undefined || this.#uris.has(prefix) || reserved.test(prefix) || reservedUri.test(uri)) return false;
    if ((prefix !== "" && !localName.test(prefix)) || uri === "" || uri !== uri.trim()) return false;
    this.#uris.set(prefix, uri);
    return true;
  }

  #nameOf(inFile: string): string | undefined {
    const known = this.#names.get(inFile);
    if (known !== undefined) return known;
    const [, prefix = "", local] = qualifiedName.exec(inFile) ?? [];
    const uri = this.#uris.get(prefix) ?? (prefix === "" ? "" : undefined);
    if (local === undefined || uri === undefined) return undefined;
    const name = treeName(uri, local);
    this.#names.set(inFile, name);
    return name;
  }

  /** Replaces XML's five entities; undefined if the text contains any other `&`. */
  #valueOf(start: number, end: number): string | undefined {
    const value = this.#text.slice(start, end);
    if (!value.includes("&")) return value;
    if (foreign.test(value)) return undefined;
    return withEntities(value);
  }

  #afterBlanks(start: number): number {
    let at = start;
    for (let code = this.#text.charCodeAt(at); code === blank || code === newline || code === tab; ) {
      at += 1;
      code = this.#text.charCodeAt(at);
    }
    return at;
  }

  #isBlank(start: number, end: number): boolean {
    return this.#afterBlanks(start) >= end;
  }

  /** Counts the lines up to `end`; only ever moves forward. */
  #countLines(end: number): void {
    while (this.#nextLine >= 0 && this.#nextLine < end) {
      this.#line += 1;
      this.#lineStart = this.#nextLine + 1;
      this.#nextLine = this.#text.indexOf("\n", this.#lineStart);
    }
  }
}

/**
 * Characters per call of `replace`, because the regex engine keeps all replacements in a list until it has finished.
 */
const stretch = 64 * 1024;

function withEntities(value: string): string {
  let made = "";
  for (let start = 0; start < value.length; ) {
    const next = value.indexOf("&", start + stretch);
    const end = next < 0 ? value.length : next;
    made += value.slice(start, end).replace(/&(\w+);/g, (_, name: string) => entities[name] as string);
    start = end;
  }
  return made;
}

const none: Attributes = {};
const localName = /^(?!__proto__$)[A-Za-z_][\w.-]*$/;
const foreign = /&(?!(?:amp|lt|gt|quot|apos);)/;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
