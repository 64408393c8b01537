import { createHash } from "node:crypto";
import { isJsonObject, type JsonValue, parseJson, writeJson } from "../../json/index.ts";
import { unnumbered } from "../documents/cross-checks.ts";
import type { IgnoredField } from "../reply.ts";

/** A request that came, as `/sandbox/requests` shows it. Times are Unix milliseconds; the token is left out. */
export interface LoggedRequest {
  /** Counted from 1. */
  readonly n: number;
  readonly at: number;
  /** How long the answer took, until it was handed over; null while it is under way or when nothing was answered. */
  milliseconds: number | null;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it came, cut after 64 KiB; empty when it was not read. */
  body: string;
  /** null where the connection ended without an answer. */
  status: number | null;
  /** As it was meant to be sent, cut after 64 KiB. */
  answer: string;
  /** The ordered fault that it met. */
  fault: string | null;
  /** The document that it created, although the answer may have been lost. */
  created: string | null;
  /** Fields of its body and parameters that the service does not know; the first 50 of each. */
  ignored: readonly IgnoredField[];
  /** Until when the answer asks the client to stay away (Retry-After), Unix milliseconds; null where it does not. */
  awayUntil: number | null;
  /** What was refused because the requests of the minute were used up. */
  overQuota: boolean;
  /** Stands for the content of a document that was sent; null for other requests. */
  content: string | null;
  /** What a document that was sent says of itself; null for other requests. */
  sent: PostedDocument | null;
  /** How many pages the list has that was answered; null for other answers. */
  pages: number | null;
}

/** What a document says of itself, as far as lists can be asked for it. */
export interface PostedDocument {
  /** The list that would show it, as `/api/purchase-invoices`. */
  readonly list: string;
  /** Stands for its content without its number, time of day and attachments. */
  readonly alike: string;
  /** null where the service numbers it. */
  readonly number: string | null;
  readonly date: string;
  readonly supplier: string;
  readonly trn: string;
  /** The invoices that a credit note names. */
  readonly invoices: readonly string[];
}

/** Requests whose bodies are kept, and requests that are kept at all. */
const keptBodies = 500;
const keptRequests = 20_000;
const longest = 64 * 1024;
const mostHeaders = 1_000;

/** What an account was asked, for those who test a client. It lives with the process. */
export class RequestLog {
  #seen: LoggedRequest[] = [];
  #count = 0;
  /** A client says nearly the same of itself in every request: kept once, by its text. */
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

  /** The last requests, oldest first. */
  last(most: number): readonly LoggedRequest[] {
    return this.#seen.slice(-most);
  }

  get count(): number {
    return this.#count;
  }

  clear(): void {
    this.#seen = [];
    this.#count = 0;
  }
}

/** A body as it is kept. */
export function kept(text: string | Uint8Array): string {
  const all = typeof text === "string" ? text : Buffer.from(text).toString("latin1");
  return all.length > longest ? all.slice(0, longest) : all;
}

/** A part of a text that keeps none of the rest in memory: to V8 a part is a window on the whole. */
export function ownCopy(part: string): string {
  return Buffer.from(part).toString();
}

/** Stands for the content of a document that is sent. */
export function requestContent(path: string, body: string): string {
  return createHash("sha256").update(`${path}\n${body.trim()}`).digest().toString("hex", 0, 8);
}

/** What the document in a body says of itself. One that cannot be read is its text alone. */
export function postedDocument(path: string, body: string): PostedDocument {
  const read = parseJson(body);
  const isGroup = read.ok && isJsonObject(read.value);
  const document = groupOf(isGroup ? read.value : undefined);
  const party = groupOf(document.accounting_supplier_party);
  const references = Array.isArray(document.billing_reference) ? document.billing_reference : [];
  return {
    list: path.replace(/\/[^/]*$/, ""),
    alike: requestContent(path, isGroup ? writeJson(unnumbered(document)) : body),
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

/** How many pages the list in an answer has. */
export function pagesIn(answer: string): number | null {
  // What was listed comes before it, and may be long.
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
