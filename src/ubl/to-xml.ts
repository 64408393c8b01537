import type { UblElement } from "./element.ts";

const namespaces = {
  cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
} as const;

/** XML text (UTF-8, two blanks a level, newline at the end) of a UBL tree. Control characters that XML cannot hold become U+FFFD. */
export function toXml(root: UblElement): string {
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  const declared = ` xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root.name}-2" xmlns:cac="${namespaces.cac}" xmlns:cbc="${namespaces.cbc}"`;
  write(root, "", declared, parts);
  return parts.join("");
}

function write(element: UblElement, margin: string, declared: string, parts: string[]): void {
  const { name, attributes, children } = element;
  parts.push(margin, "<", name, declared);
  if (attributes)
    for (const key of Object.keys(attributes)) parts.push(" ", key, '="', escapeXml(attributes[key] ?? ""), '"');
  if (children.length === 0) {
    parts.push(">", escapeXml(element.text), "</", name, ">\n");
    return;
  }
  parts.push(">\n");
  for (const child of children) write(child, `${margin}  `, "", parts);
  parts.push(margin, "</", name, ">\n");
}

// Everything outside XML 1.0's Char production, lone surrogates included.
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
  return text.replace(impossible, "\uFFFD").replace(special, (sign) => escapes[sign] ?? sign);
}
