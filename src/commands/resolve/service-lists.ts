import { idOf, overallStatusOf } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import type { Doubt, Intent, Journal, Past } from "../../journal/index.ts";
import type { JsonObject } from "../../json/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { type ListFilter, longestExchange, type ReadAnswer } from "../../send/index.ts";
import { statusName } from "../../states/index.ts";
import { isTooLong, readAgain } from "../follow/read-again.ts";
import { type Listing, readList } from "../follow/read-list.ts";

/** Documents per page; the next smaller size is used if the answer was too long. */
export const pageSizes = [100, 20, 5, 1] as const;
/** Maximum number of pages; a longer list counts as incomplete. */
const mostPages = 100;
/** Maximum number of the account's own documents that a list must show to be believed. */
const mostWitnesses = 50;
/** Maximum number of own documents fetched that a list does not show. */
const mostMissing = 3;
/** In milliseconds: a document may be listed later than it was created. */
const shownWithin = 10 * 60_000;
/** In milliseconds. The service may use UTC or UAE days, and clocks may differ. */
const margin = 6 * 60 * 60 * 1000;

export type List = Listing & { readonly documents: readonly JsonObject[] };

/** A document that this account created, and how the service lists it. */
export interface KnownListed {
  readonly past: Past;
  readonly listed: JsonObject;
}

/** Every document that may be the one in doubt, and the documents among them that this account is known to have. */
export type Everything = List & {
  readonly known: readonly KnownListed[];
  /** Whether a document that failed the validation would be among them. */
  readonly showsFailed: boolean;
};

/** Reads the service's lists and documents, each once per command. */
export class ServiceLists {
  readonly #connection: Connection;
  readonly #desk: Desk;
  readonly #journal: Journal;
  readonly #lists = new Map<string, List>();
  readonly #documents = new Map<string, ReadAnswer<JsonObject>>();

  constructor(connection: Connection, desk: Desk, journal: Journal) {
    this.#connection = connection;
    this.#desk = desk;
    this.#journal = journal;
  }

  async list({ kind, version }: Intent, filter: ListFilter): Promise<Result<List> & { status?: number | undefined }> {
    const name = JSON.stringify([kind, version, filter]);
    const known = this.#lists.get(name);
    if (known) return ok(known);
    const service = this.#connection.service.withVersion(version);
    for (let [attempt, smaller] = [1, 0]; ; ) {
      const documents: JsonObject[] = [];
      const size = pageSizes[smaller];
      let [tooLong, status]: [boolean, number | undefined] = [false, undefined];
      const ask = async (page: number) => {
        const answer = await readAgain(() => service.list(kind, { ...filter, page, size }), this.#desk);
        tooLong = !answer.ok && isTooLong(answer);
        status = answer.ok ? undefined : answer.status;
        return answer;
      };
      const take = (content: readonly JsonObject[]): void => {
        for (const each of content) documents.push(each);
      };
      const listing = await readList(ask, take, mostPages);
      if (tooLong && smaller + 1 < pageSizes.length) {
        smaller += 1;
        continue;
      }
      if (!listing.ok) return { ...listing, status };
      // The list changed while it was read, so read it again.
      if (listing.value.unclear !== undefined && attempt++ < 2) continue;
      const list = { ...listing.value, documents };
      this.#lists.set(name, list);
      return ok(list);
    }
  }

  async document({ kind, version }: Intent, id: string): Promise<ReadAnswer<JsonObject>> {
    const known = this.#documents.get(`${kind} ${id}`);
    if (known) return known;
    const service = this.#connection.service.withVersion(version);
    const answer = await readAgain(() => service.document(kind, id), this.#desk);
    if (answer.ok) this.#documents.set(`${kind} ${id}`, answer);
    return answer;
  }

  /**
   * Returns every document that may be one in doubt: all of the account, or all of its supplier if the service's filter
   * finds what is known to be there. `unclear` if the service does not show all of them. Source: Decision 190.
   */
  async everything({ intent, sentAt }: Doubt): Promise<Result<Everything>> {
    const known = await this.#known(intent);
    if (!known.ok) return known;
    const whole = await this.#whole(intent, known.value);
    if (!whole.ok) return whole;
    const sent = Date.parse(sentAt);
    const ahead = (whole.value.serviceTime ?? this.#desk.now().getTime()) - this.#desk.now().getTime();
    // The service's clock may differ, and it may go by the date of issue.
    const days = new Set([...daysAround(sent), ...daysAround(sent + ahead), intent.issueDate]);
    const beside = await this.#notListed(intent, days);
    if (!beside.ok) return beside;
    const { unclear, serviceTime, documents } = whole.value;
    const listed = new Map(documents.map((each) => [idOf(each)?.id, each]));
    const asListed = (past: Past): KnownListed[] => {
      const found = listed.get(past.id);
      return found ? [{ past, listed: found }] : [];
    };
    const isFailed = (each: JsonObject): boolean => overallStatusOf(each) === statusName.failed;
    return ok({
      unclear: unclear ?? beside.value.unclear,
      serviceTime,
      documents: [...documents, ...beside.value.documents],
      known: known.value.flatMap(asListed),
      showsFailed: beside.value.isById || documents.some(isFailed),
    });
  }

  async #whole(intent: Intent, known: readonly Past[]): Promise<Result<List>> {
    const { trn } = intent.supplier;
    const ofSupplier = known.filter((each) => trn !== "" && each.intent.supplier.trn === trn);
    if (ofSupplier.length > 0) {
      const filtered = await this.list(intent, { billed_by_vat: trn });
      if (!filtered.ok) return filtered;
      if (filtered.value.unclear === undefined && lacking(filtered.value, ofSupplier).length === 0) return filtered;
    }
    const all = await this.list(intent, {});
    if (!all.ok || all.value.unclear !== undefined) return all;
    for (const { id = "", documentNumber } of lacking(all.value, known).slice(0, mostMissing)) {
      const answer = await this.document(intent, id);
      if (!answer.ok && answer.problems[0].code !== "not-found") return answer;
      if (answer.ok)
        return ok({ ...all.value, unclear: `the service's list does not show ${documentNumber ?? id}, which exists` });
    }
    return all;
  }

  /** Returns documents that this account created, newest first: a list that is whole shows them. */
  async #known({ account, kind }: Intent): Promise<Result<readonly Past[]>> {
    const until = new Date(this.#desk.now().getTime() - shownWithin).toISOString();
    const wanted = { account, kind, states: ["created"], until } as const;
    const tries = await this.#journal.tries.page(wanted, { before: Number.MAX_SAFE_INTEGER }, mostWitnesses);
    if (!tries.ok) return tries;
    return ok(tries.value.filter(({ id, result }) => id !== undefined && result?.verdict === "created"));
  }

  /**
   * Looks where the service may show what its list leaves out: among the ids created on these days, or else among the
   * failed documents. These only add documents; a service that lacks them proves nothing.
   */
  async #notListed(intent: Intent, days: Iterable<string>): Promise<Result<List & { readonly isById: boolean }>> {
    const created = await this.#createdOn(days, intent);
    if (!created.ok) return created;
    if (created.value !== undefined) return ok({ ...created.value, isById: true });
    const failed = await this.list(intent, { status: statusName.failed });
    if (failed.ok) return ok({ ...failed.value, isById: false });
    return isNotServed(failed.status) ? ok({ documents: [], isById: false }) : failed;
  }

  async #createdOn(days: Iterable<string>, { kind, version }: Intent): Promise<Result<List | undefined>> {
    const service = this.#connection.service.withVersion(version);
    const ids = new Set<string>();
    for (const day of days) {
      for (let page = 0; ; page += 1) {
        if (page === mostPages) return ok({ documents: [], unclear: `more than ${mostPages} pages list its day` });
        const words = { created_on: day, page, size: pageSizes[0] };
        const answer = await readAgain(() => service.idsCreated(kind, words), this.#desk);
        if (!answer.ok) return isNotServed(answer.status) ? ok(undefined) : answer;
        if (answer.value.ids.includes("")) return ok({ documents: [], unclear: "it lists an id that cannot be read" });
        const before = ids.size;
        for (const id of answer.value.ids) ids.add(id);
        const { pages } = answer.value;
        if (pages === undefined ? ids.size === before : page + 1 >= pages) break;
      }
    }
    return ok({ documents: [...ids].map((id) => ({ id })) });
  }
}

/** Returns the known documents that a list does not show. */
function lacking({ documents }: List, known: readonly Past[]): Past[] {
  const ids = new Set(documents.map((each) => idOf(each)?.id));
  return known.filter(({ id }) => !ids.has(id));
}

/** Whether the HTTP status means that the service does not offer this call or filter to this token. */
function isNotServed(status: number | undefined): boolean {
  return status !== undefined && [400, 403, 404, 405, 501].includes(status);
}

/** Returns the days on which a document may have been created that was sent at this time. */
function daysAround(sent: number): string[] {
  const [from, until] = [sent - margin, sent + longestExchange + margin];
  return [dayOf(from), dayOf(until)];
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
