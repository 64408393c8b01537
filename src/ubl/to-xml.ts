import type { Attributes, UblElement } from "./element.ts";

const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";
const cac = `xmlns:cac="${ubl}CommonAggregateComponents-2"`;
const cbc = `xmlns:cbc="${ubl}CommonBasicComponents-2"`;

/** The namespace declarations for a root element, keyed by its own prefix. */
const vocabularies: Readonly<Record<string, string>> = {
  "": `${cac} ${cbc}`,
  pxs: `xmlns:pxs="urn:peppol:schema:taxdata:1.0" ${cac} ${cbc} xmlns:cec="${ubl}CommonExtensionComponents-2"`,
};

/**
 * Returns the XML of a UBL tree or a Tax Data Document, declared as UTF-8, with two spaces per level and a newline at
 * the end. An element without a prefix is a UBL document, wherever it is, and declares its own namespace. Control
 * characters that XML does not allow become U+FFFD.
 */
export function toXml(root: UblElement): string {
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  const prefix = root.name.slice(0, Math.max(0, root.name.indexOf(":")));
  write(root, "", ` ${vocabularies[prefix] ?? vocabularies[""]}`, parts);
  return parts.join("");
}

function write(element: UblElement, margin: string, declared: string, parts: string[]): void {
  const { name, attributes, children } = element;
  const own = name.includes(":") ? declared : ` xmlns="${ubl}${name}-2"${declared}`;
  const said = attributes === undefined ? own : own + written(attributes);
  if (children.length === 0) {
    parts.push(`${margin}<${name}${said}>${escapeXml(element.text)}</${name}>\n`);
    return;
  }
  // Text beside elements is a fault that only XML of others has.
  parts.push(`${margin}<${name}${said}>${element.text === "" ? "" : escapeXml(element.text)}\n`);
  const inner = `${margin}  `;
  for (let at = 0; at < children.length; at++) write(children[at] as UblElement, inner, "", parts);
  parts.push(`${margin}</${name}>\n`);
}

function written(attributes: Attributes): string {
  let text = "";
  for (const key in attributes) text += ` ${key}="${escapeXml(attributes[key] ?? "")}"`;
  return text;
}

/** Matches text that needs no escaping, as most text does. */
const plain = /^[ !#-%'-;=?-~]*$/;
// Matches all characters outside XML 1.0's Char production, including lone surrogates.
const impossible = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const special = /[&<>"\r\n\t]/g;
const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
  "\n": "&#10;",
  "\t": "&#9;",
};

function escapeXml(text: string): string {
  return plain.test(text) ? text : text.replace(impossible, "\uFFFD").replace(special, (sign) => escapes[sign] ?? sign);
}
