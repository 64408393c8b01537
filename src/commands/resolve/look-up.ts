import { compareDocuments, overallStatusOf, textNamed } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import { isDay } from "../../document/index.ts";
import type { Doubt, Intent, Journal } from "../../journal/index.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../json/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { type ListFilter, longestExchange, type ReadAnswer } from "../../send/index.ts";
import { statusName } from "../../states/index.ts";
import { isTooLong, readAgain } from "../follow/read-again.ts";
import { type Listing, readList } from "../follow/read-list.ts";
import { otherAccount, sightOf } from "../follow/sight.ts";
import { inWords, judgeContent, judgeDocument } from "./judge-document.ts";

export interface Candidate {
  readonly id: string;
  readonly documentNumber: string | undefined;
  /** Evidence for or against the candidate. */
  readonly why: string;
}

export type LookUp =
  | { readonly found: "yes"; readonly id: string; readonly documentNumber: string | undefined }
  | { readonly found: "no" }
  | { readonly found: "unknown"; readonly why: string; readonly candidates?: readonly Candidate[] };

/** Documents per page; the next smaller size is used if the answer was too long. */
export const pageSizes = [100, 20, 5, 1] as const;
/** Maximum number of pages; a longer list counts as incomplete. */
const mostPages = 100;
/** Maximum number of documents fetched per attempt in doubt; each costs a request. */
const mostFetched = 50;
/**
 * Maximum time in milliseconds until the service lists an existing document, counted from the latest time at which its
 * request can have arrived.
 */
const listedWithin = 60_000;

type List = Listing & { readonly documents: readonly JsonObject[] };
type Found = { readonly same: Candidate[]; readonly unclear: Candidate[] };

/** Looks up documents in doubt at the service; caches the lists and documents that one command reads. */
export class LookUps {
  readonly #connection: Connection;
  readonly #desk: Desk;
  readonly #journal: Journal;
  readonly #doubts: readonly Doubt[];
  readonly #lists = new Map<string, List>();
  readonly #documents = new Map<string, ReadAnswer<JsonObject>>();

  /** `doubts` must contain every document in doubt, because a document at the service can settle only one of them. */
  constructor(connection: Connection, desk: Desk, journal: Journal, doubts: readonly Doubt[]) {
    this.#connection = connection;
    this.#desk = desk;
    this.#journal = journal;
    this.#doubts = doubts;
  }

  /**
   * Searches by number and by day. The document exists if exactly one document at the service matches every sent value
   * that the service shows. It does not exist if complete lists have no candidate, the request can no longer arrive,
   * and the token gives access to this account. Problems: any problem from reading the service's lists or documents,
   * any journal problem.
   */
  async look(doubt: Doubt): Promise<Result<LookUp>> {
    const { intent } = doubt;
    const { extras } = this.#connection.profile;
    if (intent.replaces !== undefined) return this.#replaced(doubt, intent.replaces);
    if (!extras) return ok(unknown("this profile's service has no list to look in"));
    if (!isDay(intent.issueDate)) return ok(unknown("it has no issue date to look for"));
    const lists: List[] = [];
    for (const filter of filtersOf(intent)) {
      const list = await this.#list(intent, filter);
      if (!list.ok) return list;
      lists.push(list.value);
    }
    const found = await this.#judgeAll(doubt, lists);
    if (!found.ok) return found;
    const concluded = this.#conclude(doubt, found.value, lists);
    return concluded.found === "no" ? this.#ifSeen(concluded, lists) : ok(concluded);
  }

  /**
   * Returns "does not exist" only if the token gives access to the account: otherwise the lists may be those of another
   * account.
   */
  async #ifSeen(no: LookUp, lists: readonly List[]): Promise<Result<LookUp>> {
    const ids = lists.flatMap(({ documents }) => documents.map((each) => textNamed(each, "id") ?? ""));
    const sight = await sightOf(this.#connection, this.#journal, this.#desk, ids);
    if (!sight.ok) return sight;
    return ok(sight.value.sees ? no : unknown(otherAccount(sight.value.why)));
  }

  /**
   * Compares a document at the service with one in doubt; `unclear` also if another one in doubt matches as well.
   * Problems: any problem from reading the service's documents.
   */
  async judge(
    doubt: Doubt,
    id: string,
  ): Promise<Result<{ is: "same" | "other" | "unclear"; why: string; document: JsonObject }>> {
    const answer = await this.#document(doubt.intent, id);
    if (!answer.ok) return answer;
    const document = answer.value;
    const verdict = judgeDocument(document, doubt.intent, await this.#bodyOf(doubt.intent));
    if (verdict.is === "other") return ok({ is: "other", why: inWords(verdict.differences), document });
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

  async #judgeAll(doubt: Doubt, lists: readonly List[]): Promise<Result<Found>> {
    const found: Found = { same: [], unclear: [] };
    const seen = new Set<string>();
    let fetched = 0;
    for (const entry of lists.flatMap(({ documents }) => documents)) {
      const id = textNamed(entry, "id") ?? "";
      const documentNumber = textNamed(entry, "documentNumber");
      if (seen.has(id.toLowerCase())) continue;
      seen.add(id.toLowerCase());
      const sameNumber =
        doubt.intent.documentNumber !== undefined && documentNumber?.trim() === doubt.intent.documentNumber;
      if (!sameNumber && isSurelyOther(entry, doubt.intent)) continue;
      const known = await isKnown(this.#journal, doubt.intent, id);
      if (!known.ok) return known;
      if (known.value) {
        if (sameNumber)
          found.unclear.push({
            id,
            documentNumber,
            why: "it has this number, but the journal knows it as another document",
          });
        continue;
      }
      fetched += 1;
      if (fetched > mostFetched) {
        found.unclear.push({ id, documentNumber, why: "there are too many documents to compare" });
        break;
      }
      const judged = await this.judge(doubt, id);
      if (!judged.ok) {
        if (judged.problems[0].code !== "not-found") return judged;
        found.unclear.push({ id, documentNumber, why: "it is listed, but cannot be fetched" });
      } else if (judged.value.is !== "other") {
        const { is, why, document } = judged.value;
        found[is].push({ id, documentNumber: textNamed(document, "documentNumber") ?? documentNumber, why });
      }
    }
    return ok(found);
  }

  #conclude(doubt: Doubt, { same, unclear }: Found, lists: readonly List[]): LookUp {
    const { documentNumber } = doubt.intent;
    const [first] = same;
    const notWhole = lists.find((each) => each.unclear !== undefined)?.unclear;
    const byNumber = documentNumber !== undefined && first?.documentNumber?.trim() === documentNumber;
    if (first && same.length === 1 && (byNumber || (unclear.length === 0 && notWhole === undefined)))
      return { found: "yes", id: first.id, documentNumber: first.documentNumber };
    const candidates = [...same, ...unclear];
    if (candidates.length > 0)
      return {
        found: "unknown",
        why:
          candidates.length === 1
            ? "one document of the service may be it"
            : `${candidates.length} documents of the service may be it`,
        candidates,
      };
    return notWhole === undefined ? absent(doubt, lists) : unknown(notWhole);
  }

  async #list({ kind, version }: Intent, filter: ListFilter): Promise<Result<List>> {
    const name = JSON.stringify([kind, version, filter]);
    const known = this.#lists.get(name);
    if (known) return ok(known);
    const service = this.#connection.service.withVersion(version);
    for (let [attempt, smaller] = [1, 0]; ; ) {
      const documents: JsonObject[] = [];
      const size = pageSizes[smaller];
      let tooLong = false;
      const ask = async (page: number) => {
        const answer = await readAgain(() => service.list(kind, { ...filter, page, size }), this.#desk);
        tooLong = !answer.ok && isTooLong(answer);
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
      if (!listing.ok) return listing;
      // The list changed while it was read, so read it again.
      if (listing.value.unclear !== undefined && attempt++ < 2) continue;
      const list = { ...listing.value, documents };
      this.#lists.set(name, list);
      return ok(list);
    }
  }

  async #document({ kind, version }: Intent, id: string): Promise<ReadAnswer<JsonObject>> {
    const known = this.#documents.get(`${kind} ${id}`);
    if (known) return known;
    const service = this.#connection.service.withVersion(version);
    const answer = await readAgain(() => service.document(kind, id), this.#desk);
    if (answer.ok) this.#documents.set(`${kind} ${id}`, answer);
    return answer;
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
    const answer = await this.#document(intent, id);
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

/**
 * Whether an entry is certainly another document, so that it need not be fetched: only a different number or TRN proves
 * this.
 */
function isSurelyOther(entry: JsonObject, { kind, documentNumber, supplier }: Intent): boolean {
  const sent: JsonObject = {
    ...(documentNumber === undefined ? {} : { document_number: documentNumber }),
    ...(supplier.trn === "" ? {} : { accounting_supplier_party: { party_tax_scheme: { company_id: supplier.trn } } }),
  };
  return compareDocuments(sent, entry, kind).differences.length > 0;
}

/** Whether the journal already has a document with this id. */
export async function isKnown(
  journal: Journal,
  { account }: Pick<Intent, "account">,
  id: string,
): Promise<Result<boolean>> {
  for (const spelled of [id, id.toLowerCase(), id.toUpperCase()]) {
    const found = await journal.find(account, spelled);
    if (!found.ok) return found;
    if (found.value.some((known) => known.id === spelled)) return ok(true);
  }
  return ok(false);
}

function absent(doubt: Doubt, lists: readonly List[]): LookUp {
  const { result } = doubt;
  if (result?.told)
    return unknown(
      `the service answered ${result.status ?? 201} (created) with the id ${result.told.id}, and lists nothing that could be it`,
    );
  if (result?.status === 201) return unknown("the service answered 201 (created), and does not list it");
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

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

function unknown(why: string): LookUp {
  return { found: "unknown", why };
}
