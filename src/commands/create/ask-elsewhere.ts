import { idOf } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import type { DocumentKind } from "../../document/index.ts";
import type { Journal, SendingPlace } from "../../journal/index.ts";
import type { JsonObject } from "../../json/index.ts";
import { fail, ok, type Result, suggest } from "../../problem/index.ts";
import { isMissingCall } from "../../send/index.ts";
import { interrupted, watchForStop } from "../../submit/index.ts";
import { missingCalls, noteMissing } from "../follow/missing-calls.ts";
import { isTooLong } from "../follow/read-again.ts";
import { otherAccount, sightOf } from "../follow/sight.ts";
import { isOfOtherBuyer } from "./gates/newer-documents.ts";
import {
  type ElsewhereDocument,
  type ElsewhereKnown,
  elsewhereOf,
  knownElsewhere,
  mayBeOpen,
  noteAsked,
} from "./made-elsewhere.ts";

/** Maximum number of pages read of both lists together; with the token check, this makes at most ten requests. */
const mostPages = 8;
const day = 24 * 60 * 60 * 1000;
/** In milliseconds; an optional check must not delay a document for longer. */
const longestLook = 20_000;
const mostNamed = 3;

/**
 * Queries the service only if the journal may be incomplete: it has no record of the account, or none from the last
 * day, or nothing was sent from here since this computer started. A failed query only adds a remark. Problem:
 * `journal-unusable`. Source: Decision 59.
 */
export async function elsewhereFor(
  connection: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<ElsewhereKnown>> {
  const { account } = connection;
  const known = await knownElsewhere(account, journal);
  if (!known.ok) return known;
  const lately = await journal.lately(account);
  if (!lately.ok) return lately;
  const { last } = lately.value;
  const place = await placeOf(journal, desk);
  const isMoved = place !== undefined && !known.value.knowsPlace(place);
  const isOld = last === undefined || desk.now().getTime() - Date.parse(last) > day;
  if (!isOld && !isMoved) return known;
  const stop = watchForStop(desk);
  const late = AbortSignal.timeout(longestLook);
  const signal = AbortSignal.any([stop.begin().signal, late]);
  const looked = await look(connection, { journal, known: known.value, signal }, desk).finally(() => stop.close());
  if (stop.asked) return fail(interrupted());
  const { listed } = looked;
  if (listed === "no lists") return withoutLists(last, place, known.value, connection, journal, desk);
  if (!listed.ok) {
    desk.say(`${unasked} ${late.aborted ? tooSlow : listed.problems[0].message}`);
    return known;
  }
  if (looked.unseen) {
    desk.say(`${unasked} ${looked.unseen}`);
    return known;
  }
  const { strange, isWhole } = listed.value;
  const lacking = await notFromHere(strange, known.value, account, journal);
  if (!lacking.ok) return lacking;
  const { all, surely } = lacking.value;
  if (surely.length > 0) desk.say(inOneLine(surely, isWhole));
  if (all.length === 0 && !isMoved) return known;
  const noted = await noteAsked(account, place ?? journal.sentFrom(""), all, journal);
  return noted.ok ? knownElsewhere(account, journal) : noted;
}

const tooSlow = `The service did not list them within ${longestLook / 1000} seconds.`;

interface Looked {
  readonly listed: Result<Listed> | "no lists";
  /** Why the lists are unreliable. */
  readonly unseen?: string | undefined;
}

/** Reads the service's lists, and checks whether the token can see the account. */
async function look(connection: Connection, knowing: Knowing, desk: Desk): Promise<Looked> {
  const { journal, signal } = knowing;
  const missing = await missingCalls(connection, journal, desk);
  if (!missing.ok) return { listed: missing };
  const listed = missing.value.has("list") ? "no lists" : await read(connection, knowing);
  if (listed === "no lists") {
    const noted = await noteMissing("list", connection.account, journal, desk);
    return { listed: noted.ok ? listed : noted };
  }
  if (!listed.ok) return { listed };
  const sight = await sightOf(connection, journal, desk, listed.value.shown, { signal });
  if (!sight.ok) return { listed, unseen: sight.problems[0].message };
  return { listed, unseen: sight.value.sees ? undefined : `T${otherAccount(sight.value.why).slice(1)}.` };
}

const unasked = "Whether documents of this account were made elsewhere is not known.";

/**
 * Identifies where documents are sent from; returns undefined for a journal on a server, which cannot be copied with a
 * disk or a home folder.
 */
async function placeOf(journal: Journal, desk: Desk): Promise<SendingPlace | undefined> {
  const place = await desk.journalPlace();
  if (!place.ok || place.value.onServer) return undefined;
  const { SELFBILL_HOME, HOME, USERPROFILE } = desk.environment;
  return journal.sentFrom(JSON.stringify([SELFBILL_HOME ?? HOME ?? USERPROFILE ?? "", place.value.path]));
}

/** Warns once that documents made elsewhere are unknown, if the journal lacks this account or was moved here. */
async function withoutLists(
  last: string | undefined,
  place: SendingPlace | undefined,
  known: ElsewhereKnown,
  { account }: Connection,
  journal: Journal,
  desk: Desk,
): Promise<Result<ElsewhereKnown>> {
  const here = place ?? journal.sentFrom("");
  const knowsHome = known.knowsHome(here);
  if (knowsHome === true) return ok(known);
  if (knowsHome === false || last === undefined)
    desk.say(
      "The service of this profile has no lists, so documents that were made elsewhere, or since this journal was copied, are not known here.",
    );
  const noted = await noteAsked(account, here, [], journal);
  return noted.ok ? ok(known) : noted;
}

interface Knowing {
  readonly journal: Journal;
  readonly known: ElsewhereKnown;
  /** Aborts on a stop request or a timeout. */
  readonly signal: AbortSignal;
}

interface Strange {
  readonly kind: DocumentKind;
  readonly document: JsonObject;
}

interface Listed {
  /** Documents that are in neither the journal nor its notes. */
  readonly strange: Strange[];
  /** Ids of documents that the journal has. */
  readonly shown: string[];
  readonly isWhole: boolean;
}

/**
 * Reads each of the two lists until a page contains no new document (see `take`). Requests each page once, without
 * retries. Problems: any problem from reading the service's lists, `journal-unusable`.
 */
async function read(
  connection: Connection,
  knowing: Knowing,
  [size, ...smaller]: readonly [number, ...number[]] = [80, 20],
  most = mostPages,
): Promise<Result<Listed> | "no lists"> {
  const listed = { strange: [] as Strange[], shown: [] as string[] };
  let left = most;
  let kinds: readonly DocumentKind[] = ["invoice", "credit-note"];
  for (let page = 0; kinds.length > 0; page++) {
    const goingOn: DocumentKind[] = [];
    for (const kind of kinds) {
      if (left === 0) return ok({ ...listed, isWhole: false });
      left -= 1;
      const answer = await connection.service.list(kind, { page, size }, { signal: knowing.signal });
      const [next] = smaller;
      if (!answer.ok && isTooLong(answer) && next !== undefined) return read(connection, knowing, [next], left);
      if (!answer.ok) return isMissingCall(answer.status) ? "no lists" : fail(answer.problems[0]);
      const { content, total_pages: pages } = answer.value;
      const isNew = await take(content, kind, listed, connection, knowing);
      if (!isNew.ok) return isNew;
      const isLast = pages === undefined ? content.length < size : page + 1 >= pages;
      if (isNew.value && !isLast) goingOn.push(kind);
    }
    kinds = goingOn;
  }
  return ok({ ...listed, isWhole: true });
}

/**
 * Collects the documents of a page; returns true if one of them is new to the journal (under any address or company)
 * and to its notes.
 */
async function take(
  content: readonly JsonObject[],
  kind: DocumentKind,
  { strange, shown }: Pick<Listed, "strange" | "shown">,
  connection: Connection,
  { journal, known }: Knowing,
): Promise<Result<boolean>> {
  let isNew = false;
  for (const document of content) {
    const id = idOf(document)?.id ?? "";
    const found = await journal.accounts.knows(connection.account, id);
    if (!found.ok) return found;
    if (found.value === "own") shown.push(id);
    const noted = known.notes(kind, id);
    if (found.value === "own" || noted === "own" || id === "" || isOfOtherBuyer(document, connection)) continue;
    strange.push({ kind, document });
    isNew ||= found.value === undefined && noted === undefined;
  }
  return ok(isNew);
}

interface NotFromHere {
  readonly all: readonly ElsewhereDocument[];
  /** Documents that cannot come from an attempt in doubt, and are unknown under every address. */
  readonly surely: readonly ElsewhereDocument[];
}

/**
 * Reads the journal again after the service, so that a document that another process has just created is already
 * recorded.
 */
async function notFromHere(
  strange: readonly Strange[],
  known: ElsewhereKnown,
  account: string,
  journal: Journal,
): Promise<Result<NotFromHere>> {
  const [all, surely]: [ElsewhereDocument[], ElsewhereDocument[]] = [[], []];
  const lately = await journal.lately(account);
  if (!lately.ok) return lately;
  for (const { kind, document } of strange) {
    const each = elsewhereOf(document, kind);
    const found = await journal.accounts.knows(account, each.id);
    if (!found.ok) return found;
    if (found.value === "own") continue;
    all.push(each);
    const isOpen = lately.value.open.some((intent) => mayBeOpen(each, intent));
    const isNew = found.value === undefined && known.notes(kind, each.id) === undefined;
    if (isNew && !isOpen) surely.push(each);
  }
  return ok({ all, surely });
}

function inOneLine(found: readonly ElsewhereDocument[], isWhole: boolean): string {
  const names = found.slice(0, mostNamed).map(({ number, id }) => number ?? id);
  const more = found.length > names.length ? ` and ${found.length - names.length} more` : "";
  const count =
    found.length === 1 ? "1 document of this account was" : `${found.length} documents of this account were`;
  const unread = isWhole ? "" : " There are more, which were not read.";
  return `${count} made elsewhere: ${names.join(", ")}${more}.${unread} ${suggest`reconcile`} compares all of them with this journal.`;
}
