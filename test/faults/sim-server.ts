import type { DocumentKind } from "../../src/document/index.ts";
import { type JsonObject, parseJson } from "../../src/json/index.ts";
import type { ListFilter, Page } from "../../src/send/index.ts";
import { answerTo, type Paper } from "./sim-papers.ts";
import { type Stores, stored, waysToStore } from "./sim-stores.ts";
import type { World } from "./sim-world.ts";

/** One create request as it was sent, and how the service handled it. */
export interface Sent {
  readonly paper: Paper;
  /** The document's own number, or one from a series. */
  readonly number: string | undefined;
  /** Whether the request may have been sent. */
  armed: boolean;
  made: number;
  /** Whether an answer has arrived, or is no longer awaited. */
  isOver: boolean;
  /** Whether a complete answer refused it. */
  isNo?: boolean;
  /** Whether it arrived after its connection broke. */
  isLate?: boolean;
  /** The output in which selfbill ruled out that this request creates a document; it must not create one afterwards. */
  ruledOut?: string;
}

interface Entry {
  readonly id: string;
  readonly paper: Paper;
  /** The day on which it was created. */
  readonly day: string;
  /** Whether it failed the validation. */
  readonly failed: boolean;
  /** The time from which the lists show the document. */
  readonly listedAt: number;
  /** As answered when it was created. */
  readonly document: JsonObject;
  /** As stored: what lists and later answers show. */
  readonly shown: JsonObject;
}

export type Fate =
  | "made"
  | "made, then 500"
  | "not made, 500"
  | "other status"
  | "refused"
  | "429"
  | "201 without an id";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Requests per minute that the service accepts. */
const limit = 60;
const minute = 60_000;
/** The behaviour of one world's service. */
export interface Habits {
  /** The VAT that the service calculates for every document, compared with the VAT that was sent. */
  readonly vat: "as sent" | "0.01 more";
  /** Members of a list entry. */
  readonly entries: "everything" | "no totals" | "number and date";
  /** How lists are paged. */
  readonly pages: "one" | "with counts" | "without counts" | "capped, with its count" | "the first one again and again";
  /** Longest delay before a document is listed, in milliseconds. */
  readonly listing: number;
  /** Whether answers contain the time. */
  readonly dated: boolean;
  /** Whether the ids of the documents created on a day can be asked for. */
  readonly ids: boolean;
  /** What the service does to the documents that it stores. */
  readonly stores: Stores;
  /** Whether filters find what they are asked for; a blind one finds nothing. */
  readonly filters: "right" | "blind";
  /** Whether documents that failed the validation are listed. */
  readonly failed: "listed" | "only by their ids";
}

const usual: Habits = {
  vat: "as sent",
  entries: "everything",
  pages: "one",
  listing: 15_000,
  dated: true,
  ids: true,
  stores: "as sent",
  filters: "right",
  failed: "listed",
};

/** Returns the habits of a world's service; one world in three has the usual ones. */
export function habitsOf(random: World["random"]): Habits {
  if (random.oneIn(3)) return usual;
  const ids = !random.oneIn(3);
  return {
    vat: random.oneIn(3) ? "0.01 more" : "as sent",
    entries: random.pick(["everything", "no totals", "number and date"]),
    pages: random.pick([
      "one",
      "with counts",
      "without counts",
      "capped, with its count",
      "the first one again and again",
    ]),
    listing: random.pick([15_000, 58_000]),
    dated: !random.oneIn(6),
    ids,
    stores: random.oneIn(2) ? "as sent" : random.pick(waysToStore),
    filters: random.oneIn(4) ? "blind" : "right",
    failed: ids && random.oneIn(4) ? "only by their ids" : "listed",
  };
}

/** The page size of a service that ignores the requested one. */
const pageOf = 3;

/** The service of a simulated world, whose ledger is the reference. It accepts everything, even duplicates. */
export class SimServer {
  readonly #world: World;
  readonly #violation: (kind: "duplicates" | "wrongVerdicts", words: string) => void;
  readonly #entries: Entry[] = [];
  readonly habits: Habits;
  #ids = 0;
  #window = { since: 0, used: 0, hasLate: false };
  /** Requests that have been sent but have not yet arrived. */
  underWay = 0;
  /** 429 answers that were not planned as faults. */
  overLimit = 0;

  constructor(world: World, habits: Habits, violation: (kind: "duplicates" | "wrongVerdicts", words: string) => void) {
    this.#world = world;
    this.habits = habits;
    this.#violation = violation;
  }

  idsOf(paper: Paper): readonly string[] {
    return this.#entries.filter((each) => each.paper.mark === paper.mark).map(({ id }) => id);
  }

  countOf(group: number): number {
    return this.#entries.filter((each) => each.paper.group === group).length;
  }

  /** Documents that the list calls already show. */
  listed(): readonly Entry[] {
    return this.#entries.filter(({ listedAt }) => listedAt <= this.#world.time);
  }

  /** Documents that a list shows, found by what the service stored. */
  found(kind: DocumentKind, { document_number, billed_by_vat, document_date, status }: ListFilter): JsonObject[] {
    const { filters, failed } = this.habits;
    const isFiltered = [document_number, billed_by_vat, document_date].some((each) => each !== undefined);
    if ((filters === "blind" && isFiltered) || status !== undefined) return [];
    return this.listed()
      .filter((each) => each.paper.kind === kind && (failed === "listed" || !each.failed))
      .filter(({ shown }) => document_number === undefined || shown.document_number === document_number)
      .filter(({ shown }) => document_date === undefined || shown.issue_date === document_date)
      .filter(({ paper }) => billed_by_vat === undefined || paper.trn === billed_by_vat)
      .map(({ shown }) => shown);
  }

  /** Returns a page of these entries. */
  page(entries: readonly JsonObject[], number: number): Page {
    const { pages, entries: has } = this.habits;
    const kept = pages === "capped, with its count" ? entries.slice(0, pageOf) : entries;
    const shown = kept.map((each) => (has === "everything" ? each : shortened(each, has)));
    const slice = shown.slice(number * pageOf, (number + 1) * pageOf);
    const counts = { total_elements: entries.length, page_number: number };
    switch (pages) {
      case "one":
        return { content: shown, page_number: 0, total_pages: 1 };
      case "with counts":
        return { content: slice, ...counts, total_pages: Math.max(1, Math.ceil(entries.length / pageOf)) };
      case "without counts":
        return { content: slice };
      case "capped, with its count":
        return { content: shown, ...counts, total_pages: 1 };
      case "the first one again and again":
        return { content: shown.slice(0, pageOf) };
    }
  }

  /** The time that an answer contains; undefined if answers contain none. */
  get time(): number | undefined {
    return this.habits.dated ? this.#world.time : undefined;
  }

  /** Whether everything that was sent has arrived and is listed. */
  get isQuiet(): boolean {
    return this.underWay === 0 && this.#entries.every(({ listedAt }) => listedAt <= this.#world.time);
  }

  byId(id: string): Entry | undefined {
    return this.#entries.find((each) => each.id === id);
  }

  receive(sent: Sent, fate: Fate): Reply {
    if (sent.isLate) this.#window.hasLate = true;
    if (!this.withinLimit()) {
      // A late request counts in a later minute than the one in which selfbill counted it, so this 429 proves nothing.
      if (!this.#window.hasLate) this.overLimit += 1;
      return reply(429, '{"message":"Rate limit exceeded"}', { "retry-after": "60" });
    }
    const { random } = this.#world;
    switch (fate) {
      case "made":
        return reply(201, this.make(sent));
      case "made, then 500":
        this.make(sent);
        return reply(random.pick([500, 502, 503, 504, 408]), '{"message":"An error occurred"}');
      case "201 without an id":
        this.make(sent);
        return reply(201, random.pick(['{"id":""}', "{}", "", '{"id":5}']));
      case "not made, 500":
        return reply(random.pick([500, 503, 408, 425]), "<html></html>");
      case "other status":
        if (random.oneIn(2)) this.make(sent);
        return reply(random.pick([200, 202, 302, 304, 409, 418]), "{}");
      case "refused":
        return reply(random.pick([400, 401, 403, 404, 413, 422, 301, 307]), '{"message":"no"}');
      case "429": {
        const after = random.pick(["0", "1", "7", "30", "soon", "-1"]);
        return reply(429, "{}", random.oneIn(3) ? {} : { "retry-after": after });
      }
    }
  }

  private make(sent: Sent): string {
    const { paper, number } = sent;
    this.#ids += 1;
    const id = `D-${this.#ids}`;
    const body = answerTo(paper, number, { id, isMore: this.habits.vat === "0.01 more" });
    const json = parseJson(body);
    if (!json.ok) throw new Error(json.problems[0].message);
    const listedAt = this.#world.time + this.#world.random.below(this.habits.listing);
    const other = this.#entries.find((each) => number !== undefined && each.document.document_number === number);
    if (other && other.paper.group !== paper.group)
      this.#violation("duplicates", `${paper.mark} and ${other.paper.mark} have the number ${number}`);
    const document = json.value as JsonObject;
    const day = new Date(this.#world.time).toISOString().slice(0, 10);
    const shown = stored(document, this.habits.stores, { id, day });
    this.#entries.push({ id, paper, listedAt, document, shown, day, failed: this.#world.random.oneIn(8) });
    sent.made += 1;
    if (sent.ruledOut !== undefined) this.#violation("wrongVerdicts", `${paper.mark} is made after ${sent.ruledOut}`);
    if (this.countOf(paper.group) > 1) this.#violation("duplicates", `${paper.mark} or its like is made a second time`);
    return body;
  }

  /** The window of one minute starts with its first request; returns whether the request is accepted. */
  private withinLimit(): boolean {
    const { time } = this.#world;
    if (time >= this.#window.since + minute) this.#window = { since: time, used: 0, hasLate: false };
    this.#window.used += 1;
    return this.#window.used <= limit;
  }
}

function shortened(entry: JsonObject, has: Habits["entries"]): JsonObject {
  const kept =
    has === "no totals"
      ? Object.keys(entry).filter((name) => !/amount$/.test(name))
      : ["id", "document_number", "issue_date"];
  return Object.fromEntries(kept.flatMap((name) => (entry[name] === undefined ? [] : [[name, entry[name]]])));
}

function reply(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers, body };
}
