import { membersIn, type UblElement } from "../../ubl/index.ts";
import { attributesOf } from "../attributes.ts";
import { ownAggregate } from "../contexts/contexts-own.ts";
import { defineOwnRule } from "../own-rule.ts";

const refuses = "a receiver that checks the schema refuses the whole document.";

/** `xsi:schemaLocation` and its like tell a reader where the schema is; no element of UBL can be `xsi:nil`. */
const instance = "http://www.w3.org/2001/XMLSchema-instance";
const isForReaders = (attribute: string): boolean =>
  attribute.startsWith(`{${instance}}`) && !attribute.endsWith("}nil");

function hasItsAttributes({ name, attributes }: UblElement): boolean {
  const { known, needed } = attributesOf(name);
  for (const each in attributes) if (!isForReaders(each) && !known.includes(each)) return false;
  return needed === undefined || attributes?.[needed] !== undefined;
}

/** The element itself, which may have no attributes, or the first basic element in it that has a wrong one. */
function withWrongAttributes(element: UblElement): UblElement | undefined {
  const { name, attributes, children } = element;
  for (const each in attributes) if (!isForReaders(each)) return element;
  for (const child of children)
    if (child.name.startsWith("cbc:") && !hasItsAttributes(child) && isKnown(name, child)) return child;
  return undefined;
}

/** SB-0901 reports any other. */
function isKnown(aggregate: string, child: UblElement): boolean {
  return membersIn(aggregate)?.some(({ name }) => name === child.name) ?? false;
}

const counted = `not(namespace-uri() = '${instance}' and local-name() != 'nil')`;

export const attributesAreKnown = defineOwnRule({
  id: "SB-0908",
  says: "An element must have only attributes that UBL 2.1 knows for it, and a measure its unit (unitCode).",
  hint: `Correct the attributes in the program that wrote the file: ${refuses}`,
  source: "UBL 2.1 schemas (unqualified data types)",
  flag: "fatal",
  of: ownAggregate,
  test: `empty(@*[${counted}]) and (every $at in *[name() = $order(name(..))?* and starts-with(name(), 'cbc:')] satisfies (every $of in $at/@*[${counted}]/name() satisfies $of = $attributes(name($at))?*) and (every $of in $needed(name($at))?* satisfies $of = $at/@*/name()))`,
  holds: (element) => withWrongAttributes(element) === undefined,
  culprit: withWrongAttributes,
});

export const groupsHoldNoText = defineOwnRule({
  id: "SB-0909",
  says: "An element that holds other elements must hold no text beside them.",
  hint: `Remove the text, or write it into an element of its own, in the program that wrote the file: ${refuses}`,
  source: "UBL 2.1 schemas (no mixed content)",
  flag: "fatal",
  of: ownAggregate,
  test: "normalize-space(string-join(text(), '')) = ''",
  holds: ({ text }) => text.trim() === "",
});
