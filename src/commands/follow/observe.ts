import {
  hasAnswered,
  isFatal,
  overallStatusOf,
  type StatusClass,
  type StatusSnapshot,
  sideStatusesOf,
  statusClassOf,
  textNamed,
  type ValidationResult,
  validationResultsOf,
} from "../../contract/index.ts";
import type { Desk } from "../../desk/index.ts";
import type { JsonObject } from "../../json/index.ts";
import { type Problem, problem } from "../../problem/index.ts";
import type { ReadAnswer, StatusSubject } from "../../send/index.ts";
import { readAgain } from "./read-again.ts";
import type { Subject } from "./subject.ts";

/** What is known of a document at one moment. */
export interface Observation {
  readonly subject: Subject;
  readonly kind: StatusSubject;
  readonly documentNumber?: string | undefined;
  /** Whether the service tells an overall status of such a document at all; where it does not, none is made up (Decision 18). */
  readonly tellsOverall: boolean;
  readonly overallStatus?: string | undefined;
  readonly sides: { readonly participant?: string | undefined; readonly fta?: string | undefined };
  readonly standing: StatusClass;
  /** Nothing more is expected to happen. */
  readonly finished: boolean;
  readonly results: readonly ValidationResult[];
  readonly document?: JsonObject | undefined;
  readonly snapshot?: StatusSnapshot | undefined;
  /** Why something of it is not known; warnings. */
  readonly problems: readonly Problem[];
}

/** An observation, or the answer that stood in its way. */
export type Look =
  | { readonly ok: true; readonly value: Observation; readonly rate: ReadAnswer<unknown>["rate"] }
  | Missed;
export type Missed = ReadAnswer<never> & { readonly ok: false };

/** One question to the service: by itself, or asked again when the answer says nothing. */
export type AskService = <T>(question: () => Promise<ReadAnswer<T>>) => Promise<ReadAnswer<T>>;

export const once: AskService = (question) => question();
export const again =
  (desk: Desk): AskService =>
  (question) =>
    readAgain(question, desk);

/**
 * Looks at a document: its overall status where the service shows documents, its two legs where `legs` are wanted or where they are
 * all there is. Legs that cannot be had never change the verdict.
 */
export async function look(subject: Subject, ask: AskService, { legs }: { legs: boolean }): Promise<Look> {
  if (subject.kinds[0] === "sales-credit-note") return bySnapshot(subject, "sales-credit-note", ask);
  if (subject.extras) return byDocument(subject, ask, legs);
  if (subject.kinds.includes("credit-note")) return bySnapshot(subject, "credit-note", ask);
  return { ok: false, problems: [invoiceStatusUnknown()], rate: {} };
}

async function byDocument(subject: Subject, ask: AskService, legs: boolean): Promise<Look> {
  const { service, id } = subject;
  let last: ReadAnswer<JsonObject> | undefined;
  for (const kind of subject.kinds) {
    if (kind === "sales-credit-note") continue;
    last = await ask(() => service.document(kind, id));
    if (!last.ok && last.status === 404) continue;
    if (!last.ok) return last;
    const seen = fromDocument(subject, kind, last.value);
    if (!legs) return { ok: true, value: seen, rate: last.rate };
    const snapshot = await ask(() => service.status(kind, id));
    return { ok: true, value: withLegs(seen, snapshot), rate: snapshot.rate };
  }
  if (last?.ok !== false) throw new Error("selfbill has an internal error: a document of no kind");
  return subject.kinds.length === 1 ? last : { ...last, problems: [ofNoKind(subject)] };
}

function fromDocument(subject: Subject, kind: StatusSubject, document: JsonObject): Observation {
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
    problems: [],
  };
}

function withLegs(seen: Observation, snapshot: ReadAnswer<StatusSnapshot>): Observation {
  if (!snapshot.ok) return { ...seen, problems: [legsUnknown(snapshot)] };
  return { ...seen, snapshot: snapshot.value, results: joined(seen.results, snapshot.value.validationResults) };
}

/** Without an overall status: 26 for a fatal finding, else never more than pending. Both legs answered: nothing more to wait for. */
async function bySnapshot(subject: Subject, kind: StatusSubject, ask: AskService): Promise<Look> {
  const answer = await ask(() => subject.service.status(kind, subject.id));
  if (!answer.ok)
    return { ...answer, problems: [answer.status === 404 ? notThere(subject, answer) : notKnown(answer)] };
  const { toC3, toC5, validationResults } = answer.value;
  const failed = validationResults.some(isFatal);
  const value: Observation = {
    subject,
    kind,
    documentNumber: subject.created?.documentNumber,
    tellsOverall: false,
    sides: {},
    standing: failed ? "bad" : "open",
    finished: failed || (hasAnswered(toC3) && hasAnswered(toC5)),
    results: validationResults,
    snapshot: answer.value,
    problems: [],
  };
  return { ok: true, value, rate: answer.rate };
}

/** The findings of both answers, each once. */
function joined(some: readonly ValidationResult[], more: readonly ValidationResult[]): ValidationResult[] {
  const byContent = new Map([...some, ...more].map((each) => [JSON.stringify(each), each]));
  return [...byContent.values()];
}

function legsUnknown(answer: ReadAnswer<never> & { ok: false }): Problem {
  const [first] = answer.problems;
  if (answer.status === 404) {
    const message = "The two legs are not available yet (404).";
    return problem("status-unknown", message, "Look again later.", { severity: "warning" });
  }
  return { ...first, message: `Status of the two legs not known. ${first.message}`, severity: "warning" };
}

function ofNoKind({ asked }: Subject): Problem {
  const message = `The service has neither a self-billed credit note nor an invoice ${JSON.stringify(asked)}.`;
  const hint =
    "Check the id and the profile. --sales asks for a sales credit note; for a service that gives Peppol statuses only: selfbill profile set NAME --extras no.";
  return problem("not-found", message, hint);
}

/** A 404 of the status call alone: the journal knows documents that exist, of others nobody can tell. */
function notThere({ asked, created }: Subject, answer: Missed): Problem {
  if (created) {
    const message = `Status not known. The service has no status yet for ${created.documentNumber} (404).`;
    return problem("status-unknown", message, "Look again later, or add --watch.");
  }
  const { message } = notKnown(answer);
  const hint = `It may not be available yet, or ${JSON.stringify(asked)} is not the correct id or profile.`;
  return problem("not-found", message, hint);
}

/** Whatever else the status call answered is not a verdict (Decision 21). */
function notKnown({ problems: [first] }: Missed): Problem {
  return { ...first, message: `Status not known. ${first.message}` };
}

/** Only a service with the extras gives the status of an invoice (Decision 16). */
export function invoiceStatusUnknown(): Problem {
  const message = "The service of this profile has no call for the status of an invoice.";
  return problem("status-unknown", message, "Ask the service, or look in its own web pages.");
}
