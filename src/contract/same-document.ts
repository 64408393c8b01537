import {
  amount,
  type DocumentKind,
  daysBetween,
  documentShapes,
  type Field,
  formatAmount,
  isDay,
  isDecimalText,
  isRecord,
  memberOf,
  money,
  pathText,
} from "../document/index.ts";
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from "../json/index.ts";
import { memberNamed } from "./members.ts";

/** A field that was sent with one value and returned with another, both as displayed. */
export interface Difference {
  readonly path: string;
  readonly sent: string;
  readonly told: string;
}

/** The comparison of a body as sent with a document as the service returns it. */
export interface Comparison {
  /** Fields whose values differ, which proves that this is another document. */
  readonly differences: readonly Difference[];
  /** Fields that prove nothing: cleared, returned although not sent, or nearly equal. */
  readonly unclear: readonly string[];
  /** Whether the supplier, the date, and the name, quantity and price of every line were returned exactly as sent. */
  readonly proven: boolean;
}

/** Paths and values collected during a comparison. */
interface Findings {
  readonly differences: Difference[];
  readonly unclear: string[];
  readonly equal: Set<string>;
}

/**
 * Compares field by field. Ignores fields that the service calculates and fields that its answer leaves out. Amounts
 * are compared as exact decimals; `HH:mm` equals `HH:mm:00`, and null, "" and [] count as absent. Source: contract
 * §1.1, §4.5, §7.1; Decision 37.
 */
export function compareDocuments(sent: JsonObject, told: JsonObject, kind: DocumentKind): Comparison {
  const found: Findings = { differences: [], unclear: [], equal: new Set() };
  compareObject(sent, told, documentShapes[kind], [], found);
  compareAttachments(sent.attachments, told.attachments, found);
  return { differences: found.differences, unclear: found.unclear, proven: isProven(sent, found.equal) };
}

function compareValue(sent: JsonValue, told: JsonValue, field: Field, at: PropertyKey[], found: Findings): void {
  if (Array.isArray(sent)) {
    const item = field.kind === "list" || field.kind === "object-or-list" ? field.item : undefined;
    if (item) compareList(sent, Array.isArray(told) ? told : [told], item, at, found);
    return;
  }
  if (!isJsonObject(sent)) {
    compareLeaf(sent, told, at, found);
    return;
  }
  const only = Array.isArray(told) && told.length === 1 ? (told[0] ?? null) : told;
  if (isJsonObject(only)) compareObject(sent, only, field, at, found);
  else found.unclear.push(pathText(at));
}

function compareObject(sent: JsonObject, told: JsonObject, field: Field, at: PropertyKey[], found: Findings): void {
  if (field.kind !== "object" && field.kind !== "object-or-list") return;
  for (const name of Object.keys(field.members)) {
    const member = memberOf(field, name);
    if (!member || member.echo === "by the service") continue;
    const ours = sent[name];
    const theirs = memberNamed(told, name);
    const here = [...at, name];
    if (isBlank(ours)) {
      if (member.echo === "as sent" && !isBlank(theirs) && !isZero(theirs)) found.unclear.push(pathText(here));
    } else if (name === "price" && isJsonObject(ours) && isJsonObject(theirs)) comparePrice(ours, theirs, here, found);
    // A field that is left out proves nothing; an empty one may have been cleared, or belong to another document.
    else if (theirs === undefined) continue;
    else if (isBlank(theirs)) {
      if (name !== "percent" && !isZero(ours)) found.unclear.push(pathText(here));
    } else compareValue(ours as JsonValue, theirs as JsonValue, member, here, found);
  }
}

/** A service may return a list in a different order. */
function compareList(sent: JsonValue[], told: JsonValue[], item: Field, at: PropertyKey[], found: Findings): void {
  if (sent.length !== told.length) {
    const differs = { path: pathText(at), sent: `${sent.length} entries`, told: `${told.length} entries` };
    found.differences.push(differs);
    return;
  }
  const inOrder = compareInOrder(sent, told, item, at);
  const best = inOrder.differences.length === 0 ? inOrder : (inAnyOrder(sent, told, item, at) ?? inOrder);
  found.differences.push(...best.differences);
  found.unclear.push(...best.unclear);
  for (const path of best.equal) found.equal.add(path);
}

function compareInOrder(sent: JsonValue[], told: JsonValue[], item: Field, at: PropertyKey[]): Findings {
  const found: Findings = { differences: [], unclear: [], equal: new Set() };
  for (const [index, ours] of sent.entries()) compareValue(ours, told[index] ?? null, item, [...at, index], found);
  return found;
}

/** Longest list compared in any order, because pairing takes quadratic time. */
const longestPaired = 200;

function inAnyOrder(sent: JsonValue[], told: JsonValue[], item: Field, at: PropertyKey[]): Findings | undefined {
  if (sent.length > longestPaired) return undefined;
  const left = [...told];
  const all: Findings = { differences: [], unclear: [], equal: new Set() };
  for (const [index, ours] of sent.entries()) {
    const fits = left.findIndex((theirs) => {
      const found: Findings = { differences: [], unclear: [], equal: new Set() };
      compareValue(ours, theirs, item, [...at, index], found);
      if (found.differences.length > 0) return false;
      all.unclear.push(...found.unclear);
      for (const path of found.equal) all.equal.add(path);
      return true;
    });
    if (fits < 0) return undefined;
    left.splice(fits, 1);
  }
  return all;
}

/**
 * Answers give the net price under another name, and return the sent price as the base of a discount, which may be 0.
 */
function comparePrice(sent: JsonObject, told: JsonObject, at: PropertyKey[], found: Findings): void {
  const path = pathText(at);
  const ours = netPrice(sent);
  const theirs = decimalOf(memberNamed(told, "priceAmount")) ?? netPrice(told);
  if (ours === undefined) return;
  if (theirs === undefined) return void found.unclear.push(path);
  if (!money.equal(amount(ours), amount(theirs))) found.differences.push({ path, sent: ours, told: theirs });
  else found.equal.add(path);
  const [quantity, toldQuantity] = [decimalOf(sent.base_quantity) ?? "1", decimalOf(memberNamed(told, "baseQuantity"))];
  if (toldQuantity !== undefined && !money.equal(amount(quantity), amount(toldQuantity)))
    found.differences.push({ path: `${path}.base_quantity`, sent: quantity, told: toldQuantity });
}

function netPrice(price: JsonObject): string | undefined {
  const gross = decimalOf(price.base_amount);
  const allowance = isJsonObject(price.allowance) ? decimalOf(price.allowance.amount) : undefined;
  if (gross === undefined || allowance === undefined) return gross;
  return formatAmount(money.subtract(amount(gross), amount(allowance)));
}

function compareLeaf(sent: JsonValue, told: JsonValue, at: PropertyKey[], found: Findings): void {
  const path = pathText(at);
  const ours = textOf(sent);
  const theirs = textOf(told);
  if (ours === undefined || theirs === undefined) return void found.unclear.push(path);
  const [one, other] = [decimalOf(sent), decimalOf(told)];
  const isNumber = sent instanceof JsonNumber || told instanceof JsonNumber;
  const isEqual =
    plain(ours) === plain(theirs) ||
    (isNumber && one !== undefined && other !== undefined && money.equal(amount(one), amount(other)));
  if (isEqual) found.equal.add(path);
  else if (isNear(ours, theirs)) found.unclear.push(path);
  else found.differences.push({ path, sent: ours, told: theirs });
}

/**
 * Whether the values are equal except for case, whitespace, punctuation, the scheme prefix of an identifier, or a
 * date shifted by a time zone.
 */
function isNear(ours: string, theirs: string): boolean {
  const [one, other] = [day(ours), day(theirs)];
  if (one !== undefined && other !== undefined) return Math.abs(daysBetween(one, other)) === 1;
  const signs = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const [a, b] = [signs(ours), signs(theirs)];
  const isPart = a.length >= 8 && b.length >= 8 && (a.endsWith(b) || b.endsWith(a));
  return a === b || isPart;
}

/** Returns the date at the start of a string, even if a time follows it. */
function day(text: string): string | undefined {
  const [, date] = /^(\d{4}-\d\d-\d\d)(?:T.*)?$/.exec(text.trim()) ?? [];
  return date !== undefined && isDay(date) ? date : undefined;
}

/** Returns a normal form for comparison. */
function plain(text: string): string {
  const trimmed = text.normalize("NFC").trim();
  if (/^\d\d:\d\d$/.test(trimmed)) return `${trimmed}:00`;
  return trimmed.replace(/^(\d{4}-\d\d-\d\d)T00:00(?::00(?:\.0+)?)?Z?$/, "$1");
}

/** Compares only the file names: answers never contain the bytes. */
function compareAttachments(sent: JsonValue | undefined, told: JsonValue | undefined, found: Findings): void {
  if (told === undefined) return;
  const names = (list: JsonValue | undefined): string[] =>
    (Array.isArray(list) ? list : []).map((each) => (isJsonObject(each) ? (textOf(each.file_name) ?? "") : "")).sort();
  const [ours, theirs] = [names(sent), names(told)];
  if (ours.join("\n") === theirs.join("\n")) return;
  if (ours.length === 0 || theirs.length === 0) found.unclear.push("attachments");
  else found.differences.push({ path: "attachments", sent: ours.join(", "), told: theirs.join(", ") });
}

/** Whether the equal fields prove that this is the same document, even without our document number. */
function isProven(sent: JsonObject, equal: ReadonlySet<string>): boolean {
  const lines = Array.isArray(sent.document_lines) ? sent.document_lines : [];
  const ofSupplier = [...equal].some((path) =>
    /^accounting_supplier_party\.(?:partyTaxScheme|party_tax_scheme\.company_id|tin|endpoint_id|company_id|name|party_name)/.test(
      path,
    ),
  );
  const ofLines = lines.every((_, at) =>
    ["name", "quantity", "price"].every((name) => equal.has(`document_lines[${at}].${name}`)),
  );
  return ofSupplier && equal.has("issue_date") && lines.length > 0 && ofLines;
}

function isBlank(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  if (Array.isArray(value)) return value.every(isBlank);
  return isRecord(value) && Object.values(value).every((each) => isBlank(each as JsonValue));
}

function isZero(value: JsonValue | undefined): boolean {
  const text = decimalOf(value);
  return text !== undefined && money.isZero(amount(text));
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (value instanceof JsonNumber) return value.text;
  if (typeof value === "boolean") return String(value);
  return typeof value === "string" ? value : undefined;
}

/** Accepts at most 40 characters and no exponent; undefined for anything else. */
function decimalOf(value: JsonValue | undefined): string | undefined {
  const text = textOf(value)?.trim();
  return text !== undefined && text.length <= 40 && isDecimalText(text) ? text : undefined;
}
