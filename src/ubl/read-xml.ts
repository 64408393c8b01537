import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { elementBeyond } from "./count-elements.ts";
import { decodeXml } from "./decode-xml.ts";
import type { UblElement } from "./element.ts";
import { ranksIn } from "./order.ts";
import { readPlainXml } from "./plain-xml.ts";
import { Stop, TreeReader } from "./tree-reader.ts";

const limits = {
  /** Maximum nesting depth; a real document has about twelve levels. */
  depth: 100,
  /** Enough for 20,000 lines of sixty elements each. In memory, an element takes many times its size in the file. */
  elements: 1_200_000,
  attributes: 100,
} as const;

/** Documents that contain an invoice: a Tax Data Document, and its envelope. */
const wrappers: ReadonlySet<string> = new Set([
  "{urn:peppol:schema:taxdata:1.0}TaxData",
  "{http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader}StandardBusinessDocument",
]);

/**
 * Reads a UBL Invoice or CreditNote (or the one inside a Tax Data Document) into a tree with line and column numbers.
 * Strict: the text must be well-formed, with no DTD and no entities beyond XML's five, and its size, depth and number
 * of elements are limited. The content is not checked. Problems, with line and column: `file-too-big`,
 * `empty-document`, `bad-encoding`, `bad-syntax`, `too-deep`, `not-a-document`.
 */
export function readXml(bytes: Uint8Array, file: string): Result<UblElement> {
  const text = decodeXml(bytes, file);
  return text.ok ? readXmlText(text.value, file) : text;
}

/** Like `readXml`, for decoded text. */
export function readXmlText(text: string, file: string): Result<UblElement> {
  const root = treeOf(text, file);
  return root.ok ? invoiceIn(root.value, file) : root;
}

/** Like `readXml`, for any XML, whatever its root. */
export function readAnyXml(bytes: Uint8Array, file: string): Result<UblElement> {
  const text = decodeXml(bytes, file);
  return text.ok ? treeOf(text.value, file) : text;
}

function treeOf(text: string, file: string): Result<UblElement> {
  const beyond = elementBeyond(limits.elements, text);
  if (beyond !== undefined) return fail(tooMany(text, beyond, file));
  try {
    return ok(readPlainXml(text, limits) ?? new TreeReader(text, file, limits).read());
  } catch (error) {
    if (error instanceof Stop) return fail(error.problem);
    throw error;
  }
}

/** Finds the position by counting line breaks, because a file with too many elements is not parsed. */
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

function isInvoice(element: UblElement): boolean {
  return element.name === "Invoice" || element.name === "CreditNote";
}

/** Returns the root itself, or the first invoice inside a wrapper, detached from it. */
function invoiceIn(root: UblElement, file: string): Result<UblElement> {
  if (isInvoice(root)) {
    const wrong = misdeclared(root, file);
    return wrong === undefined ? ok(root) : fail(wrong);
  }
  const inside = wrappers.has(root.name) ? findInvoice(root) : undefined;
  if (inside) {
    inside.parent = undefined;
    return ok(inside);
  }
  const found = root.name.replace(/^\{.*\}/, "");
  if (found === "Invoice" || found === "CreditNote") return fail(notInNamespace(root, found, found, file));
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

/**
 * Returns the problem that an element is in the wrong namespace. `vocabulary`: part of the correct one, such as
 * `Invoice` or `CommonBasicComponents`.
 */
function notInNamespace({ name, line, column }: UblElement, local: string, vocabulary: string, file: string): Problem {
  const uri = name.slice(1, name.lastIndexOf("}"));
  const message = `${local} is in ${uri === "" ? "no namespace" : `the namespace ${uri.slice(0, 100)}`}, not in that of UBL 2.1.`;
  const hint = `The namespace must be urn:oasis:names:specification:ubl:schema:xsd:${vocabulary}-2: correct xmlns in the program that wrote the file.`;
  return problem("not-a-document", message, hint, { where: { file, line, column } });
}

const vocabularies = { cbc: "CommonBasicComponents", cac: "CommonAggregateComponents" } as const;

/** If all elements of a UBL vocabulary are in another namespace, reports only the first one instead of each. */
function misdeclared(root: UblElement, file: string): Problem | undefined {
  const members = ranksIn(root.name);
  for (const prefix of ["cbc", "cac"] as const) {
    if (root.children.some(({ name }) => name.startsWith(`${prefix}:`))) continue;
    for (const child of root.children) {
      const local = child.name.slice(child.name.lastIndexOf("}") + 1);
      if (child.name.startsWith("{") && members?.has(`${prefix}:${local}`))
        return notInNamespace(child, local, vocabularies[prefix], file);
    }
  }
  return undefined;
}

function findInvoice(element: UblElement): UblElement | undefined {
  for (const child of element.children) {
    const found = isInvoice(child) ? child : findInvoice(child);
    if (found) return found;
  }
  return undefined;
}
