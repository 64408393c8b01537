import { type DocumentKind, documentShape, type Field } from "../document/index.ts";
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from "../json/index.ts";
import { peppolStatus } from "./answers/finding.ts";
import { totalNames } from "./document-answer.ts";
import { hasAny, objectIn } from "./lists.ts";
import { isNamed, memberNamed, textAt } from "./members.ts";
import { type ToldMember, toldOf } from "./told.ts";

/** Root-level members of a document that occur only in answers. Source: contract §7.1. */
const answered = [
  ...[
    "id",
    "orgId",
    "documentSequence",
    "documentStatus",
    "documentNumber",
    "isPhase2Document",
    "totals",
    "customData",
  ],
  ...["effectiveTaxPointDate", "supplyDate", "taxBreakdown", "metaInfo", "invoiceTypeCode", "creditNoteTypeCode"],
  ...totalNames,
];
/**
 * Nested members of a document that occur only in answers: in lines, prices and their allowances, parties, and
 * attachments. Source: contract §4.
 */
const answeredInside = [
  ...["baseAmount", "netAmount", "taxAmount", "totalAmount", "taxAmountInAed", "totalAmountInAed", "priceAmount"],
  ...["profileId", "logoUrl", "companySchemeId", "companyLegalForm", "reason", "reasonCode", "taxCategory", "id"],
  ...["multiplierFactorNumeric", "taxScheme", "percent", "taxExemptionReasonCode", "taxExemptionReason"],
];
const documentNames = [
  ...["documentNumber", "documentSequence", "metaInfo", "issueDate", "documentLines", "accountingSupplierParty"],
  ...["totals", "taxInclusiveAmount", "payableAmount"],
];
const wrapperNames = ["document", "invoice", "creditNote", "purchaseInvoice", "purchaseCreditNote"];

/**
 * A document from the service: the answer itself, or the content of a wrapper along with the wrapper's other members.
 */
export interface DocumentWithin {
  readonly document: JsonObject;
  readonly beside: readonly ToldMember[];
  /** Whether `document` has a member that only documents have. */
  readonly isOne: boolean;
}

export function documentWithin(answer: JsonObject): DocumentWithin {
  const found = objectIn(answer, wrapperNames, (object) => hasAny(object, documentNames));
  const document = found?.object ?? answer;
  return { document, beside: found?.beside ?? [], isOne: hasAny(document, documentNames) };
}

/**
 * Members that the service's API description does not name, or whose format is not understood, as received.
 * `custom_data` is left out because it is the user's own. Source: contract §7.1, §8.1.
 */
export function unknownIn(document: JsonObject, kind: DocumentKind): ToldMember[] {
  const { metaInfo, rest } = splitMeta(document);
  const known = Object.entries(rest).filter(([name]) => !answered.some((each) => isNamed(name, each)));
  const unknown = unknownOf(Object.fromEntries(known), documentShape(kind));
  return toldOf({ ...metaInfo, ...(isJsonObject(unknown) ? unknown : {}) });
}

/** Puts the status first, because a status in an unknown format (under another name, or not a string) matters most. */
function splitMeta(document: JsonObject): { readonly metaInfo: JsonObject; readonly rest: JsonObject } {
  const key = Object.keys(document).find((each) => isNamed(each, "metaInfo"));
  if (key === undefined) return { metaInfo: {}, rest: document };
  const { [key]: meta, ...rest } = document;
  return { metaInfo: unknownMeta(key, meta), rest };
}

function unknownMeta(key: string, meta: JsonValue | undefined): JsonObject {
  if (!isJsonObject(meta)) return isNothing(meta) ? {} : { [key]: meta ?? null };
  const left = Object.entries(meta).flatMap(([name, value]): [string, JsonValue | undefined][] => {
    if (!isNamed(name, "peppolStatus") || !isJsonObject(value)) return isNothing(value) ? [] : [[name, value]];
    const inner = Object.entries(value).filter(([each, told]) => !isUnderstood(each, told));
    return inner.length === 0 ? [] : [[name, Object.fromEntries(inner)]];
  });
  return left.length === 0 ? {} : { [key]: Object.fromEntries(left) };
}

function isUnderstood(name: string, value: JsonValue | undefined): boolean {
  if (isNothing(value)) return true;
  if (isNamed(name, "validationResults")) return Array.isArray(value);
  return Object.keys(peppolStatus).some((each) => isNamed(name, each)) && textAt(value) !== undefined;
}

/** Whether the document has a status that selfbill does not understand, as opposed to having none. */
export function hasUnreadStatus(document: JsonObject): boolean {
  const meta = memberNamed(document, "metaInfo");
  const status = isJsonObject(meta) ? memberNamed(meta, "peppolStatus") : undefined;
  if (!isNothing(meta) && !isJsonObject(meta)) return true;
  if (!isNothing(status) && !isJsonObject(status)) return true;
  const overall = isJsonObject(status) ? memberNamed(status, "overallStatus") : undefined;
  if (!isNothing(overall) && textAt(overall) === undefined) return true;
  const elsewhere = [document, ...(isJsonObject(meta) ? [meta] : []), ...(isJsonObject(status) ? [status] : [])];
  return textAt(overall) === undefined && elsewhere.some(namesStatus);
}

/**
 * Whether the object has a Peppol status under another name. `document_status` is the record's status and says nothing
 * about Peppol; the statuses of the two sides are for diagnosis only.
 */
function namesStatus(object: JsonObject): boolean {
  const others = ["documentStatus", "participantStatus", "ftaStatus"];
  return Object.entries(object).some(
    ([name, value]) => /stat(?:us|e)$/i.test(name) && !others.some((each) => isNamed(name, each)) && isWord(value),
  );
}

const isWord = (value: JsonValue | undefined): boolean => typeof value === "string" && value.trim() !== "";

function isNothing(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && !(value instanceof JsonNumber) && Object.keys(value).length === 0;
}

/** Returns the members that no field describes; undefined if there are none. */
function unknownOf(value: JsonValue | undefined, field: Field | undefined): JsonValue | undefined {
  if (field === undefined) return value;
  if (Array.isArray(value)) {
    const item = field.kind === "list" || field.kind === "object-or-list" ? field.item : field;
    const left = value.map((each) => unknownOf(each, item) ?? null);
    return left.every((each) => each === null) ? undefined : left;
  }
  if (!isJsonObject(value)) return field.kind === "leaf" || isNothing(value) ? undefined : value;
  if (field.kind === "leaf" || field.kind === "list") return isNothing(value) ? undefined : value;
  const left = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const unknown = unknownMember(name, member, field.members);
    return unknown === undefined ? [] : [[name, unknown]];
  });
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

function unknownMember(
  name: string,
  value: JsonValue | undefined,
  members: Readonly<Record<string, Field>>,
): JsonValue | undefined {
  const known = Object.keys(members).find((each) => isNamed(name, each));
  if (known !== undefined) return unknownOf(value, members[known]);
  if (isNamed(name, "accountingCustomerParty")) return unknownOf(value, members.accounting_supplier_party);
  return answeredInside.some((each) => isNamed(name, each)) ? undefined : isNothing(value) ? undefined : value;
}

/** The member's value, of any type, on one line. */
export function memberText(document: JsonObject, name: string): string | undefined {
  const value = memberNamed(document, name);
  return textAt(value) ?? (isJsonObject(value) || Array.isArray(value) ? lineOf(value) : undefined);
}

const lineOf = (value: JsonValue): string | undefined =>
  toldOf(value)
    .map(([name, text]) => (name === "" ? text : `${name}: ${text}`))
    .join(", ") || undefined;
