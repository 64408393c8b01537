import { createHash } from "node:crypto";
import { isJsonObject, type JsonValue, parseJson, writeJson } from "../../json/index.ts";
import { sentContent } from "../documents/same-content.ts";
import type { IgnoredField } from "../reply.ts";

/** Times are Unix milliseconds. The token in the Authorization header is left out. */
export interface LoggedRequest {
  /** Counted from 1. */
  readonly n: number;
  readonly at: number;
  /** Time until the answer was handed over; null while the request is in progress or if there was no answer. */
  milliseconds: number | null;
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As received, truncated after 64 KiB; empty if the body was not read. */
  body: string;
  /** null if the connection ended without an answer. */
  status: number | null;
  /** The answer as created, even if not all of it was delivered; truncated after 64 KiB. */
  answer: string;
  /** The queued fault that was applied. */
  fault: string | null;
  /** The document that the request created, even if the answer was lost. */
  created: string | null;
  /** Unknown fields and parameters; the first 50 of each. */
  ignored: readonly IgnoredField[];
  /** When the answer's Retry-After ends, in Unix milliseconds; null if the answer had none. */
  awayUntil: number | null;
  /** True if the request was rejected because the quota for the minute was used up. */
  overQuota: boolean;
  /** Hash of the document that was sent; null for other requests. */
  content: string | null;
  /** null for requests without a document. */
  sent: PostedDocument | null;
  /** Number of pages in the list; null for other answers. */
  pages: number | null;
}

export interface PostedDocument {
  /** The list that contains the document, such as `/api/purchase-invoices`. */
  readonly list: string;
  /** Hash of the content without number, time of day and attachments; equal for similar documents. */
  readonly alike: string;
  /** null if the service assigns the number. */
  readonly number: string | null;
  readonly date: string;
  readonly supplier: string;
  readonly trn: string;
  /** The invoices that a credit note corrects. */
  readonly invoices: readonly string[];
}

/** A series of requests during which no snapshot was restored. */
interface Era {
  /** Number of requests before the first one of this era. */
  readonly after: number;
  /**
   * The moment in an earlier era at which the restored snapshot was saved; undefined for the first era, or if the log
   * does not contain that moment.
   */
  readonly from: Moment | undefined;
}

interface Moment {
  readonly era: Era;
  readonly count: number;
}

/** The requests of an era, and those before it whose effects a restored snapshot kept. */
export interface Story {
  readonly before: readonly LoggedRequest[];
  readonly since: readonly LoggedRequest[];
}

const beginning: Era = { after: 0, from: undefined };

/** Maximum numbers of requests that are kept with their bodies, and in total. */
const keptBodies = 500;
const keptRequests = 20_000;
const longest = 64 * 1024;
const mostHeaders = 1_000;

/** Keeps the latest requests, for developers who test a client. The requests are lost when the process ends. */
export class RequestLog {
  #seen: LoggedRequest[] = [];
  #count = 0;
  #eras: Era[] = [beginning];
  #saved = new Map<string, Moment>();
  /** Equal headers are stored once: a client's headers rarely change between requests. */
  readonly #headers = new Map<string, Readonly<Record<string, string>>>();

  begin(at: number, method: string, path: string, headers: Readonly<Record<string, string | string[] | undefined>>) {
    this.#count += 1;
    const seen: LoggedRequest = {
      n: this.#count,
      at,
      milliseconds: null,
      method,
      path,
      headers: this.#once(shown(headers)),
      body: "",
      status: null,
      answer: "",
      fault: null,
      created: null,
      ignored: [],
      awayUntil: null,
      overQuota: false,
      content: null,
      sent: null,
      pages: null,
    };
    this.#seen.push(seen);
    const old = this.#seen.at(-keptBodies - 1);
    if (old) old.body = old.answer = "";
    if (this.#seen.length > keptRequests) this.#seen.shift();
    return seen;
  }

  #once(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const text = JSON.stringify(headers);
    const known = this.#headers.get(text);
    if (known) return known;
    if (this.#headers.size === mostHeaders) this.#headers.clear();
    this.#headers.set(text, headers);
    return headers;
  }

  /** Returns at most the `most` latest requests, oldest first. */
  last(most: number): readonly LoggedRequest[] {
    return this.#seen.slice(-most);
  }

  get count(): number {
    return this.#count;
  }

  get #now(): Moment {
    return { era: this.#eras.at(-1) ?? beginning, count: this.#count };
  }

  noteSaved(snapshot: string): void {
    this.#saved.set(snapshot, this.#now);
  }

  noteRestored(snapshot: string): void {
    this.#eras.push({ after: this.#count, from: this.#saved.get(snapshot) });
  }

  /** Returns one story per era, oldest first. */
  stories(): Story[] {
    return this.#eras.map((era, at) => ({
      before: this.#before(era.from),
      since: this.#between(era.after, this.#eras[at + 1]?.after ?? this.#count),
    }));
  }

  #before(moment: Moment | undefined): LoggedRequest[] {
    const parts: LoggedRequest[][] = [];
    for (let at = moment; at !== undefined; at = at.era.from) parts.unshift(this.#between(at.era.after, at.count));
    return parts.flat();
  }

  #between(after: number, last: number): LoggedRequest[] {
    const dropped = this.#count - this.#seen.length;
    return this.#seen.slice(Math.max(0, after - dropped), Math.max(0, last - dropped));
  }

  clear(): void {
    this.#seen = [];
    this.#count = 0;
    this.#eras = [beginning];
    this.#saved.clear();
  }
}

export function kept(text: string | Uint8Array): string {
  if (typeof text !== "string") return Buffer.from(text).toString("latin1", 0, longest);
  return text.length > longest ? ownCopy(text.slice(0, longest)) : text;
}

/** Returns a copy, because in V8 a substring keeps the whole original string in memory. */
export function ownCopy(part: string): string {
  return Buffer.from(part).toString();
}

export function requestContent(path: string, body: string): string {
  return createHash("sha256").update(`${path}\n${body.trim()}`).digest().toString("hex", 0, 8);
}

/** Describes the document in a request body. If the body is not a JSON object, `alike` is the hash of its text. */
export function postedDocument(path: string, body: string): PostedDocument {
  const read = parseJson(body);
  const isGroup = read.ok && isJsonObject(read.value);
  const document = groupOf(isGroup ? read.value : undefined);
  const party = groupOf(document.accounting_supplier_party);
  const references = Array.isArray(document.billing_reference) ? document.billing_reference : [];
  return {
    list: path.replace(/\/[^/]*$/, ""),
    alike: requestContent(path, isGroup ? writeJson(sentContent(document)) : body),
    number: textOf(document.document_number) || null,
    date: textOf(document.issue_date),
    supplier: `${textOf(party.name)}\n${textOf(party.party_name)}`,
    trn: textOf(groupOf(party.party_tax_scheme).company_id),
    invoices: references.map((each) => textOf(groupOf(each).id)),
  };
}

const groupOf = (value: JsonValue | undefined): Readonly<Record<string, JsonValue | undefined>> =>
  isJsonObject(value) ? value : {};
const textOf = (value: JsonValue | undefined): string => (typeof value === "string" ? ownCopy(value.trim()) : "");

/** Returns the number of pages in a list; null if the answer is not a list. */
export function pagesIn(answer: string): number | null {
  // Only the end is searched, because the entries come before the number and may be long.
  const found = /"total_pages":\s*(\d+)/.exec(answer.slice(-200));
  return found ? Number(found[1]) : null;
}

function shown(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name === "authorization" ? "(left out)" : [value ?? ""].flat().join(", "),
    ]),
  );
}
