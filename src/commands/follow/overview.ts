import {
  idOf,
  objectNamed,
  overallStatusOf,
  sideStatusesOf,
  statusClassOf,
  textNamed,
  totalsOf,
} from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import { type DocumentKind, documentKinds } from "../../document/index.ts";
import { type Journal, type Past, stateNow } from "../../journal/index.ts";
import type { JsonObject } from "../../json/index.ts";
import { documentMoney, livesIn } from "../../life/index.ts";
import { mapAll, ok, type Problem, problem, type Result } from "../../problem/index.ts";
import { type Stage, type StatusClass, stages, statusName } from "../../states/index.ts";
import { type DayRange, isIn } from "../answer/period.ts";
import { lacking, missingCalls, noteMissing, unasked } from "./missing-calls.ts";
import { again, look } from "./observe.ts";
import { readDocuments } from "./read-documents.ts";
import { recordListed, recordState, type TracedDocument } from "./record-state.ts";
import { findSubject } from "./subject.ts";

export interface OverviewRow {
  readonly kind: DocumentKind;
  readonly id: string | undefined;
  readonly number: string | undefined;
  readonly supplier: { readonly name: string; readonly trn: string };
  readonly date: string;
  readonly currency: string;
  readonly gross: string | undefined;
  /** Status as the service reports it. */
  readonly status: string | undefined;
  readonly standing: StatusClass | "in-doubt";
  /** C3 is the supplier's side, C5 the tax authority's; as the service reports them. */
  readonly c3: string | undefined;
  readonly c5: string | undefined;
  /** When the document was sent or its status was seen; UTC, ISO 8601. */
  readonly since: string | undefined;
  /** Whether the status was just requested. */
  readonly isFresh: boolean;
  /** Whether both legs have answered and the service has no overall status, so that nothing more will follow. */
  readonly isAnswered?: boolean;
  /** Set if several companies are shown. */
  readonly company?: string | undefined;
}

export interface OverviewWish {
  /** Whether to include final documents. */
  readonly all: boolean;
  readonly status: string | undefined;
  /** A TRN or a part of the name. */
  readonly supplier: string | undefined;
  readonly period: DayRange | undefined;
}

export interface Overview {
  readonly rows: readonly OverviewRow[];
  /** Number of documents for which the service reports no status, or no further status. */
  readonly withoutStatus: number;
  readonly problems: readonly Problem[];
}

/** Returns the overview without requests, for an account whose service is unavailable. Problem: `journal-unusable`. */
export async function overviewFromJournal(
  wish: OverviewWish,
  whose: Pick<Connection, "account" | "profile">,
  journal: Journal,
  desk: Desk,
): Promise<Result<Overview>> {
  const known = await knownRows(wish, whose, journal, desk);
  return known.ok ? ok({ ...known.value, rows: meantAmong(known.value.rows, wish), problems: [] }) : known;
}

const kinds: readonly DocumentKind[] = ["invoice", "credit-note"];

/**
 * Reads the service's lists page by page; requests documents one by one only if the service has no lists. A document
 * approved in the meantime is shown one last time; rejected and failed ones are shown until someone settles them.
 * Records new states. Problems: any problem from reading the service's lists, `journal-unusable`.
 */
export async function overviewOf(
  wish: OverviewWish,
  connection: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<Overview>> {
  const known = await knownRows(wish, await unasked(connection, journal, desk), journal, desk);
  if (!known.ok) return known;
  const rows = new Map(known.value.rows.map((each) => [each.id ?? each.number ?? "", each]));
  const found = await fromService(wish, rows, connection, journal, desk);
  if (!found.ok) return found;
  const answered = wish.all ? [] : [...rows].filter(([, row]) => row.isAnswered);
  for (const [key] of answered) rows.delete(key);
  const withoutStatus = known.value.withoutStatus + answered.length;
  return ok({ rows: meantAmong([...rows.values()], wish), withoutStatus, problems: found.value });
}

function meantAmong(rows: readonly OverviewRow[], { status, period, supplier }: OverviewWish): OverviewRow[] {
  const isMeant = (row: OverviewRow): boolean =>
    (status === undefined || row.status === status) &&
    (period === undefined || isIn(period, row.date)) &&
    matches(supplier, row.supplier);
  return rows.filter(isMeant).sort(order);
}

/** Sorts documents in doubt first, then failed or rejected, open, and approved ones; each group by day. */
function order(a: OverviewRow, b: OverviewRow): number {
  const standings = ["in-doubt", "bad", "open", "good"];
  const key = ({ standing, date, number }: OverviewRow): string =>
    `${standings.indexOf(standing)} ${date} ${number ?? ""}`;
  return key(a) < key(b) ? -1 : Number(key(a) > key(b));
}

function matches(wanted: string | undefined, { name, trn }: OverviewRow["supplier"]): boolean {
  return wanted === undefined || trn === wanted || name.toLowerCase().includes(wanted.toLowerCase());
}

const page = 500;

/**
 * Returns documents that are in doubt, not final, or rejected and not settled; with `all` or `status`, every
 * document.
 */
async function knownRows(
  { all, status }: OverviewWish,
  { account, profile }: Pick<Connection, "account" | "profile">,
  journal: Journal,
  desk: Desk,
): Promise<Result<{ rows: OverviewRow[]; withoutStatus: number }>> {
  const { together } = journal;
  const rows = new Map<string, OverviewRow>();
  const everything = all || status !== undefined;
  for (let after = 0; ; ) {
    const some = await journal.tries.page(
      { account, states: everything ? ["in-doubt", "created"] : ["in-doubt"] },
      { after },
      page,
    );
    if (!some.ok) return some;
    const heard = await mapAll(some.value, async ({ id }) => (id === undefined ? ok([]) : together.seen(account, id)));
    if (!heard.ok) return heard;
    for (const [at, past] of some.value.entries()) {
      const { state, seen } = stateNow(past.result, heard.value[at] ?? []);
      rows.set(past.id ?? past.attempt, rowOfPast(past, state, seen?.at));
    }
    if (some.value.length < page) break;
    after = some.value.at(-1)?.record ?? 0;
  }
  if (everything) return ok({ rows: [...rows.values()], withoutStatus: 0 });
  const lives = await livesIn(together, { now: desk.now().getTime(), tellsStatus: () => profile.extras });
  if (!lives.ok) return lives;
  let withoutStatus = 0;
  for (let after = 0; ; ) {
    const some = await journal.tries.unfinished({ account }, after, page);
    if (!some.ok) return some;
    const owing = await mapAll(some.value, async ({ past, state }) =>
      isBad(lives.value.stage(past, state)) ? lives.value.owing(past, state) : ok(undefined),
    );
    if (!owing.ok) return owing;
    for (const [at, { past, state }] of some.value.entries()) {
      const stage = lives.value.stage(past, state);
      // The service reports no further status of an invoice, but it does report the legs of a credit note.
      const isSilent = stage === "created" && past.intent.kind === "invoice";
      if (isSilent) withoutStatus += 1;
      const isNo = isBad(stage);
      const owed = owing.value[at];
      if (isSilent || (isNo && owed === undefined)) continue;
      const row = rowOfPast(past, state, owed?.since);
      rows.set(past.id ?? past.attempt, isNo ? { ...row, standing: "bad" } : row);
    }
    if (some.value.length < page) break;
    after = some.value.at(-1)?.past.record ?? 0;
  }
  return ok({ rows: [...rows.values()], withoutStatus });
}

const isBad = (stage: Stage): boolean => stages[stage].standing === "bad";

function rowOfPast(past: Past, status: string | undefined, seenAt: string | undefined): OverviewRow {
  const { intent, id, documentNumber, state } = past;
  const doubt = state === "in-doubt";
  return {
    kind: intent.kind,
    id,
    number: documentNumber ?? (doubt ? past.attempt : undefined),
    supplier: { name: intent.supplier.name, trn: intent.supplier.trn },
    date: intent.issueDate,
    currency: intent.currency,
    gross: documentMoney(past).totals.tax_inclusive_amount,
    status: doubt ? undefined : status,
    standing: doubt ? "in-doubt" : statusClassOf(status),
    c3: undefined,
    c5: undefined,
    since: seenAt ?? past.sentAt ?? past.at,
    isFresh: false,
  };
}

/** Updates `rows` from the service's lists, or with one request for each document if the service has no lists. */
async function fromService(
  wish: OverviewWish,
  rows: Map<string, OverviewRow>,
  connection: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<Problem[]>> {
  const missing = await missingCalls(connection, journal, desk);
  if (!missing.ok) return missing;
  if (!missing.value.has("list")) {
    const listed = await fromLists(wish, rows, connection, journal, desk);
    if (listed.ok || listed.problems[0].code !== "not-found") return listed;
    const noted = await noteMissing("list", connection.account, journal, desk);
    if (!noted.ok) return noted;
  }
  const found = await oneByOne(rows, connection, journal, desk);
  const { extras } = connection.profile;
  return found.ok && extras ? ok([lacking(connection), ...found.value]) : found;
}

/** Updates `rows` from the service's lists and adds documents that only the service has. */
async function fromLists(
  wish: OverviewWish,
  rows: Map<string, OverviewRow>,
  connection: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<Problem[]>> {
  const problems: Problem[] = [];
  const everything = wish.all;
  const status = everything ? undefined : (wish.status ?? statusName.pending);
  const listed: TracedDocument[] = [];
  const take = (document: JsonObject, kind: DocumentKind, added: boolean): void => {
    const id = idOf(document)?.id ?? "";
    const before = rows.get(id);
    if (before === undefined && !added) return;
    const row = rowOfDocument(document, kind, before, desk);
    rows.set(id, row);
    if (before !== undefined) listed.push({ id: before.id ?? id, document });
  };
  for (const kind of kinds) {
    const read = await readDocuments(kind, { status }, { keep: () => true }, connection, desk);
    if (!read.ok) return read;
    if (read.value.unclear !== undefined) problems.push(unclearList(read.value.unclear));
    for (const document of read.value.documents) take(document, kind, true);
  }
  // An open document missing from the lists of open documents is final; the newest pages of the unfiltered list have
  // its status.
  for (const kind of kinds) {
    const left = new Set(
      [...rows]
        .filter(([, row]) => row.kind === kind && row.id !== undefined && !row.isFresh && row.standing === "open")
        .map(([id]) => id),
    );
    if (left.size === 0 || everything) continue;
    const keep = (document: JsonObject): boolean => left.delete(idOf(document)?.id ?? "");
    const read = await readDocuments(kind, {}, { keep, enough: () => left.size === 0 }, connection, desk);
    if (!read.ok) return read;
    for (const document of read.value.documents) take(document, kind, false);
  }
  return ok([...problems, ...(await recordListed(connection.account, listed, journal))]);
}

function rowOfDocument(
  document: JsonObject,
  kind: DocumentKind,
  before: OverviewRow | undefined,
  desk: Desk,
): OverviewRow {
  const party = objectNamed(document, "accountingSupplierParty") ?? {};
  const status = overallStatusOf(document);
  const { participant, fta } = sideStatusesOf(document);
  const changed = before === undefined || before.status !== status;
  return {
    kind,
    id: idOf(document)?.id,
    number: textNamed(document, "documentNumber"),
    supplier: {
      name: textNamed(party, "partyName") ?? textNamed(party, "name") ?? "",
      trn: textNamed(objectNamed(party, "partyTaxScheme") ?? {}, "companyId") ?? "",
    },
    date: textNamed(document, "issueDate")?.slice(0, 10) ?? "",
    currency: textNamed(document, "documentCurrencyCode") ?? "AED",
    gross: totalsOf(document).tax_inclusive_amount,
    status,
    standing: statusClassOf(status),
    c3: participant,
    c5: fta,
    since: changed && statusClassOf(status) !== "open" ? desk.now().toISOString() : before?.since,
    isFresh: true,
  };
}

/** Updates `rows` with one request for each document, for services without lists. */
async function oneByOne(
  rows: Map<string, OverviewRow>,
  connection: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<Problem[]>> {
  const problems: Problem[] = [];
  for (const [key, row] of rows) {
    if (row.id === undefined || row.standing === "bad") continue;
    const words = { serviceVersion: undefined, ...(row.kind === "invoice" ? { invoice: true } : {}) };
    const subject = await findSubject(row.id, words, await unasked(connection, journal, desk), desk);
    const seen = subject.ok ? await look(subject.value, again(desk), { legs: true }) : subject;
    if (!seen.ok) {
      const called = `${documentKinds[row.kind].says} ${row.number ?? row.id}`;
      problems.push({ ...seen.problems[0], severity: "warning", message: `${called}: ${seen.problems[0].message}` });
      continue;
    }
    problems.push(...(await recordState(seen.value, desk)));
    const { overallStatus, standing, snapshot, finished, tellsOverall } = seen.value;
    const legs = { c3: snapshot?.toC3?.status, c5: snapshot?.toC5?.status };
    const rejected = [snapshot?.toC3, snapshot?.toC5].some((leg) => leg?.mlsResponse?.responseCode === "RE");
    const said = rejected && !tellsOverall ? "bad" : standing;
    const isAnswered = !tellsOverall && finished && said === "open";
    rows.set(key, { ...row, status: overallStatus, standing: said, ...legs, isFresh: true, isAnswered });
  }
  return ok(problems);
}

function unclearList(why: string): Problem {
  const message = `The service's list of open documents may be incomplete: ${why}.`;
  return problem("list-unclear", message, "Run the command again.", { severity: "warning" });
}
