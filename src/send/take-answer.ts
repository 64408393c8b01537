import {
  listIn,
  pageCounts,
  type ReadName,
  type StatusLeg,
  type StatusLog,
  type StatusSnapshot,
  statusLogOf,
  statusSnapshotOf,
  type ToldMember,
} from "../contract/index.ts";
import { type BusinessProfile, businessProfileSchema } from "../document/index.ts";
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue, numbersAsText, parseJson } from "../json/index.ts";
import { redactedFile } from "./redact.ts";

// A reader returns the value in a body, or a string that explains why there is none.

type Reader = (body: Uint8Array, token: string) => unknown;

/** If a method has no reader, this does not compile. */
export const readers = {
  /** A 404 (`not-found`) may mean that there is no status yet. */
  status: snapshotOf,
  /** Events, oldest first. */
  logs: logOf,
  /** The bytes of an attachment. */
  attachment: asItIs,
  /** Available only once the document is APPROVED; before that, the service answers 400. */
  xml: asItIs,
  /** The document as the service stores it. */
  document: objectOf,
  list: pageOf,
  /** Accepts any shape that a service may use; only for display, never for decisions. */
  shownList: shownListOf,
  /** The ids of the documents created on a day (YYYY-MM-DD). */
  idsCreated: idPageOf,
  /** The buyer's party. */
  businessProfile: profileOf,
} as const satisfies Readonly<Record<ReadName, Reader>>;

/** The counts are absent if the service does not provide them. */
export type Page = { readonly content: readonly JsonObject[] } & {
  readonly [K in keyof typeof pageCounts]?: number | undefined;
};

export interface IdPage {
  readonly ids: readonly string[];
  /** Number of pages; absent if the service does not provide it. */
  readonly pages?: number | undefined;
}

function objectOf(body: Uint8Array): JsonObject | string {
  const json = parseJson(textOf(body));
  return json.ok && isJsonObject(json.value) ? json.value : "it is not a JSON object";
}

/** Reads a page of documents (endpoints 9 and 10). */
function pageOf(body: Uint8Array): Page | string {
  const page = objectOf(body);
  if (typeof page === "string") return page;
  if (!Array.isArray(page.content)) return "it holds no list";
  if (!page.content.every(isJsonObject)) return "its list holds something that is not a document";
  const counts = Object.keys(pageCounts).map((name) => [name, countOf(page[name])]);
  return { content: page.content.filter(isJsonObject), ...Object.fromEntries(counts) };
}

function countOf(value: JsonValue | undefined): number | undefined {
  return value instanceof JsonNumber && /^\d{1,15}$/.test(value.text) ? Number(value.text) : undefined;
}

/** A list of documents in any shape, only for display: a missing document or member proves nothing. */
export interface ShownList {
  /** Objects are probably documents; other values are shown as received. */
  readonly entries: readonly JsonValue[];
  /** Absent if the answer does not have the documented shape of a page. */
  readonly page?: Page | undefined;
  /** The other members of an answer with a different shape. */
  readonly beside: readonly ToldMember[];
}

const documentLists = ["documents", "invoices", "creditNotes", "purchaseInvoices", "purchaseCreditNotes"];

/** Reads a list of documents in any shape (endpoints 9 and 10), for display. */
function shownListOf(body: Uint8Array): ShownList | string {
  const page = pageOf(body);
  if (typeof page !== "string") {
    const beside = listIn(objectOf(body) as JsonObject, ["content"])?.beside ?? [];
    return { entries: page.content, page, beside: beside.filter(([name]) => !Object.hasOwn(pageCounts, name)) };
  }
  const json = parseJson(textOf(body));
  const found = json.ok ? listIn(json.value, documentLists) : undefined;
  return found === undefined ? "it holds no list" : { entries: found.list, beside: found.beside };
}

/** Reads a page of ids (endpoint 11), which are strings; unreadable entries become empty strings. */
function idPageOf(body: Uint8Array): IdPage | string {
  const page = objectOf(body);
  if (typeof page === "string") return page;
  if (!Array.isArray(page.content)) return "it holds no list";
  return {
    ids: page.content.map((each) => (typeof each === "string" ? each : "")),
    pages: countOf(page.total_pages),
  };
}

/** Reads the buyer's party (endpoint 18). */
function profileOf(body: Uint8Array): BusinessProfile | string {
  const object = objectOf(body);
  if (typeof object === "string") return object;
  const profile = businessProfileSchema.safeParse(numbersAsText(object));
  return profile.success ? profile.data : `${profile.error.issues[0]?.path.join(".")} is not a text`;
}

/**
 * Reads a status (endpoints 3, 4 and 17) and removes the token from its XML. A list of one status counts as that
 * status.
 */
function snapshotOf(body: Uint8Array, token: string): StatusSnapshot | string {
  const json = parseJson(textOf(body));
  const alone = json.ok && Array.isArray(json.value) && json.value.length === 1 ? json.value[0] : undefined;
  const object = isJsonObject(alone) ? alone : objectOf(body);
  if (typeof object === "string") return object;
  const snapshot = statusSnapshotOf(object);
  const clean = (xml: string | undefined) => (xml === undefined ? undefined : redactedFile(xml, token));
  const cleanLeg = (leg: StatusLeg | undefined) => leg && { ...leg, documentXml: clean(leg.documentXml) };
  const { documentXML, toC3, toC5 } = snapshot;
  return { ...snapshot, documentXML: clean(documentXML), toC3: cleanLeg(toC3), toC5: cleanLeg(toC5) };
}

/** Reads the events of a document (endpoints 5, 6 and 17). */
function logOf(body: Uint8Array): StatusLog | string {
  const json = parseJson(textOf(body));
  return (json.ok ? statusLogOf(json.value) : undefined) ?? "it is not a list of log entries";
}

function asItIs(body: Uint8Array): Uint8Array {
  return body;
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
