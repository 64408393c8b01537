import { isJsonObject, parseJson } from "../../json/index.ts";
import { dayInUae } from "../clock.ts";
import { arrivesWhole } from "../faults.ts";
import type { LoggedRequest, PostedDocument } from "./request-log.ts";

interface Open {
  readonly seen: LoggedRequest;
  readonly sent: PostedDocument;
  /** Whether the client has read a list that would show the document. */
  readonly looked: boolean;
  /** Whether such a list showed the document. */
  readonly shown: boolean;
}

/** A create request that repeats earlier ones whose results are unknown; the number may differ. */
export interface SentAgain {
  readonly seen: LoggedRequest;
  readonly earlier: ReadonlyArray<Omit<Open, "sent"> & { readonly renumbered: boolean }>;
}

/** Finds create requests that repeat one that may already have created the document. */
export function sentAgain(requests: readonly LoggedRequest[]): SentAgain[] {
  const open = new Map<string, OpenCreate[]>();
  return requests.flatMap((seen) => {
    const read = readOf(seen);
    if (read) for (const each of open.values()) for (const one of each) one.take(read);
    const { sent } = seen;
    if (sent === null) return [];
    const before = open.get(sent.alike) ?? [];
    const earlier = before.map(({ seen: first, sent: { number }, looked, shown }) => {
      return { seen: first, looked, shown, renumbered: number !== sent.number };
    });
    if (isOpen(seen)) open.set(sent.alike, [...before, new OpenCreate(seen, sent)]);
    else if (seen.status === 201) open.delete(sent.alike);
    return earlier.length > 0 ? [{ seen, earlier }] : [];
  });
}

/** True unless the result is definite, that is, a rejection or a created document. */
function isOpen({ status, fault }: LoggedRequest): boolean {
  if (status === null || !arrivesWhole(fault)) return true;
  if (status === 201) return fault !== null;
  return status < 400 || status === 408 || status >= 500;
}

interface ListRead {
  readonly seen: LoggedRequest;
  /** Path of the list, such as `/api/purchase-invoices`. */
  readonly list: string;
  /** Path and query of the request, without the page number. */
  readonly asked: string;
  readonly page: number;
  readonly filters: ReadonlyArray<readonly [lets: Lets, text: string]>;
}

type Lets = (text: string, open: Pick<Open, "seen" | "sent">) => boolean;

/**
 * Whether a filter with this value includes a document. Status and customer are unknown here, so a client cannot
 * conclude from these filters that a document does not exist.
 */
const passes: Readonly<Record<string, Lets>> = {
  document_number: (text, { sent }) => text === sent.number,
  document_date: (text, { sent }) => text === sent.date,
  billed_by_name: (text, { sent }) => sent.supplier.toLowerCase().includes(text.toLowerCase()),
  billed_by_vat: (text, { sent }) => text === sent.trn,
  invoice_number: (text, { sent }) => sent.invoices.includes(text),
  created_on: (text, { seen }) => {
    const { from, before } = dayInUae(text);
    return from <= seen.at && seen.at < before;
  },
  status: () => false,
  billed_to_name: () => false,
  billed_to_vat: () => false,
};

function readOf(seen: LoggedRequest): ListRead | undefined {
  if (seen.method !== "GET" || !isReadable(seen)) return undefined;
  const [path = "", words] = seen.path.split("?");
  const query = new URLSearchParams(words);
  const filters = Object.entries(passes).flatMap(([name, lets]) => {
    const text = query.get(name)?.trim();
    return text ? [[lets, text] as const] : [];
  });
  const page = Number(query.get("page") ?? 0);
  query.delete("page");
  return { seen, list: path.replace(/\/uuids$/, ""), asked: `${path}?${query}`, page, filters };
}

/** Whether the answer contains a list: a queued fault can replace it with anything. */
function isReadable({ status, fault, answer }: LoggedRequest): boolean {
  if (status !== 200 || !arrivesWhole(fault)) return false;
  if (fault !== "status" && fault !== "not-json") return true;
  const read = parseJson(answer);
  return read.ok && isJsonObject(read.value) && Array.isArray(read.value.content);
}

class OpenCreate implements Open {
  looked = false;
  shown = false;
  /** Numbers of the pages that the client has read, keyed by path and query. */
  readonly #pages = new Map<string, Set<number>>();

  readonly seen: LoggedRequest;
  readonly sent: PostedDocument;

  constructor(seen: LoggedRequest, sent: PostedDocument) {
    this.seen = seen;
    this.sent = sent;
  }

  take(read: ListRead): void {
    const { created } = this.seen;
    if (read.list !== this.sent.list || this.shown) return;
    this.shown = created !== null && read.seen.answer.includes(created);
    this.looked ||= this.shown || (read.filters.every(([lets, text]) => lets(text, this)) && this.#isWhole(read));
  }

  /** Notes the page, and returns true once the client has read every page of the list. */
  #isWhole({ seen, asked, page }: ListRead): boolean {
    const read = this.#pages.get(asked) ?? new Set();
    this.#pages.set(asked, read.add(page));
    return Array.from({ length: seen.pages ?? 1 }, (_, each) => each).every((each) => read.has(each));
  }
}
