import { isJsonObject, parseJson } from "../../json/index.ts";
import { dayInUae } from "../clock.ts";
import { arrivesWhole } from "../faults.ts";
import type { LoggedRequest, PostedDocument } from "./request-log.ts";

/** A create that left open whether its document exists, and what the lists that were read since said of it. */
interface Open {
  readonly seen: LoggedRequest;
  readonly sent: PostedDocument;
  /** A list was read that could have shown the document. */
  readonly looked: boolean;
  /** A list showed it. */
  readonly shown: boolean;
}

/** A create whose content is that of earlier ones that were open, but perhaps for its number. */
export interface SentAgain {
  readonly seen: LoggedRequest;
  readonly earlier: ReadonlyArray<Omit<Open, "sent"> & { readonly renumbered: boolean }>;
}

/** The creates that repeat what an earlier one may have created. */
export function sentAgain(requests: readonly LoggedRequest[]): SentAgain[] {
  const open = new Map<string, OpenCreate[]>();
  return requests.flatMap((seen) => {
    const look = lookOf(seen);
    if (look) for (const each of open.values()) for (const one of each) one.take(look);
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

/** Whether an answer leaves open what came of a create: only a refusal and a created document say it. */
function isOpen({ status, fault }: LoggedRequest): boolean {
  if (status === null || !arrivesWhole(fault)) return true;
  if (status === 201) return fault !== null;
  return status < 400 || status === 408 || status >= 500;
}

/** A list that was read, of documents or of the ids of a day. */
interface Look {
  readonly seen: LoggedRequest;
  /** The list, as `/api/purchase-invoices`. */
  readonly list: string;
  readonly query: URLSearchParams;
}

function lookOf(seen: LoggedRequest): Look | undefined {
  const [path = "", query] = seen.path.split("?");
  if (seen.method !== "GET" || !isReadable(seen)) return undefined;
  return { seen, list: path.replace(/\/uuids$/, ""), query: new URLSearchParams(query) };
}

/** Whether a list arrived that can be read. One that was ordered in its place may be anything. */
function isReadable({ status, fault, answer }: LoggedRequest): boolean {
  if (status !== 200 || !arrivesWhole(fault)) return false;
  if (fault !== "status" && fault !== "not-json") return true;
  const read = parseJson(answer);
  return read.ok && isJsonObject(read.value) && Array.isArray(read.value.content);
}

class OpenCreate implements Open {
  looked = false;
  shown = false;
  /** The pages that were read of each list. */
  readonly #pages = new Map<string, Set<number>>();

  readonly seen: LoggedRequest;
  readonly sent: PostedDocument;

  constructor(seen: LoggedRequest, sent: PostedDocument) {
    this.seen = seen;
    this.sent = sent;
  }

  take(look: Look): void {
    const { created } = this.seen;
    if (look.list !== this.sent.list || this.shown) return;
    this.shown = created !== null && look.seen.answer.includes(created);
    this.looked ||= this.shown || (this.#isMeantBy(look.query) && this.#isWhole(look));
  }

  /**
   * Whether the filters let the document pass. It may have left any status, and of its customer it says nothing: who filters by these
   * cannot conclude that it is not there.
   */
  #isMeantBy(query: URLSearchParams): boolean {
    const { number, date, supplier, trn, invoices } = this.sent;
    const passes: Record<string, (text: string) => boolean> = {
      document_number: (text) => text === number,
      document_date: (text) => text === date,
      billed_by_name: (text) => supplier.toLowerCase().includes(text.toLowerCase()),
      billed_by_vat: (text) => text === trn,
      invoice_number: (text) => invoices.includes(text),
      created_on: (text) => {
        const { from, before } = dayInUae(text);
        return from <= this.seen.at && this.seen.at < before;
      },
      status: () => false,
      billed_to_name: () => false,
      billed_to_vat: () => false,
    };
    return Object.entries(passes).every(([name, lets]) => {
      const text = query.get(name)?.trim();
      return !text || lets(text);
    });
  }

  /** Whether every page of the list has been read, this one included. */
  #isWhole({ seen, query }: Look): boolean {
    const page = Number(query.get("page") ?? 0);
    const rest = new URLSearchParams(query);
    rest.delete("page");
    const name = `${seen.path.replace(/\?.*$/, "")}?${rest}`;
    const read = this.#pages.get(name) ?? new Set();
    this.#pages.set(name, read.add(page));
    return Array.from({ length: seen.pages ?? 1 }, (_, each) => each).every((each) => read.has(each));
  }
}
