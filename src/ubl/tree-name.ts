import { interned } from "./interned.ts";

const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";
const prefixes: Readonly<Record<string, string>> = {
  [`${ubl}CommonBasicComponents-2`]: "cbc:",
  [`${ubl}CommonAggregateComponents-2`]: "cac:",
  [`${ubl}CommonExtensionComponents-2`]: "ext:",
};
const roots: Readonly<Record<string, string>> = {
  [`${ubl}Invoice-2`]: "Invoice",
  [`${ubl}CreditNote-2`]: "CreditNote",
};

/** Returns the name of an element in the tree, such as `cbc:ID`, whatever prefix the file uses. */
export function treeName(uri: string, local: string): string {
  const prefix = Object.hasOwn(prefixes, uri) ? prefixes[uri] : undefined;
  return interned(prefix !== undefined ? prefix + local : roots[uri] === local ? local : `{${uri}}${local}`);
}
