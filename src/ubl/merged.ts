import { UblElement } from "./element.ts";

/** Groups that UBL lets stand several times, each with a part of what a document keeps in one. */
const inParts: ReadonlySet<string> = new Set(["cac:CommodityClassification"]);

/**
 * The children, with the parts of one group joined: a code of the Harmonized System first, because a document has one
 * code. Returns the list itself if nothing is in parts.
 */
export function joinedParts(children: readonly UblElement[]): readonly UblElement[] {
  let joined: UblElement[] | undefined;
  for (const name of inParts) {
    const parts = children.filter((child) => child.name === name);
    if (parts.length < 2) continue;
    const whole = joinedOf(parts);
    joined = (joined ?? [...children]).filter((child) => child === parts[0] || child.name !== name);
    joined[joined.indexOf(parts[0] as UblElement)] = whole;
  }
  return joined ?? children;
}

/** A copy: the parts stay where they are, and their children keep them as parents, so that places are told rightly. */
function joinedOf(parts: readonly UblElement[]): UblElement {
  const [first] = parts as readonly [UblElement];
  const whole = new UblElement(first.name, "", first.attributes);
  whole.parent = first.parent;
  const all = parts.flatMap(({ children }) => children);
  whole.children = [...all.filter(isHsCode), ...all.filter((each) => !isHsCode(each))];
  return whole;
}

const isHsCode = ({ name, attributes }: UblElement): boolean =>
  name === "cbc:ItemClassificationCode" && attributes?.listID?.trim() === "HS";

/** The first child of this name, with all its parts. */
export function firstWhole(element: UblElement, name: string): UblElement | undefined {
  return inParts.has(name) ? joinedParts(element.children).find((child) => child.name === name) : element.first(name);
}
