import {
  bothSides,
  documentWithin,
  hasAnswered,
  hasUnreadStatus,
  idIn,
  isFatal,
  isSameId,
  isUuid,
  memberNamed,
  notInPath,
  overallStatusOf,
  type StatusSnapshot,
  sideStatusesOf,
  statusClassOf,
  type ToldMember,
  textNamed,
  unknownIn,
  type ValidationResult,
  validationResultsOf,
} from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import { type DocumentKind, documentKinds, documentName } from "../../document/index.ts";
import type { JsonObject } from "../../json/index.ts";
import { type Problem, problem } from "../../problem/index.ts";
import { notOffered, type ReadAnswer, type StatusSubject } from "../../send/index.ts";
import type { StatusClass } from "../../states/index.ts";
import { extrasMissing } from "./extras-missing.ts";
import { readAgain } from "./read-again.ts";
import { notFound, type Subject } from "./subject.ts";

export interface Observation {
  readonly subject: Subject;
  readonly kind: StatusSubject;
  readonly documentNumber?: string | undefined;
  /** Whether the service has an overall status for this kind of document; if not, none is inferred (Decision 18). */
  readonly tellsOverall: boolean;
  readonly overallStatus?: string | undefined;
  /** Set if the overall status is not what the service says now, but the last that the journal has; with its time. */
  readonly kept?: { readonly at: string | undefined; readonly isFirst: boolean } | undefined;
  readonly sides: { readonly participant?: string | undefined; readonly fta?: string | undefined };
  readonly standing: StatusClass;
  /** Whether no further change is expected. */
  readonly finished: boolean;
  readonly results: readonly ValidationResult[];
  readonly document?: JsonObject | undefined;
  readonly snapshot?: StatusSnapshot | undefined;
  /** Unknown members of the document, as received. */
  readonly more: readonly ToldMember[];
  /** Whether the service gives a status that cannot be parsed. */
  readonly isUnread: boolean;
  /** Set if the service does not have the call for a document, which it created itself. */
  readonly lacksDocuments?: true;
  /** Problems that explain why some facts are unknown. */
  readonly problems: readonly Problem[];
}

export type ObservationAnswer =
  | { readonly ok: true; readonly value: Observation; readonly rate: ReadAnswer<unknown>["rate"] }
  | Missed;
export type Missed = ReadAnswer<never> & {
  readonly ok: false;
  /** Set if the service has neither this document's call nor lists. */
  readonly lacksDocuments?: true;
};

/** How a request is sent: `once` sends it a single time, `again` repeats it while the answer is inconclusive. */
export type AskService = <T>(question: () => Promise<ReadAnswer<T>>) => Promise<ReadAnswer<T>>;

export const once: AskService = (question) => question();
export const again =
  (desk: Desk): AskService =>
  (question) =>
    readAgain(question, desk);

/**
 * Reads the status of a document. Requests the legs if `legs` is set or the service does not show documents; missing
 * legs never change the result.
 */
export async function look(subject: Subject, ask: AskService, { legs }: { legs: boolean }): Promise<ObservationAnswer> {
  if (subject.kinds[0] === "sales-credit-note") return bySnapshot(subject, "sales-credit-note", ask);
  if (subject.extras) return byDocument(subject, ask, legs);
  if (subject.kinds.includes("credit-note")) return bySnapshot(subject, "credit-note", ask);
  const kept = fromJournal(subject);
  return kept ? { ok: true, value: kept, rate: {} } : { ok: false, problems: [invoiceStatusUnknown()], rate: {} };
}

/** Whether the service tells no status of this document: it has no such call, or not for this subscription, or none yet. */
function isUntold(status: number | undefined): boolean {
  return status === 403 || status === 404 || isLacking(status);
}

/** Whether the service answered, without a word about the document or the token. */
function isAnswered(status: number | undefined): boolean {
  return status !== undefined && (isNo(status) || status >= 500);
}

/** Whether the service does not have the call at all; a 404 may also be about the document. */
function isLacking(status: number | undefined): boolean {
  return status === 405 || status === 501;
}

/**
 * Returns what the journal has, for a document of which the service tells no status; undefined if it has none either.
 */
function fromJournal(subject: Subject): Observation | undefined {
  const { created, told } = subject;
  if (created === undefined || told === undefined) return undefined;
  const nothing = { subject, kind: created.kind, sides: {}, results: [], more: [], isUnread: false, problems: [] };
  return withKept({
    ...nothing,
    documentNumber: created.documentNumber,
    tellsOverall: false,
    standing: "open",
    finished: created.kind === "invoice",
  });
}

/**
 * Adds the last overall status of the journal where the service tells none now. A final one holds, whatever the legs
 * say; any other holds at its time only, so the result stays open.
 */
function withKept(seen: Observation): Observation {
  const { told } = seen.subject;
  if (seen.overallStatus !== undefined || told === undefined) return seen;
  const { overallStatus, at, isFirst, sides } = told;
  const results = joined(told.findings, seen.results);
  const standing = statusClassOf(overallStatus);
  const kept = { at, isFirst };
  if (standing !== "open")
    return { ...seen, overallStatus, kept, sides, results, standing, tellsOverall: true, finished: true };
  const failed = results.some(isFatal);
  return { ...seen, overallStatus, kept, results, standing: failed ? "bad" : seen.standing };
}

async function byDocument(subject: Subject, ask: AskService, legs: boolean): Promise<ObservationAnswer> {
  const { service, id } = subject;
  let last: ReadAnswer<JsonObject> | undefined;
  let no: ReadAnswer<JsonObject> | undefined;
  const said: (string | undefined)[] = [];
  for (const kind of subject.kinds) {
    if (kind === "sales-credit-note") continue;
    last = await ask(() => service.document(kind, id));
    if (!last.ok && (isNo(last.status) || isLacking(last.status))) {
      if (last.status !== 404) no ??= last;
      said.push(last.said);
      continue;
    }
    if (!last.ok) return last;
    const seen = fromDocument(subject, kind, last.value);
    if (seen === undefined)
      return { ok: false, status: 200, rate: last.rate, problems: [another(subject, last.value)] };
    const isOpen = statusClassOf(subject.told?.overallStatus) === "open";
    const now = isOpen || seen.isUnread ? seen : withKept(seen);
    if (!legs) return { ok: true, value: now, rate: last.rate };
    const snapshot = await ask(() => service.status(kind, id));
    return { ok: true, value: withLegs(now, snapshot), rate: snapshot.rate };
  }
  const other =
    last?.ok === false && (last.status === 404 || isLacking(last.status))
      ? await withoutCall(subject, last, ask)
      : undefined;
  if (other !== undefined) return other;
  if (last?.ok !== false) throw new Error("selfbill has an internal error: a document of no kind");
  if (no?.ok === false) return withSaid(no, said);
  const missing = await withoutDocuments(subject);
  return missing === undefined
    ? { ...last, problems: [ofNoKind(subject, said)] }
    : { ...last, lacksDocuments: true, problems: [missing] };
}

/**
 * The service answered the create of this document, so a call that does not find it is one that the service lacks: its
 * legs and the journal tell what is known. Undefined if they tell nothing.
 */
async function withoutCall(
  subject: Subject,
  { status }: Missed,
  ask: AskService,
): Promise<ObservationAnswer | undefined> {
  const { created } = subject;
  if (created === undefined) return undefined;
  const legs = created.kind === "credit-note" ? await bySnapshot(subject, "credit-note", ask) : undefined;
  const seen = legs?.ok ? legs.value : fromJournal(subject);
  if (seen === undefined) return undefined;
  const missing = asWarning(notOffered("documents and lists", { status, profile: subject.profile }));
  const problems = [missing, ...seen.problems];
  return { ok: true, value: { ...seen, lacksDocuments: true, problems }, rate: legs?.rate ?? {} };
}

export function withSaid(no: Missed, said: readonly (string | undefined)[]): Missed {
  const [first, ...more] = no.problems;
  const others = said.filter((each) => each !== no.said);
  return { ...no, problems: [{ ...first, message: `${first.message}${itSays(others)}` }, ...more] };
}

/** Whether the service has no such document. Services that only accept ids in a certain format answer 400. */
export function isNo(status: number | undefined): boolean {
  return status === 404 || status === 400 || status === 410 || status === 422;
}

/** Reads the service's document; undefined if the answer is about another document. */
function fromDocument(subject: Subject, kind: DocumentKind, answer: JsonObject): Observation | undefined {
  const { document, beside, isOne } = documentWithin(answer);
  if (isAnother(subject, document)) return undefined;
  const overallStatus = overallStatusOf(document);
  const standing = statusClassOf(overallStatus);
  return {
    subject,
    kind,
    documentNumber: textNamed(document, "documentNumber"),
    tellsOverall: true,
    overallStatus,
    sides: sideStatusesOf(document),
    standing,
    finished: standing !== "open",
    results: validationResultsOf(document),
    document,
    more: [...beside, ...unknownIn(document, kind)],
    isUnread: hasUnreadStatus(document) || (overallStatus === undefined && (beside.length > 0 || !isOne)),
    problems: [],
  };
}

const idNames = ["id", "uuid", "documentId", "documentUuid"];

/** Whether the answer is about another document: it has ids, but neither the requested id nor the expected number. */
function isAnother({ id, asked, created }: Subject, document: JsonObject): boolean {
  const ids = idNames.flatMap((name) => idIn(memberNamed(document, name))?.id ?? []);
  if (ids.length === 0 || ids.some((each) => isSameId(each, id))) return false;
  const number = textNamed(document, "documentNumber");
  return number === undefined || (number !== asked && number !== created?.documentNumber);
}

function another({ id }: Subject, answer: JsonObject): Problem {
  const { document } = documentWithin(answer);
  const told = [
    ...["id", "documentNumber"].map((name) => textNamed(document, name)),
    overallStatusOf(document) ?? "no status",
  ].filter((each) => each !== undefined);
  const message = `Asked for ${JSON.stringify(id)}, the service answered with another document: ${told.join(", ")}. Nothing of it was taken.`;
  return problem("read-failed", message, "Check the id and the profile; if they are correct, ask the service.");
}

function withLegs(seen: Observation, snapshot: ReadAnswer<StatusSnapshot>): Observation {
  if (!snapshot.ok) return { ...seen, problems: [legsUnknown(snapshot)] };
  return {
    ...seen,
    problems: ofAnother(seen.subject, snapshot.value),
    snapshot: snapshot.value,
    results: joined(seen.results, snapshot.value.validationResults),
  };
}

/**
 * Reports a snapshot that belongs to another document. A UUID can only be compared with an id that is one, too: a
 * service may call a document by an id of another kind.
 */
function ofAnother({ id }: Subject, { documentUuid }: StatusSnapshot): Problem[] {
  if (documentUuid === undefined || isSameId(documentUuid, id) || isUuid(documentUuid) !== isUuid(id)) return [];
  const message = `The status of delivery and tax report names another document, ${documentUuid}, than the one asked for, ${id}.`;
  return [problem("status-unknown", message, "Ask the service which document it is about.", { severity: "warning" })];
}

/**
 * Reads the status of the legs. There is no overall status, so a fatal finding makes the document fail (exit code 26);
 * otherwise it stays pending. Finished once both legs have answered, or only C5 if the document was not delivered.
 */
async function bySnapshot(subject: Subject, kind: StatusSubject, ask: AskService): Promise<ObservationAnswer> {
  const answer = await ask(() => subject.service.status(kind, subject.id));
  if (!answer.ok) {
    const missing = {
      ...answer,
      problems: [answer.status === 404 ? notThere(subject, answer) : notKnown(answer)],
    } as const;
    // Only a later overall status changes a final one, so it holds whatever the reason for this answer.
    const isFinal = statusClassOf(subject.told?.overallStatus) !== "open";
    const isUntellable = isUntold(answer.status) || notInPath(subject.id) !== undefined;
    const kept = isUntellable || (isFinal && isAnswered(answer.status)) ? fromJournal(subject) : undefined;
    return kept
      ? { ok: true, value: { ...kept, problems: missing.problems.map(asWarning) }, rate: answer.rate }
      : missing;
  }
  const { toC3, toC5, told } = answer.value;
  const validationResults = joined(told.findings, answer.value.validationResults);
  const failed = told.overallStatus === undefined ? validationResults.some(isFatal) : false;
  const standing = failed ? "bad" : statusClassOf(told.overallStatus);
  const value: Observation = {
    subject,
    kind,
    documentNumber: subject.created?.documentNumber,
    tellsOverall: told.overallStatus !== undefined,
    overallStatus: told.overallStatus,
    sides: told.sides,
    standing,
    finished:
      standing !== "open" ||
      (told.overallStatus === undefined &&
        hasAnswered(toC5) &&
        (hasAnswered(toC3) || bothSides({}, answer.value).undelivered)),
    results: validationResults,
    snapshot: answer.value,
    more: [],
    isUnread: false,
    problems: ofAnother(subject, answer.value),
  };
  return { ok: true, value: withKept(value), rate: answer.rate };
}

function asWarning(found: Problem): Problem {
  return { ...found, severity: "warning" };
}

function joined(some: readonly ValidationResult[], more: readonly ValidationResult[]): ValidationResult[] {
  const byContent = new Map([...some, ...more].map((each) => [JSON.stringify(each), each]));
  return [...byContent.values()];
}

function legsUnknown(answer: ReadAnswer<never> & { ok: false }): Problem {
  const [first] = answer.problems;
  if (answer.status === 404) {
    const message = `Delivery and tax report are not available yet (404).${itSays([answer.said])}`;
    return problem("status-unknown", message, "Look again later.", { severity: "warning" });
  }
  return { ...first, message: `Status of delivery and tax report not known. ${first.message}`, severity: "warning" };
}

/** Returns a problem saying that the service provides no documents, to explain a 404; undefined if it has lists. */
async function withoutDocuments({
  asked,
  created,
  looked,
  other,
  service,
  profile,
}: Subject): Promise<Problem | undefined> {
  const isListed = looked?.every((each) => !each.endsWith("(404)")) ?? false;
  const missing = isListed || other ? undefined : await extrasMissing(service, "documents and lists", profile);
  const first = created
    ? `Status of ${documentName(created)} not known.`
    : `The journal does not know ${JSON.stringify(asked)}.`;
  return missing && { ...missing, message: `${first} ${missing.message}` };
}

function ofNoKind(subject: Subject, said: readonly (string | undefined)[]): Problem {
  const [kind] = subject.kinds;
  const id = subject.created === undefined ? "this id" : `the id ${JSON.stringify(subject.id)}`;
  const askedAs =
    subject.kinds.length > 1
      ? `the service has neither a self-billed credit note nor an invoice with ${id} (404)`
      : `the service has no ${kind === "invoice" ? "self-billed invoice" : "self-billed credit note"} with ${id} (404)`;
  const hint =
    "Check the id and the profile. --sales asks for a sales credit note; for a service that gives Peppol statuses only: selfbill profile set NAME --extras no.";
  return notFound(subject, { askedAs, itSays: itSays(said), hint });
}

export function itSays(said: readonly (string | undefined)[]): string {
  const texts = [...new Set(said.filter((each) => each !== undefined))];
  return texts.length === 0 ? "" : ` It says: ${texts.join("; ")}`;
}

/** Reports a 404. The journal shows which documents exist; for all others, a 404 does not say whether they exist. */
function notThere(subject: Subject, answer: Missed): Problem {
  const { created } = subject;
  if (created) {
    const message = `Status not known. The service has no status yet for ${documentName(created)} (404).${itSays([answer.said])}`;
    return problem("status-unknown", message, "Look again later, or add --watch.");
  }
  const what = subject.kinds[0] === "sales-credit-note" ? "sales credit note" : documentKinds["credit-note"].says;
  const message = `Status not known. The service has no Peppol status of a ${what} with the id ${JSON.stringify(subject.id)} (404).`;
  const unasked = subject.kinds.includes("invoice")
    ? " This service gives no status of an invoice, so no invoice was asked for."
    : "";
  const journal = subject.kinds[0] === "sales-credit-note" ? "" : " The journal does not know it.";
  const hint = `It may not be available yet, or ${JSON.stringify(subject.asked)} is not the correct id or profile. The service can be asked by id only, not by document number.`;
  return problem("not-found", `${message}${journal}${unasked}${itSays([answer.said])}`, hint);
}

/** Turns a failed request into "status not known", which is never a result (Decision 21). */
function notKnown({ problems: [first] }: Missed): Problem {
  return { ...first, message: `Status not known. ${first.message}` };
}

/** Returns the problem for an invoice: only services with the extras report its status (Decision 16). */
export function invoiceStatusUnknown(): Problem {
  const message = "The service of this profile has no call for the status of an invoice.";
  return problem("status-unknown", message, "Ask the service, or look in its own web pages.");
}
