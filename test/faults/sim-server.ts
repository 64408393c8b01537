import { type JsonObject, parseJson } from "../../src/json/index.ts";
import type { Page } from "../../src/send/index.ts";
import { answerTo, type Paper } from "./sim-papers.ts";
import type { World } from "./sim-world.ts";

/** One create as it was sent, and what the service made of it. */
export interface Sent {
  readonly paper: Paper;
  /** The number that was sent with it: its own, or one of a series. */
  readonly number: string | undefined;
  /** Whether the request may have left. */
  armed: boolean;
  made: number;
  /** An answer came, or it is not waited for any more. */
  isOver: boolean;
  /** An answer came whole that says no. */
  isNo?: boolean;
  /** It arrived after its line broke. */
  isLate?: boolean;
  /** What was said of it, once that rules a document out. */
  ruledOut?: string;
}

/** A document that exists. */
interface Entry {
  readonly id: string;
  readonly paper: Paper;
  /** From when on it is listed. */
  readonly listedAt: number;
  readonly document: JsonObject;
}

/** What a create meets at the service. */
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

/** Requests of a minute that the service takes. */
const limit = 60;
const minute = 60_000;
/** How a service of one world is. */
export interface Habits {
  /** The VAT of every document, by which its own calculation differs. */
  readonly vat: "as sent" | "0.01 more";
  /** What an entry of a list has. */
  readonly entries: "everything" | "no totals" | "number and date";
  /** How a list is read. */
  readonly pages: "one" | "with counts" | "without counts" | "capped, with its count" | "the first one again and again";
  /** A document is listed within this time, in milliseconds. */
  readonly listing: number;
  /** Answers tell their time. */
  readonly dated: boolean;
}

const usual: Habits = { vat: "as sent", entries: "everything", pages: "one", listing: 15_000, dated: true };

/** Every third world has the usual service. */
export function habitsOf(random: World["random"]): Habits {
  if (random.oneIn(3)) return usual;
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
  };
}

/** Entries of a page of such a service, whatever was asked for. */
const pageOf = 3;

/** The service of a simulated world; its ledger is the judge. It takes whatever it is given, twice if it must. */
export class SimServer {
  readonly #world: World;
  readonly #violation: (kind: "duplicates" | "wrongVerdicts", words: string) => void;
  readonly #entries: Entry[] = [];
  readonly habits: Habits;
  #ids = 0;
  #window = { since: 0, used: 0, hasLate: false };
  /** Requests that left and did not arrive yet. */
  underWay = 0;
  /** Answers that told of too many requests, without having been asked to. */
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

  /** What the list calls know by now. */
  listed(): readonly Entry[] {
    return this.#entries.filter(({ listedAt }) => listedAt <= this.#world.time);
  }

  /** A page of a list of these. */
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

  /** The answer to a look at one document. */
  get time(): number | undefined {
    return this.habits.dated ? this.#world.time : undefined;
  }

  /** Whether everything that left has arrived, and is listed. */
  get isQuiet(): boolean {
    return this.underWay === 0 && this.#entries.every(({ listedAt }) => listedAt <= this.#world.time);
  }

  byId(id: string): Entry | undefined {
    return this.#entries.find((each) => each.id === id);
  }

  receive(sent: Sent, fate: Fate): Reply {
    if (sent.isLate) this.#window.hasLate = true;
    if (!this.withinLimit()) {
      // Requests that come late come together with those that were counted later.
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
    this.#entries.push({ id, paper, listedAt, document: json.value as JsonObject });
    sent.made += 1;
    if (sent.ruledOut !== undefined) this.#violation("wrongVerdicts", `${paper.mark} is made after ${sent.ruledOut}`);
    if (this.countOf(paper.group) > 1) this.#violation("duplicates", `${paper.mark} or its like is made a second time`);
    return body;
  }

  /** One window of a minute, which begins with its first request. */
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
