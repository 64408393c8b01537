import type { UblElement } from "./element.ts";

const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";
const cac = `xmlns:cac="${ubl}CommonAggregateComponents-2"`;
const cbc = `xmlns:cbc="${ubl}CommonBasicComponents-2"`;

/** The prefixes a root declares for everything below it, by the prefix of the root itself. */
const vocabularies: Readonly<Record<string, string>> = {
  "": `${cac} ${cbc}`,
  pxs: `xmlns:pxs="urn:peppol:schema:taxdata:1.0" ${cac} ${cbc} xmlns:cec="${ubl}CommonExtensionComponents-2"`,
};

/**
 * XML text (UTF-8, two blanks a level, newline at the end) of a UBL tree or a Tax Data Document. An element without a prefix is a UBL
 * document, wherever it stands, and names its own namespace. Control characters that XML cannot hold become U+FFFD.
 */
export function toXml(root: UblElement): string {
  const parts = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  const prefix = root.name.slice(0, Math.max(0, root.name.indexOf(":")));
  write(root, "", ` ${vocabularies[prefix] ?? vocabularies[""]}`, parts);
  return parts.join("");
}

function write(element: UblElement, margin: string, declared: string, parts: string[]): void {
  const { name, attributes, children } = element;
  parts.push(margin, "<", name);
  if (!name.includes(":")) parts.push(' xmlns="', ubl, name, '-2"');
  parts.push(declared);
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
