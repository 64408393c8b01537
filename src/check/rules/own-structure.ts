import { aggregates, membersIn, type UblElement } from "../../ubl/index.ts";
import { ownAggregate } from "../contexts/contexts-own.ts";
import { quoted } from "../expression.ts";
import { defineOwnRule } from "../own-rule.ts";

/**
 * The first child that is unknown to the schema, is in the wrong position, or occurs twice where only one is allowed;
 * undefined if there is none. Both lists have the same order, so one pass is enough.
 */
function misplaced({ name, children }: UblElement): UblElement | undefined {
  const members = membersIn(name);
  if (members === undefined) return undefined;
  let at = 0;
  for (let position = 0; position < children.length; position++) {
    const child = children[position] as UblElement;
    while (at < members.length && members[at]?.name !== child.name) at += 1;
    if (at === members.length) return child;
    if (!members[at]?.repeats) at += 1;
  }
  return undefined;
}

/**
 * `$order`: the possible children of each element, in order; `$repeatable`: `element child` for those that may repeat.
 */
const orderTest = [
  "(let $known := $order(name())?*, $places := * ! index-of($known, name()) return count($places) = count(*)",
  "and (every $at in 2 to count($places) satisfies $places[$at - 1] <= $places[$at])",
  "and (every $child in * satisfies count(*[name() = name($child)]) = 1 or concat(name(), ' ', name($child)) = $repeatable))",
].join(" ");

/**
 * The network validates against the UBL schema before any rule; a document that violates the schema is rejected
 * without a rule id.
 */
export const elementsFollowTheSchema = defineOwnRule({
  id: "SB-0901",
  says: "Every element must be one that UBL 2.1 knows at this place, in the order of its schema and no more often than it allows.",
  hint: "Correct it in the program that wrote the file: a receiver that checks the schema refuses the whole document.",
  source: "UBL 2.1 schemas (xsd:sequence, maxOccurs)",
  flag: "fatal",
  of: ownAggregate,
  test: orderTest,
  holds: (element) => misplaced(element) === undefined,
  culprit: misplaced,
});

/** Required children that published rules already demand, each written as `element child`. */
const demandedByPublishedRules: ReadonlySet<string> = new Set([
  ...["ID", "IssueDate"].flatMap((name) => [`Invoice cbc:${name}`, `CreditNote cbc:${name}`]),
  ...["Supplier", "Customer"].flatMap((role) => [
    `Invoice cac:Accounting${role}Party`,
    `CreditNote cac:Accounting${role}Party`,
  ]),
  "Invoice cac:InvoiceLine",
  "CreditNote cac:CreditNoteLine",
  "cac:InvoiceLine cbc:ID",
  "cac:InvoiceLine cbc:LineExtensionAmount",
  "cac:InvoiceLine cac:Item",
  "cac:CreditNoteLine cbc:ID",
  "cac:PaymentMeans cbc:PaymentMeansCode",
  "cac:AllowanceCharge cbc:ChargeIndicator",
  "cac:AllowanceCharge cbc:Amount",
  "cac:TaxSubtotal cbc:TaxAmount",
  "cac:TaxSubtotal cac:TaxCategory",
  "cac:TaxCategory cac:TaxScheme",
  "cac:LegalMonetaryTotal cbc:PayableAmount",
  "cac:InvoiceDocumentReference cbc:ID",
  "cac:AdditionalDocumentReference cbc:ID",
  "cac:AdditionalItemProperty cbc:Name",
  "cac:Price cbc:PriceAmount",
  "cac:ItemPriceExtension cbc:Amount",
]);

/** The children that each element must contain; elements without any are left out. */
const required: ReadonlyMap<string, readonly string[]> = new Map(
  aggregates.map((of) => [of, demandedIn(of)] as const).filter(([, names]) => names.length > 0),
);

function demandedIn(of: string): string[] {
  const names = (membersIn(of) ?? []).filter(({ required }) => required).map(({ name }) => name);
  return names.filter((name) => !demandedByPublishedRules.has(`${of} ${name}`));
}

const requiredPairs = [...required].flatMap(([of, names]) => names.map((name) => `${of} ${name}`));

export const requiredElementsAreThere = defineOwnRule({
  id: "SB-0902",
  says: "An element must contain the elements that UBL 2.1 requires in it, such as the ID of a reference.",
  hint: "Add what is missing, or remove the element, in the program that wrote the file: a receiver that checks the schema refuses the whole document.",
  source: "UBL 2.1 schemas (minOccurs)",
  flag: "fatal",
  of: { name: "element that needs others in it", paths: [...required.keys()] },
  test: `empty(*) or (let $of := concat(name(), ' '), $in := *!concat($of, name()) return every $pair in ${quoted(requiredPairs)}[starts-with(., $of)] satisfies $pair = $in)`,
  // IBR-079 reports an empty element.
  holds: (element) =>
    element.children.length === 0 ||
    (required.get(element.name)?.every((name) => element.first(name) !== undefined) ?? true),
});
