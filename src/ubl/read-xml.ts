import { type SaxesAttributeNS, SaxesParser } from "saxes";
import { fail, ok, type Problem, type ProblemCode, problem, type Result } from "../problem/index.ts";
import { AttributeSets } from "./attribute-sets.ts";
import { elementBeyond } from "./count-elements.ts";
import { decodeXml } from "./decode-xml.ts";
import { type Attributes, ReadElement, type UblElement } from "./element.ts";
import { readPlainXml } from "./plain-xml.ts";
import { treeName } from "./tree-name.ts";

const limits = {
  /** A real document has about twelve levels. */
  depth: 100,
  /** 20,000 lines of sixty elements; each costs memory many times its size in the file. */
  elements: 1_200_000,
  attributes: 100,
} as const;
/** A document has four namespaces; a few more for extensions. */
const maxNamespaces = 100;

/** Documents that carry an invoice inside: a Tax Data Document, and the envelope it travels in. */
const wrappers: ReadonlySet<string> = new Set([
  "{urn:peppol:schema:taxdata:1.0}TaxData",
  "{http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader}StandardBusinessDocument",
]);

/**
 * Reads a UBL Invoice or CreditNote (or the one inside a Tax Data Document) into a tree that knows its lines and columns. Strict: the
 * text must be well-formed, there is no DTD and no entity beyond the five of XML, and size, depth and number of elements are limited.
 * Nothing is asked of the content. Problems, with line and column: `file-too-big`, `empty-document`, `bad-encoding`, `bad-syntax`,
 * `too-deep`, `not-a-document`.
 */
export function readXml(bytes: Uint8Array, file: string): Result<UblElement> {
  const text = decodeXml(bytes, file);
  return text.ok ? readXmlText(text.value, file) : text;
}

/** The same of a text that was decoded. */
export function readXmlText(text: string, file: string): Result<UblElement> {
  const beyond = elementBeyond(limits.elements, text);
  if (beyond !== undefined) return fail(tooMany(text, beyond, file));
  try {
    return invoiceIn(readPlainXml(text, limits) ?? new TreeReader(text, file).read(), file);
  } catch (error) {
    if (error instanceof Stop) return fail(error.problem);
    throw error;
  }
}

/** Counting its lines is all that it costs, however large the file is. */
function tooMany(text: string, at: number, file: string): Problem {
  let [line, lineStart] = [1, 0];
  for (let next = text.indexOf("\n"); next >= 0 && next < at; next = text.indexOf("\n", lineStart)) {
    line += 1;
    lineStart = next + 1;
  }
  const where = { file, line, column: at - lineStart + 1 };
  const message = "The file has more than 1.2 million elements.";
  return problem("file-too-big", message, "Check a smaller file.", { where });
}

class Stop extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

class TreeReader {
  readonly #text: string;
  readonly #file: string;
  readonly #parser = new SaxesParser({ xmlns: true });
  /** Names as the tree has them, per namespace and local name: one string each, which makes later comparisons cheap. */
  readonly #names = new Map<string, Map<string, string>>();
  readonly #attributeSets = new AttributeSets();
  #root: ReadElement | undefined;
  #open: ReadElement | undefined;
  #depth = 0;
  #attributeCount = 0;
  #line = 0;
  #column = 0;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
  }

  read(): UblElement {
    this.#refuseDtd();
    const parser = this.#parser;
    parser.on("error", (error) => this.#malformed(error));
    parser.on("opentagstart", (tag) => this.#note(tag.name));
    parser.on("attribute", () => this.#countAttribute());
    parser.on("opentag", (tag) => this.#start(tag.uri, tag.local, tag.attributes));
    parser.on("text", (text) => this.#write(text));
    parser.on("cdata", (text) => this.#write(text));
    parser.on("closetag", () => this.#end());
    parser.write(this.#text).close();
    return this.#root as UblElement;
  }

  /** Looks for a DTD where one may stand, before the root: the parser would read all of it first, and one can be very long. */
  #refuseDtd(): void {
    const at = endOfProlog(this.#text);
    if (!this.#text.startsWith("<!DOCTYPE", at)) return;
    const before = this.#text.slice(0, at);
    const place = { line: before.split("\n").length, column: at - before.lastIndexOf("\n") };
    this.#stop("bad-syntax", "The file declares a DTD; selfbill reads none.", "Remove the <!DOCTYPE …> line.", place);
  }

  /** Remembers where a start tag begins: the parser stands behind its name and one more character. */
  #note(name: string): void {
    const parser = this.#parser;
    this.#attributeCount = 0;
    this.#line = parser.line;
    this.#column = parser.columnIndex - name.length - 1;
    if (this.#column > 0) return;
    // That one more character was a line break, so the tag began a line above.
    const start = this.#text.lastIndexOf(`<${name}`, parser.position);
    this.#line = parser.line - 1;
    this.#column = start - this.#text.lastIndexOf("\n", start);
  }

  #countAttribute(): void {
    this.#attributeCount += 1;
    if (this.#attributeCount > limits.attributes) {
      this.#stop(
        "bad-syntax",
        `An element has more than ${limits.attributes} attributes.`,
        "No UBL element has that many.",
      );
    }
  }

  #start(uri: string, local: string, given: Record<string, SaxesAttributeNS>): void {
    this.#depth += 1;
    if (this.#depth > limits.depth) {
      this.#stop("too-deep", `The XML nests deeper than ${limits.depth} levels.`, "No UBL document nests so deep.");
    }
    const name = this.#nameOf(uri, local);
    if (this.#open?.name.startsWith("cbc:")) {
      // Its value would depend on where between its texts the inner element stands, which the tree does not keep.
      const message = `${this.#open.name} holds the element ${name}; a basic UBL element holds text only.`;
      this.#stop("not-a-document", message, "Remove the inner element.");
    }
    const attributes = attributesOf(given);
    const own = attributes && this.#attributeSets.shared(attributes);
    const element = new ReadElement(name, "", own, this.#line, this.#column);
    if (this.#open) this.#open.append(element);
    else this.#root = element;
    this.#open = element;
  }

  #write(text: string): void {
    const open = this.#open;
    if (open) open.text = open.text === "" ? text : open.text + text;
  }

  #end(): void {
    const element = this.#open as ReadElement;
    element.done();
    if (element.children.length > 0 && element.text.trim() === "") element.text = "";
    this.#depth -= 1;
    this.#open = element.parent as ReadElement | undefined;
  }

  #nameOf(uri: string, local: string): string {
    const names = this.#names.get(uri) ?? new Map<string, string>();
    if (this.#names.size > maxNamespaces) {
      this.#stop("bad-syntax", `The file has more than ${maxNamespaces} namespaces.`, "No UBL document has that many.");
    }
    if (names.size === 0) this.#names.set(uri, names);
    const known = names.get(local);
    if (known !== undefined) return known;
    const name = treeName(uri, local);
    names.set(local, name);
    return name;
  }

  #malformed(error: Error): never {
    const [, line, column, message = error.message] = /^(\d+):(\d+): (.*)$/s.exec(error.message) ?? [];
    const where = { file: this.#file, line: Number(line ?? 1), column: Math.max(1, Number(column ?? 1)) };
    throw new Stop(
      problem(
        "bad-syntax",
        `The file is not well-formed XML: ${message.replace(/\.$/, "")}.`,
        "Have the program that wrote the file write it again, or correct the tag at this place.",
        { where },
      ),
    );
  }

  #stop(code: ProblemCode, message: string, hint: string, place?: { line: number; column: number }): never {
    const here = { line: this.#parser.line, column: Math.max(1, this.#parser.columnIndex) };
    const where = { file: this.#file, ...(place ?? here) };
    throw new Stop(problem(code, message, hint, { where }));
  }
}

/** Where blanks, comments and instructions before the root end; one that is not closed ends nowhere. A pattern would keep a note for each sign. */
function endOfProlog(text: string): number {
  const blanks = /[\s\ufeff]*/y;
  for (let at = 0; ; ) {
    blanks.lastIndex = at;
    at += blanks.exec(text)?.[0].length ?? 0;
    const closing = text.startsWith("<?", at) ? "?>" : text.startsWith("<!--", at) ? "-->" : undefined;
    const end = closing === undefined ? -1 : text.indexOf(closing, at + (closing === "?>" ? 2 : 4));
    if (closing === undefined || end < 0) return at;
    at = end + closing.length;
  }
}

/** Attributes by name, `{uri}local` where they have a namespace; declarations of namespaces are none. */
function attributesOf(given: Record<string, SaxesAttributeNS>): Attributes | undefined {
  let attributes: Record<string, string> | undefined;
  for (const key in given) {
    const { prefix, uri, local, value } = given[key] as SaxesAttributeNS;
    if (prefix === "xmlns" || key === "xmlns") continue;
    attributes ??= {};
    attributes[uri === "" ? local : `{${uri}}${local}`] = value;
  }
  return attributes;
}

function isInvoice(element: UblElement): boolean {
  return element.name === "Invoice" || element.name === "CreditNote";
}

/** The root itself, or the first invoice inside a wrapper, cut out of it. */
function invoiceIn(root: UblElement, file: string): Result<UblElement> {
  if (isInvoice(root)) return ok(root);
  const inside = wrappers.has(root.name) ? findInvoice(root) : undefined;
  if (inside) {
    inside.parent = undefined;
    return ok(inside);
  }
  const found = root.name.replace(/^\{.*\}/, "");
  return fail(
    problem(
      "not-a-document",
      wrappers.has(root.name)
        ? `The ${found} holds no invoice or credit note.`
        : `The file is XML, but its root is ${found}, no UBL Invoice or CreditNote.`,
      "Name the XML file of a UBL 2.1 invoice or credit note.",
      { where: { file, line: root.line, column: root.column } },
    ),
  );
}

function findInvoice(element: UblElement): UblElement | undefined {
  for (const child of element.children) {
    const found = isInvoice(child) ? child : findInvoice(child);
    if (found) return found;
  }
  return undefined;
}
