import { type DocumentKind, documentKinds, type SelfBilledDocument } from "../document/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import type { UblElement } from "./element.ts";
import { toUbl } from "./from-document.ts";
import { type LeftOver, leftOver } from "./left-over.ts";
import { Locations, locationOf } from "./place.ts";
import { kindOfTree, toDocument } from "./to-document.ts";

/** A document made from a tree. */
export interface FoundDocument {
  readonly kind: DocumentKind;
  readonly document: SelfBilledDocument;
  /** Warnings, in the order of the XML. */
  readonly losses: readonly Problem[];
}

/**
 * Converts a tree to a document, and reports everything that is lost in the conversion. `file`: the name of the XML
 * file in problems. Problem: `not-self-billed`. Losses are warnings: `not-carried-over`, `amount-changed`.
 */
export function documentIn(root: UblElement, file: string): Result<FoundDocument> {
  const refused = notSelfBilled(root, file);
  if (refused) return fail(refused);
  const kind = kindOfTree(root);
  const document = toDocument(root);
  const uuid = root.first("cbc:UUID")?.text ?? "";
  const places = new Locations();
  const losses = leftOver(root, toUbl(document, { kind, uuid })).map((each) => lossOf(each, file, places));
  return ok({ kind, document, losses });
}

/**
 * Returns a problem unless the type code is that of a self-billed document. Any other code means another issuer, or a
 * document without VAT.
 */
function notSelfBilled(root: UblElement, file: string): Problem | undefined {
  const { typeCode, says } = documentKinds[kindOfTree(root)];
  const element = root.first(root.name === "Invoice" ? "cbc:InvoiceTypeCode" : "cbc:CreditNoteTypeCode");
  if (element?.text.trim() === typeCode) return undefined;
  const at = element ?? root;
  const found = element ? `its type code is ${element.text.trim() || "empty"}` : "it has no type code";
  return problem(
    "not-self-billed",
    `This is not a ${says}: ${found}, not ${typeCode}.`,
    "The service creates self-billed invoices (389) and credit notes (261) only.",
    { where: { file, line: at.line, column: at.column, location: locationOf(at) } },
  );
}

const amounts =
  /^\/\w+\/(?:cac:TaxTotal|cac:LegalMonetaryTotal|cac:\w+Line\[\d+\]\/cbc:LineExtensionAmount|cac:\w+Line\[\d+\]\/cac:ItemPriceExtension)/;

function lossOf(
  { element, attribute, text: says, instead, furtherOne }: LeftOver,
  file: string,
  places: Locations,
): Problem {
  const location = places.of(element);
  const where = { file, line: element.line, column: element.column, location };
  const name = attribute === undefined ? location : `${location}/@${attribute}`;
  const shownText = says.length > 60 ? `${says.slice(0, 57)}…` : says;
  if (instead !== undefined && attribute === undefined && amounts.test(location)) {
    const message = `${name}: ${shownText} in the XML, ${instead} when it is calculated from the lines.`;
    return problem("amount-changed", message, "Compare both: the service calculates, and its amount counts.", {
      where,
      severity: "warning",
    });
  }
  const message =
    instead !== undefined
      ? `${name}: “${shownText}” becomes “${instead}”.`
      : furtherOne
        ? `${name}: “${shownText}” is left out, because a selfbill document has one such value.`
        : `${name}: “${shownText}” has no field in a selfbill document.`;
  return problem("not-carried-over", message, hintFor(element), { where, severity: "warning" });
}

function hintFor({ name, parent }: UblElement): string {
  if (name === "cbc:TaxPointDate")
    return "The service does not accept a VAT point date: write the date of supply into delivery.actual_delivery_date.";
  if (name === "cbc:ID" && /Line$/.test(parent?.name ?? "")) return "Lines are numbered 1, 2, 3 in their order.";
  if (name === "cbc:IssueTime")
    return "A document has whole seconds, in Gulf time: if that is on another day, correct issue_date and issue_time.";
  return "Write it into note if the reader needs it.";
}
