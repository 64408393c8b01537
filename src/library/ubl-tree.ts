import { unwritableIn } from "../document/index.ts";
import { UblElement } from "../ubl/index.ts";
import { made, refused, wrong } from "./finding.ts";
import type { Result, UblTree } from "./types.ts";

export function plainTree({ name, text, attributes, children }: UblElement): UblTree {
  return {
    name,
    ...(attributes === undefined ? {} : { attributes: { ...attributes } }),
    ...(children.length === 0 ? { text } : { children: children.map(plainTree) }),
  };
}

const nameForm = /^(?:(?:cbc|cac|ext|pxs|cec):)?[A-Za-z]\w*$/;
/** Maximum depth, greater than that of any UBL document. */
const deepest = 60;

export function elementOf(tree: unknown): Result<UblElement> {
  try {
    return made(element(tree, 0));
  } catch (error) {
    const message = error instanceof NoTree ? error.message : "The tree cannot be read.";
    return refused([wrong(message, "Give a tree as toUbl makes it.")]);
  }
}

/** Thrown for data that is not a tree; caught where reading started. */
class NoTree extends Error {}

function element(tree: unknown, depth: number): UblElement {
  if (typeof tree !== "object" || tree === null || depth > deepest) throw new NoTree("This is not a UBL tree.");
  const { name, text = "", attributes, children = [] } = tree as Partial<UblTree>;
  if (typeof name !== "string" || !nameForm.test(name)) throw new NoTree(`${JSON.stringify(name)} is not an element.`);
  if (typeof text !== "string") throw new NoTree(`The text of ${name} is a ${typeof text}.`);
  const entries = Object.entries(attributes ?? {});
  for (const [key, value] of entries) {
    if (!/^[A-Za-z][\w:.-]*$/.test(key) || typeof value !== "string")
      throw new NoTree(`The attribute ${JSON.stringify(key)} of ${name} is not a text.`);
  }
  const unwritable = [text, ...entries.map(([, value]) => value)].map(unwritableIn).find((sign) => sign !== undefined);
  if (unwritable !== undefined) throw new NoTree(`${name} holds ${unwritable}, a character that no XML can carry.`);
  const made = new UblElement(name, text, attributes && Object.fromEntries(entries));
  for (const child of children) made.append(element(child, depth + 1));
  return made;
}
