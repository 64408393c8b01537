import { type SaxesAttributeNS, SaxesParser } from "saxes";
import { type Problem, type ProblemCode, problem } from "../problem/index.ts";
import { AttributeSets } from "./attribute-sets.ts";
import { type Attributes, ReadElement, type UblElement } from "./element.ts";
import type { PlainLimits } from "./plain-xml.ts";
import { treeName } from "./tree-name.ts";

/** Maximum number of namespaces; a document has four, and a few more for extensions. */
const maxNamespaces = 100;

/** Thrown if the text cannot be read; `problem` says why. */
export class Stop extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * Reads a tree with the XML parser; throws `Stop`. In the bundle, this is a separate file: most commands read no XML.
 */
export class TreeReader {
  readonly #text: string;
  readonly #file: string;
  readonly #limits: PlainLimits;
  readonly #parser = new SaxesParser({ xmlns: true });
  /** Names by namespace and local name; each name is a single string, which makes later comparisons cheap. */
  readonly #names = new Map<string, Map<string, string>>();
  readonly #attributeSets = new AttributeSets();
  #root: ReadElement | undefined;
  #open: ReadElement | undefined;
  #depth = 0;
  #attributeCount = 0;
  #line = 0;
  #column = 0;

  constructor(text: string, file: string, limits: PlainLimits) {
    this.#text = text;
    this.#file = file;
    this.#limits = limits;
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

  /** Rejects a DTD before parsing, because the parser would first read all of it, and it can be very long. */
  #refuseDtd(): void {
    const at = endOfProlog(this.#text);
    if (!this.#text.startsWith("<!DOCTYPE", at)) return;
    const before = this.#text.slice(0, at);
    const place = { line: before.split("\n").length, column: at - before.lastIndexOf("\n") };
    this.#stop("bad-syntax", "The file declares a DTD; selfbill reads none.", "Remove the <!DOCTYPE …> line.", place);
  }

  /** Notes where a tag begins. Called when the parser is one character past the tag's name. */
  #note(name: string): void {
    const parser = this.#parser;
    this.#attributeCount = 0;
    this.#line = parser.line;
    this.#column = parser.columnIndex - name.length - 1;
    if (this.#column > 0) return;
    // That additional character was a line break, so the tag began one line above.
    const start = this.#text.lastIndexOf(`<${name}`, parser.position);
    this.#line = parser.line - 1;
    this.#column = start - this.#text.lastIndexOf("\n", start);
  }

  #countAttribute(): void {
    this.#attributeCount += 1;
    if (this.#attributeCount > this.#limits.attributes) {
      this.#stop(
        "bad-syntax",
        `An element has more than ${this.#limits.attributes} attributes.`,
        "No UBL element has that many.",
      );
    }
  }

  #start(uri: string, local: string, given: Record<string, SaxesAttributeNS>): void {
    this.#depth += 1;
    if (this.#depth > this.#limits.depth) {
      this.#stop(
        "too-deep",
        `The XML nests deeper than ${this.#limits.depth} levels.`,
        "No UBL document nests so deep.",
      );
    }
    const name = this.#nameOf(uri, local);
    if (this.#open?.name.startsWith("cbc:")) {
      // The open element's value would depend on the position of the inner element among its text nodes, which the
      // tree does not store.
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

/**
 * Returns the offset after whitespace, comments and instructions, or of an unclosed one. A single regex would backtrack
 * at every character.
 */
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

/**
 * Returns the attributes, with names such as `{uri}local` if they have a namespace; leaves out namespace declarations.
 */
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
