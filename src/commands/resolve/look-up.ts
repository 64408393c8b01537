import {
  amountsOf,
  buyerOf,
  cannotBe,
  idOf,
  overallStatusOf,
  provesOther,
  type Sought,
  textNamed,
} from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import { isDay } from "../../document/index.ts";
import type { Doubt, Intent, Journal } from "../../journal/index.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../json/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { type ListFilter, longestExchange } from "../../send/index.ts";
import { statusName } from "../../states/index.ts";
import { seenBefore } from "../follow/noted-elsewhere.ts";
import { otherAccount, sightOf } from "../follow/sight.ts";
import { type Candidate, candidateOf } from "./candidate.ts";
import { inWords, judgeContent, judgeDocument } from "./judge-document.ts";
import { type KnownListed, type List, ServiceLists } from "./service-lists.ts";

export type LookUp =
  | { readonly found: "yes"; readonly id: string; readonly documentNumber: string | undefined }
  | { readonly found: "no" }
  | { readonly found: "unknown"; readonly why: string; readonly candidates?: readonly Candidate[] };

/** Maximum number of documents fetched per attempt in doubt; each costs a request. */
const mostFetched = 200;
/**
 * Maximum time in milliseconds until the service lists an existing document, counted from the latest time at which its
 * request can have arrived.
 */
const listedWithin = 60_000;

interface Found {
  readonly same: Candidate[];
  /** Documents that look like the one in doubt. */
  readonly unclear: Candidate[];
  /** Documents that differ from it, as a service may have changed it. */
  readonly changed: Candidate[];
  /** Why not every document was judged. */
  readonly unread?: string | undefined;
}

/**
 * A verdict on one document: `other` only if it cannot be the one in doubt, `changed` if it differs from it, but only as
 * a service may have changed it.
 */
export interface LookedAt {
  readonly is: "same" | "other" | "unclear" | "changed";
  readonly why: string;
  readonly document: JsonObject;
}

/** Looks up documents in doubt at the service; caches the lists and documents that one command reads. */
export class LookUps {
  readonly #connection: Connection;
  readonly #desk: Desk;
  readonly #journal: Journal;
  readonly #doubts: readonly Doubt[];
  readonly #lists: ServiceLists;

  /** `doubts` must contain every document in doubt, because a document at the service can settle only one of them. */
  constructor(connection: Connection, desk: Desk, journal: Journal, doubts: readonly Doubt[]) {
    this.#connection = connection;
    this.#desk = desk;
    this.#journal = journal;
    this.#doubts = doubts;
    this.#lists = new ServiceLists(connection, desk, journal);
  }

  /**
   * Searches by number and by day. The document exists if exactly one document at the service matches every sent value
   * that the service shows. It does not exist if, of all documents of the account, none can be it, the request can no
   * longer arrive, and the token gives access to this account. Problems: any problem from reading the service's lists
   * or documents, any journal problem.
   */
  async look(doubt: Doubt): Promise<Result<LookUp>> {
    const { intent } = doubt;
    const { extras } = this.#connection.profile;
    if (intent.replaces !== undefined) return this.#replaced(doubt, intent.replaces);
    if (!extras) return ok(unknown("this profile's service has no list to look in"));
    if (!isDay(intent.issueDate)) return ok(unknown("it has no issue date to look for"));
    const lists: List[] = [];
    for (const filter of filtersOf(intent)) {
      const list = await this.#lists.list(intent, filter);
      if (!list.ok) return list;
      lists.push(list.value);
    }
    const near = await this.#judgeAll(doubt, lists, []);
    if (!near.ok) return near;
    const exists = existing(doubt, near.value, lists);
    return exists ? ok(exists) : this.#ifAbsent(doubt, lists);
  }

  async #ifAbsent(doubt: Doubt, near: readonly List[]): Promise<Result<LookUp>> {
    const everything = await this.#lists.everything(doubt);
    if (!everything.ok) return everything;
    const lists = [...near, everything.value];
    const found = await this.#judgeAll(doubt, lists, everything.value.known);
    if (!found.ok) return found;
    const concluded = conclude(doubt, found.value, lists);
    if (concluded.found !== "no") return ok(concluded);
    if (doubt.intent.overridden?.includes("--send-anyway") && !everything.value.showsFailed)
      return ok(unknown("it was sent in spite of findings, and the service may not list documents that failed"));
    return this.#ifSeen(concluded, lists);
  }

  /**
   * Returns "does not exist" only if the token gives access to the account: otherwise the lists may be those of another
   * account.
   */
  async #ifSeen(no: LookUp, lists: readonly List[]): Promise<Result<LookUp>> {
    const ids = lists.flatMap(({ documents }) => documents.map((each) => idOf(each)?.id ?? ""));
    const sight = await sightOf(this.#connection, this.#journal, this.#desk, ids);
    if (!sight.ok) return sight;
    return ok(sight.value.sees ? no : unknown(otherAccount(sight.value.why)));
  }

  /**
   * Compares a document at the service with one in doubt; `unclear` also if another one in doubt matches as well.
   * Problems: any problem from reading the service's documents, any journal problem.
   */
  async judge(doubt: Doubt, id: string): Promise<Result<LookedAt>> {
    return this.#judge(doubt, id, await this.#sought(doubt, []));
  }

  async #judge(doubt: Doubt, id: string, sought: Sought): Promise<Result<LookedAt>> {
    const answer = await this.#lists.document(doubt.intent, id);
    if (!answer.ok) return answer;
    const document = answer.value;
    const isTaken = numberTaken.has(doubt.result?.status ?? 0);
    const verdict = judgeDocument(document, doubt.intent, await this.#bodyOf(doubt.intent), isTaken);
    if (verdict.is === "other") {
      const why = inWords(verdict.differences);
      return ok({ is: cannotBe(document, sought) ? "other" : "changed", why, document });
    }
    if (verdict.is === "unclear") return ok({ is: "unclear", why: verdict.why, document });
    for (const rival of this.#doubts) {
      const { attempt, intent } = rival;
      if (attempt === doubt.attempt || intent.account !== doubt.intent.account || intent.kind !== doubt.intent.kind)
        continue;
      if (judgeDocument(document, intent, await this.#bodyOf(intent)).is === "other") continue;
      return ok({ is: "unclear", why: `it may as well be ${attempt}, which is in doubt too`, document });
    }
    return ok({ is: "same", why: "everything that was sent is the same there", document });
  }

  /** Fetches and judges every listed document that may be the one in doubt. `known` are documents of this account. */
  async #judgeAll(doubt: Doubt, lists: readonly List[], known: readonly KnownListed[]): Promise<Result<Found>> {
    const found: Found = { same: [], unclear: [], changed: [] };
    const sought = await this.#sought(doubt, known);
    const earlier = await this.#seenBefore(doubt);
    if (!earlier.ok) return earlier;
    let fetched = 0;
    for (const [id, entry] of entriesOf(lists)) {
      const documentNumber = textNamed(entry, "documentNumber");
      const sameNumber = isSameNumber(documentNumber, doubt.intent);
      if (!sameNumber && (earlier.value.has(id) || cannotBe(entry, sought))) continue;
      const isOwn = await isKnown(this.#journal, doubt.intent, id);
      if (!isOwn.ok) return isOwn;
      if (isOwn.value) {
        const why = "it has this number, but the journal knows it as another document";
        if (sameNumber) found.unclear.push(candidateOf(entry, doubt.intent, { id, why }));
        continue;
      }
      fetched += 1;
      if (fetched > mostFetched)
        return ok({ ...found, unread: `more than ${mostFetched} documents of the service may be it` });
      const judged = await this.#judge(doubt, id, sought);
      if (!judged.ok) {
        if (judged.problems[0].code !== "not-found") return judged;
        const why = "it is listed, but cannot be fetched";
        found.unclear.push(candidateOf(entry, doubt.intent, { id, why }));
      } else if (judged.value.is !== "other") {
        const { is, why, document } = judged.value;
        found[is].push(candidateOf({ ...entry, ...document }, doubt.intent, { id, why }));
      }
    }
    return ok(found);
  }

  /** Returns what is known of the way in which this service shows the document in doubt. */
  async #sought({ intent }: Doubt, known: readonly KnownListed[]): Promise<Sought> {
    const body = await this.#bodyOf(intent);
    const numbered = known.find(
      ({ past, listed }) =>
        past.intent.documentNumber !== undefined && textNamed(listed, "documentNumber") !== undefined,
    );
    return {
      documentNumber: intent.documentNumber,
      trn: intent.supplier.trn,
      amounts: body && amountsOf(body, intent.kind),
      echoesNumbers:
        numbered !== undefined && isSameNumber(textNamed(numbered.listed, "documentNumber"), numbered.past.intent),
      buyers: new Set(known.flatMap(({ listed }) => buyerOf(listed) ?? [])),
    };
  }

  async #seenBefore({ attempt, intent }: Doubt): Promise<Result<ReadonlySet<string>>> {
    const begun = await this.#begun(attempt);
    if (!begun.ok) return begun;
    const names = await this.#journal.accounts.names(intent.account);
    if (!names.ok) return names;
    return seenBefore(begun.value, names.value, this.#journal);
  }

  /** Returns the record with which an attempt began. */
  async #begun(attempt: string): Promise<Result<number>> {
    const records = await this.#journal.attempt(attempt);
    return records.ok ? ok(records.value.find(({ type }) => type === "intent")?.sequence ?? 0) : records;
  }

  async #bodyOf({ bodyHash }: Intent): Promise<JsonObject | undefined> {
    const kept = await this.#journal.kept(bodyHash);
    const json = kept.ok && kept.value !== undefined ? parseJson(kept.value) : undefined;
    return json?.ok && isJsonObject(json.value) ? json.value : undefined;
  }

  /**
   * Looks up a document that was sent again. It exists in any case; its content shows whether the correction was
   * accepted: yes if the document has exactly what was sent, no if it still has exactly its earlier content and the
   * request can no longer arrive.
   */
  async #replaced(doubt: Doubt, id: string): Promise<Result<LookUp>> {
    const { intent, result } = doubt;
    if (!this.#connection.profile.extras) return ok(unknown("this profile's service does not show documents"));
    const answer = await this.#lists.document(intent, id);
    if (!answer.ok) return answer;
    const earlier = await this.#journal.tries.last(
      "id",
      id,
      (past) => past.state === "created" && past.intent.account === intent.account,
    );
    if (!earlier.ok) return earlier;
    const document = answer.value;
    const sent = judgeContent(document, intent, await this.#bodyOf(intent));
    const before =
      earlier.value && judgeContent(document, earlier.value.intent, await this.#bodyOf(earlier.value.intent));
    const isFailed = overallStatusOf(document) === statusName.failed;
    if (sent.is === "same" && isFailed && before?.is !== "other")
      return ok(unknown(`${id} is in ${statusName.failed}, before or after the correction`));
    if (sent.is === "same") return ok({ found: "yes", id, documentNumber: textNamed(document, "documentNumber") });
    if (sent.is === "unclear") return ok(unknown(`${id} looks like it, but ${sent.why}`));
    const differs = `${id} differs from what was sent: ${inWords(sent.differences)}`;
    if (before?.is !== "same" || isSuccess(result?.status)) return ok(unknown(differs));
    const begun = await this.#begun(doubt.attempt);
    if (!begun.ok) return begun;
    const status = overallStatusOf(document);
    const isLater = earlier.value !== undefined && earlier.value.record > begun.value;
    if (status !== undefined && !isFailed && !isLater)
      return ok(unknown(`${id} is ${status}, so a correction was accepted`));
    const body = await this.#bodyOf(intent);
    if (!provesOther(document, sent.differences, body && amountsOf(body, intent.kind)))
      return ok(unknown(`${differs}, as the service may have changed it`));
    return ok(ifTooLate(doubt, [answer.serviceTime], `${id} still has its earlier content`));
  }
}

/**
 * Returns the filters to try: by number, and by TRN and day. Omits the TRN if the supplier has none. Without a number,
 * also tries the days before and after, because a service may convert dates to another time zone.
 */
function filtersOf({ documentNumber, issueDate, supplier }: Intent): ListFilter[] {
  const days = documentNumber === undefined ? [0, -1, 1] : [0];
  const byDay = days.map((each) => ({
    ...(supplier.trn === "" ? {} : { billed_by_vat: supplier.trn }),
    document_date: dayAfter(issueDate, each),
  }));
  return documentNumber === undefined ? byDay : [{ document_number: documentNumber }, ...byDay];
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns each entry once, with its id. */
function entriesOf(lists: readonly List[]): Iterable<[id: string, entry: JsonObject]> {
  const entries = new Map<string, [id: string, entry: JsonObject]>();
  for (const entry of lists.flatMap(({ documents }) => documents)) {
    const id = idOf(entry)?.id ?? "";
    if (!entries.has(id)) entries.set(id, [id, entry]);
  }
  return entries.values();
}

function isSameNumber(told: string | undefined, { documentNumber }: Intent): boolean {
  return documentNumber !== undefined && told?.trim() === documentNumber.trim();
}

/** Returns "yes" if exactly one document is proven to be the one in doubt. */
function existing({ intent }: Doubt, { same, unclear, unread }: Found, lists: readonly List[]): LookUp | undefined {
  const [first] = same;
  const byNumber = isSameNumber(first?.documentNumber, intent);
  const isOnly = unclear.length === 0 && unread === undefined && notWhole(lists) === undefined;
  if (first === undefined || same.length > 1 || !(byNumber || isOnly)) return undefined;
  return { found: "yes", id: first.id, documentNumber: first.documentNumber };
}

function notWhole(lists: readonly List[]): string | undefined {
  return lists.find((each) => each.unclear !== undefined)?.unclear;
}

function conclude(doubt: Doubt, found: Found, lists: readonly List[]): LookUp {
  const candidates = [...found.same, ...found.unclear, ...found.changed];
  if (candidates.length > 0) {
    const why =
      candidates.length === 1
        ? "one document of the service may be it"
        : `${candidates.length} documents of the service may be it`;
    return { found: "unknown", why, candidates };
  }
  const unread = found.unread ?? notWhole(lists);
  return unread === undefined ? absent(doubt, lists) : unknown(unread);
}

/** Whether the journal already has a document with this id. */
export async function isKnown(
  journal: Journal,
  { account }: Pick<Intent, "account">,
  id: string,
): Promise<Result<boolean>> {
  const found = await journal.find(account, id);
  return found.ok ? ok(found.value.some((known) => known.id === id)) : found;
}

function absent(doubt: Doubt, lists: readonly List[]): LookUp {
  const { result } = doubt;
  if (result?.told)
    return unknown(
      `the service answered ${result.status ?? 201} (created) with the id ${result.told.id}, and lists nothing that could be it`,
    );
  if (isSuccess(result?.status)) return unknown(`the service answered ${result?.status} (done), and does not list it`);
  return ifTooLate(
    doubt,
    lists.map(({ serviceTime }) => serviceTime),
    "the service does not list it",
  );
}

/**
 * Returns "does not exist" only once the request can no longer arrive, as measured by two clocks that no local user can
 * set. `times`: when the service was asked (Unix milliseconds); `said`: what it showed.
 */
function ifTooLate({ sentAt, elapsed }: Doubt, times: readonly (number | undefined)[], said: string): LookUp {
  if (elapsed === undefined)
    return unknown(`${said}, but this computer was started again since, so its clock proves nothing`);
  if (times.some((each) => each === undefined))
    return unknown(`${said}, but its answer has no time, so it may have come too early`);
  const since = Math.min(...times.flatMap((each) => each ?? [])) - Date.parse(sentAt);
  const left = longestExchange + listedWithin - Math.min(since, elapsed);
  if (left <= 0) return { found: "no" };
  const wait = left > 3_600_000 ? `${Math.ceil(left / 3_600_000)} hours` : `${Math.ceil(left / 1000)} s`;
  return unknown(`${said}, which counts only four minutes after sending by its own clock: again in ${wait}`);
}

/** Statuses of an answer that called the number taken, where it left the document in doubt (Decision 310). */
const numberTaken: ReadonlySet<number> = new Set([400, 409, 422]);

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

function unknown(why: string): LookUp {
  return { found: "unknown", why };
}
