import { amount, isDecimalText, money } from "../document/index.ts";
import type { UblElement } from "./element.ts";
import { gulfClockOf } from "./gulf-clock.ts";
import { joinedParts } from "./merged.ts";

export interface LeftOver {
  readonly element: UblElement;
  /** Name of the attribute, if the difference is not in the element's text. */
  readonly attribute?: string;
  readonly text: string;
  /** The value in the other tree. */
  readonly instead?: string;
  /** True if the other tree has as many of such elements as a document can have, with other values. */
  readonly furtherOne?: true;
}

/**
 * Returns the parts of `original` that are missing or different in `written`, in document order: elements with text,
 * and attributes. Numbers are compared by value. The UUID, which the service assigns anew, and the buyer are ignored.
 * Never fails.
 */
export function leftOver(original: UblElement, written: UblElement): LeftOver[] {
  const found: LeftOver[] = [];
  compareChildren(original, written, found);
  return found;
}

const notAsked: ReadonlySet<string> = new Set(["cbc:UUID", "cac:AccountingCustomerParty"]);

function compareChildren(original: UblElement, written: UblElement | undefined, found: LeftOver[]): void {
  const others = new Map<string, UblElement[]>();
  for (const child of written?.children ?? []) {
    const key = keyOf(child);
    const same = others.get(key);
    if (same) same.push(child);
    else others.set(key, [child]);
  }
  const taken = new Map<string, number>();
  for (const child of joinedParts(original.children)) {
    if (original.parent === undefined && notAsked.has(child.name)) continue;
    const key = keyOf(child);
    const position = taken.get(key) ?? 0;
    taken.set(key, position + 1);
    const other = others.get(key);
    compare(child, other?.[position], other !== undefined, found);
  }
}

function compare(original: UblElement, written: UblElement | undefined, hasOthers: boolean, found: LeftOver[]): void {
  if (original.children.length > 0) {
    compareChildren(original, written, found);
    noteBeside(original, found);
    return;
  }
  const text = original.text.trim();
  if (text === "" || saysNothing(original, text)) return;
  if (written === undefined) {
    found.push({ element: original, text, ...(hasOthers ? { furtherOne: true } : {}) });
    return;
  }
  if (!isSame(original.name, text, written.text)) found.push({ element: original, text, instead: written.text });
  for (const [attribute, value] of Object.entries(original.attributes ?? {})) {
    const instead = written.attributes?.[attribute];
    if (instead === undefined) found.push({ element: original, attribute, text: value });
    else if (instead !== value.trim()) found.push({ element: original, attribute, text: value, instead });
  }
}

/** What a group has beside its elements: UBL allows neither text nor attributes there, and a document has no place. */
function noteBeside(element: UblElement, found: LeftOver[]): void {
  const text = element.text.trim();
  if (text !== "") found.push({ element, text });
  for (const [attribute, value] of Object.entries(element.attributes ?? {}))
    if (!attribute.startsWith("{")) found.push({ element, attribute, text: value });
}

/** Totals of a document that count as 0 if they are absent. */
const zeroWhenAbsent: ReadonlySet<string> = new Set(
  ["Prepaid", "PayableRounding", "AllowanceTotal", "ChargeTotal"].map((name) => `cbc:${name}Amount`),
);

/** True if the element means the same as its absence. */
function saysNothing({ name }: UblElement, text: string): boolean {
  if (name === "cbc:TaxIncludedIndicator") return text === "false" || text === "0";
  return zeroWhenAbsent.has(name) && isDecimalText(text) && money.isZero(amount(text));
}

function isSame(name: string, a: string, b: string): boolean {
  // Base64 may contain line breaks, which do not matter.
  const between = name === "cbc:EmbeddedDocumentBinaryObject" ? "" : " ";
  if (name === "cbc:IssueTime") {
    const clock = gulfClockOf(a.trim());
    if (clock?.whole && clock.time === b) return true;
  }
  const left = a.trim().replace(/\s+/g, between);
  const right = b.trim().replace(/\s+/g, between);
  if (left === right) return true;
  const number = left.replace(/^\+/, "");
  return isDecimalText(number) && isDecimalText(right) && money.equal(amount(number), amount(right));
}

/**
 * Returns a key that distinguishes siblings with the same name: by charge or allowance, reference type, currency or
 * category.
 */
function keyOf(element: UblElement): string {
  const { name } = element;
  const text = (...names: string[]): string => element.find(...names)?.text.trim() ?? "";
  switch (name) {
    case "cac:AllowanceCharge":
      return `${name} ${["true", "1"].includes(text("cbc:ChargeIndicator"))}`;
    case "cac:AdditionalDocumentReference":
    case "cac:DocumentReference":
      return element.find("cac:Attachment", "cbc:EmbeddedDocumentBinaryObject")
        ? `${name} with a file`
        : `${name} ${text("cbc:DocumentTypeCode")}`;
    case "cac:PartyTaxScheme":
      return `${name} ${text("cac:TaxScheme", "cbc:ID")}`;
    case "cac:TaxTotal":
      // A line has one TaxTotal, whose currency can be wrong; a document has one per currency.
      return element.parent?.parent ? name : `${name} ${element.first("cbc:TaxAmount")?.attributes?.currencyID ?? ""}`;
    case "cac:TaxSubtotal":
      return `${name} ${text("cac:TaxCategory", "cbc:ID")} ${rateOf(text("cac:TaxCategory", "cbc:Percent"))}`;
    default:
      return name;
  }
}

function rateOf(text: string): string {
  return isDecimalText(text) ? amount(text).toFixed() : text;
}
