import { idOf, objectNamed, textNamed } from "../../../contract/index.ts";
import type { Connection, Desk } from "../../../desk/index.ts";
import { type DocumentKind, documentKinds, gulfDay } from "../../../document/index.ts";
import type { Journal } from "../../../journal/index.ts";
import type { JsonObject } from "../../../json/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../../problem/index.ts";
import { type IdPage, isMissingCall, type Page, type ReadAnswer } from "../../../send/index.ts";
import { holdMarks } from "../../../submit/index.ts";
import { readAgain } from "../../follow/read-again.ts";
import { sightOf, unseen } from "../../follow/sight.ts";
import { type ElsewhereDocument, elsewhereOf, knownElsewhere, mayBeOpen } from "../made-elsewhere.ts";
import type { OfAccount, SendGate } from "./gate.ts";
import { markMissing } from "./mark-missing.ts";

/** Documents that the service has and the journal lacks; asked in CI, where a journal may be an older copy. */
export const newerDocumentsInCi: SendGate<OfAccount> = {
  name: "newer-documents",
  async stops({ connection, journal, marks, guard, open }, desk) {
    const { profile, account } = connection;
    if (guard === undefined || !desk.inCi || !profile.extras) return undefined;
    const newer = await newerDocuments(connection, journal, desk);
    if (!newer.ok) return newer.problems[0];
    if (newer.value.is === "lacking") return newer.value.problem;
    if (newer.value.is === "nothing") open.push(...newer.value.open);
    const held = await holdMarks({ journal, marks, account });
    if (!held.ok) return held.problems[0];
    return newer.value.is === "no-lists" && held.value.mark === undefined ? markMissing(profile) : undefined;
  },
};

type Newer =
  /**
   * The journal has everything since its last record, and the token has access to the account. `open` documents may
   * come from attempts in doubt.
   */
  | { readonly is: "nothing"; readonly open: readonly ElsewhereDocument[] }
  | { readonly is: "lacking"; readonly problem: Problem }
  /** The service has no lists. */
  | { readonly is: "no-lists" };

interface Listed {
  readonly kind: DocumentKind;
  readonly id: string;
}

/** In milliseconds. The service may use UTC or UAE days, and clocks may differ. */
const margin = 6 * 60 * 60 * 1000;
const pageSize = 100;
const day = 24 * 60 * 60 * 1000;
/** Maximum number of days requested one by one; for more days, the whole list is read. */
const mostDays = 14;
/** Maximum number of requests per comparison; more would use up the rate limit for several minutes. */
const mostPages = 100;
/** Maximum number of documents fetched to read their numbers and accounts. */
const mostFetched = 20;
const mostNamed = 5;

/**
 * Looks for documents that the service has but the journal lacks, created since the journal's last record of this
 * account or the last `journal accept`, whichever is later. Those that may come from an attempt in progress or in doubt
 * are only `open`; accepted documents, and those of the organization's other buyers, are skipped. Problems: any problem
 * from reading the service's lists or documents, any journal problem.
 */
async function newerDocuments(connection: Connection, journal: Journal, desk: Desk): Promise<Result<Newer>> {
  const { account } = connection;
  const lately = await journal.lately(account);
  if (!lately.ok) return lately;
  const known = await knownElsewhere(account, journal);
  if (!known.ok) return known;
  const last = [lately.value.last, known.value.acceptedUntil].filter((each) => each !== undefined).sort();
  const listed = await listedSince(last.at(-1), connection, desk);
  if (!listed.ok) return unread(listed.problems[0]);
  if (listed.value === undefined) return ok({ is: "no-lists" });
  // Read the journal after the service, so that a document that another process has just created is already recorded.
  const here = await recorded(journal, account, listed.value.documents);
  if (!here.ok) return unread(here.problems[0]);
  const shown = listed.value.documents.filter((each) => here.value.has(each));
  const strange = listed.value.documents.filter(
    (each) => !here.value.has(each) && !known.value.isAccepted(each.kind, each.id),
  );
  const sight = await sightOf(
    connection,
    journal,
    desk,
    shown.slice(0, 1).map(({ id }) => id),
  );
  if (!sight.ok) return unread(sight.problems[0]);
  if (!sight.value.sees) return ok({ is: "lacking", problem: unseen(sight.value.why, "Nothing was sent") });
  if (strange.length === 0 && listed.value.whole) return ok({ is: "nothing", open: [] });
  const found = await ours(strange, connection, journal, desk);
  if (!found.ok) return unread(found.problems[0]);
  const { names, open } = found.value;
  if (names.length > 0) return ok({ is: "lacking", problem: lackingProblem(names) });
  if (!listed.value.whole) return ok({ is: "lacking", problem: tooMany() });
  return ok({ is: "nothing", open: open.filter(({ kind, id }) => known.value.notes(kind, id) !== "own") });
}

/** Returns the documents that the journal has. Problem: `journal-unusable`, for unreadable rows. */
async function recorded(
  journal: Journal,
  account: string,
  documents: readonly Listed[],
): Promise<Result<ReadonlySet<Listed>>> {
  const here = new Set<Listed>();
  for (const each of documents) {
    const found = await journal.accounts.knows(account, each.id);
    if (!found.ok) return found;
    if (found.value !== undefined) here.add(each);
  }
  return ok(here);
}

interface Found {
  readonly documents: readonly Listed[];
  readonly whole: boolean;
}

/** Returns the ids, and the number of pages if the service states it. */
type Read = (page: number) => Promise<ReadAnswer<IdPage>>;

/** Lists at least the documents created since `last`; returns undefined if the service has no lists. */
async function listedSince(
  last: string | undefined,
  { service }: Connection,
  desk: Desk,
): Promise<Result<Found | undefined>> {
  const days = last === undefined ? [] : daysSince(Date.parse(last), desk.now().getTime());
  const documents: Listed[] = [];
  const budget = { pages: mostPages };
  for (const kind of Object.keys(documentKinds) as DocumentKind[]) {
    const byDay = days.map(
      (day): Read =>
        (page) =>
          service.idsCreated(kind, { created_on: day, page, size: pageSize }),
    );
    const whole: Read = async (page) => idsOf(await service.list(kind, { page, size: pageSize }));
    let read = await readAll(byDay.length > 0 ? byDay : [whole], budget, desk);
    // A service may have lists of documents but no daily lists of ids.
    if (read.ok && read.value === "missing" && byDay.length > 0) read = await readAll([whole], budget, desk);
    if (!read.ok) return read;
    if (read.value === "missing") return ok(undefined);
    for (const id of read.value.ids) documents.push({ kind, id });
    if (!read.value.whole) return ok({ documents, whole: false });
  }
  return ok({ documents, whole: true });
}

async function readAll(
  reads: readonly Read[],
  budget: { pages: number },
  desk: Desk,
): Promise<Result<{ ids: string[]; whole: boolean } | "missing">> {
  const ids: string[] = [];
  for (const read of reads) {
    for (let page = 0; ; page++) {
      if (budget.pages === 0) return ok({ ids, whole: false });
      budget.pages -= 1;
      const answer = await readAgain(() => read(page), desk);
      if (!answer.ok) return isMissingCall(answer.status) ? ok("missing") : answer;
      const { ids: found, pages } = answer.value;
      for (const id of found) ids.push(id);
      if (pages === undefined ? found.length < pageSize : page + 1 >= pages) break;
    }
  }
  return ok({ ids, whole: true });
}

function idsOf(answer: ReadAnswer<Page>): ReadAnswer<IdPage> {
  if (!answer.ok) return answer;
  const { content, total_pages: pages } = answer.value;
  return { ...answer, value: { ids: content.map((each) => idOf(each)?.id ?? ""), pages } };
}

/** Includes a margin on both sides; empty if there are too many days to request. */
function daysSince(from: number, until: number): string[] {
  const days: string[] = [];
  const [first, last] = [gulfDay(new Date(from - margin)), gulfDay(new Date(until + margin))];
  for (let at = Date.parse(first); at <= Date.parse(last); at += day)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days.length > mostDays ? [] : days;
}

async function ours(
  strange: readonly Listed[],
  connection: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<{ readonly names: readonly string[]; readonly open: readonly ElsewhereDocument[] }>> {
  const lately = await journal.lately(connection.account);
  if (!lately.ok) return lately;
  const names: string[] = [];
  const open: ElsewhereDocument[] = [];
  for (const [at, { kind, id }] of strange.entries()) {
    if (names.length >= mostNamed || at >= mostFetched || id === "") {
      names.push(id);
      continue;
    }
    const answer = await readAgain(() => connection.service.document(kind, id), desk);
    if (!answer.ok && !isMissingCall(answer.status)) return answer;
    const document = answer.ok ? answer.value : {};
    if (isOfOtherBuyer(document, connection)) continue;
    const there = { ...elsewhereOf(document, kind), id };
    if (lately.value.open.some((intent) => mayBeOpen(there, intent))) open.push(there);
    else names.push(textNamed(document, "documentNumber") ?? id);
  }
  return ok({ names, open });
}

/** An organization can have several buyers, and a list contains the documents of all of them. */
export function isOfOtherBuyer(document: JsonObject, { profile }: Connection): boolean {
  const [theirs, ours] = [trnOf(document), profile.businessProfile?.party_tax_scheme?.company_id?.trim()];
  return theirs !== undefined && ours !== undefined && ours !== "" && theirs !== ours;
}

function trnOf(document: JsonObject): string | undefined {
  const party = objectNamed(document, "accountingCustomerParty");
  const scheme = party && objectNamed(party, "partyTaxScheme");
  return scheme && textNamed(scheme, "companyId");
}

function lackingProblem(names: readonly string[]): Problem {
  const named = names.slice(0, mostNamed).map((each) => each || "one without an id");
  const more = names.length > named.length ? ` and ${names.length - named.length} more` : "";
  const count = names.length === 1 ? "1 document" : `${names.length} documents`;
  const message = `Nothing was sent: the service has ${count} of this account that this journal does not know: ${named.join(", ")}${more}.`;
  return problem("journal-incomplete", message, remedy());
}

function tooMany(): Problem {
  const message = `Nothing was sent: the service has so many documents since this journal's last record that ${mostPages} pages did not show them all.`;
  return problem("journal-incomplete", message, remedy());
}

const remedy = (): string =>
  `If this journal is an older copy, put the latest one back. If another computer or the service's own pages made them, record that, with the same --journal and --journal-mark: ${suggest`journal accept`}`;

function unread(first: Problem): Result<never> {
  const message = `Nothing was sent: in CI selfbill first asks the service for documents that this journal does not have. ${first.message}`;
  return fail({ ...first, message });
}
