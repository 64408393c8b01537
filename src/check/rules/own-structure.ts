import { order, type UblElement } from "../../ubl/index.ts";
import { interned } from "../interned.ts";
import { defineOwnRule } from "../own-rule.ts";
import type { Context } from "../rule.ts";

const membersOf: ReadonlyMap<string, readonly string[]> = new Map(
  [...order].map(([name, members]) => [name, members.map(interned)]),
);

/** Every aggregate whose content the schema's order data knows. */
const aggregate: Context = { name: "element with elements in it", paths: [...order.keys()] };

/**
 * The first child that the schema does not know here, or that stands after one it should precede; undefined when all stand right. Both
 * follow one order, so one walk over both lists decides it.
 */
function misplaced({ name, children }: UblElement): UblElement | undefined {
  const members = membersOf.get(name);
  if (members === undefined) return undefined;
  let member = 0;
  for (let at = 0; at < children.length; at++) {
    const child = children[at] as UblElement;
    while (member < members.length && members[member] !== child.name) member += 1;
    if (member === members.length) return child;
  }
  return undefined;
}

/** The network asks the UBL schema before any rule; a document that breaks it comes back without a single rule id. */
export const elementsFollowTheSchema = defineOwnRule({
  id: "SB-0901",
  says: "Every element must be one that UBL 2.1 knows at this place, in the order of its schema.",
  hint: "Have the program that wrote the file mend it: a receiver who checks the schema refuses it before reading any amount.",
  source: "UBL 2.1 schemas (xsd:sequence)",
  of: aggregate,
  holds: (element) => misplaced(element) === undefined,
  culprit: misplaced,
});
