import { isFatal } from "../../contract/index.ts";
import type { Connection, Desk } from "../../desk/index.ts";
import { daysBetween, gulfDay, isDay } from "../../document/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import { isJsonObject, numbersAsText, parseJson } from "../../json/index.ts";
import { hoursOfPatience, type Lives } from "../../life/index.ts";
import { ok, type Problem, type Result } from "../../problem/index.ts";
import { reasonSays } from "../../render/index.ts";
import type { DueItem, DueKind } from "../../report/index.ts";
import type { AcceptanceSetting } from "../../settings/index.ts";
import { again, look, type Observation } from "../follow/observe.ts";
import { placeFindings, seenFromHere } from "../follow/place-findings.ts";
import { recordState } from "../follow/record-state.ts";
import { findSubject } from "../follow/subject.ts";
import { doubtTodo, failedTodo, pendingTodo, rejectedTodo } from "./remedies.ts";

/** Days after the supply within which it is to be invoiced. Source: UAE VAT law, Article 67. */
const daysToIssue = 14;
const hour = 3_600_000;

/** Which documents are looked at, and whether the service is asked. */
export interface DueWish {
  /** Undefined: of all accounts. */
  readonly account: string | undefined;
  /** From this day on, Unix milliseconds. */
  readonly since: number;
  readonly connection?: Connection | undefined;
  /** Whether the profile of that account asks for the acceptance of suppliers. */
  readonly acceptance?: AcceptanceSetting | undefined;
}

/** A document that may or may not exist. */
export async function doubtful(past: Past, journal: Journal, desk: Desk): Promise<DueItem> {
  const status = past.result?.status;
  const came = status === undefined ? "no answer came" : `the answer (${status}) does not tell`;
  return {
    ...(await dueFacts("in-doubt", past, journal, desk)),
    since: past.sentAt ?? past.at,
    why: [`It left this computer, and ${came}: it may or may not exist.`],
    todo: doubtTodo(past.attempt),
  };
}

interface Found {
  readonly item: DueItem | undefined;
  readonly problems: readonly Problem[];
}

/** A document that exists, by the last state that is known of it, or that the service tells. Problem: `journal-unusable`. */
export async function ofCreated(
  past: Past,
  known: string | undefined,
  journal: Journal,
  wish: DueWish,
  lives: Lives,
  desk: Desk,
): Promise<Result<Found>> {
  const { account } = past.intent;
  const seen = await journal.seen(account, past.id ?? "");
  if (!seen.ok) return seen;
  const last = seen.value.at(-1);
  const whose = await journal.accounts.accountFor(account);
  if (!whose.ok) return whose;
  const asked = wish.connection?.account === whose.value ? await askService(past, wish.connection, desk) : undefined;
  const state = asked?.seen?.overallStatus ?? known;
  const problems = asked?.problems ?? [];
  const life = await lives.of(past);
  if (!life.ok) return life;
  const what = life.value.owed;
  if (what !== "failed" && what !== "rejected" && what !== "pending") return ok({ item: undefined, problems });
  const since =
    what === "pending" ? (past.sentAt ?? past.at) : last?.state === state ? last?.at : desk.now().toISOString();
  const about = await dueFacts(what, past, journal, desk);
  const why = asked?.why.length ? asked.why : [whyOf(what, state)];
  const todo = todoOf(about, { checked: asked?.seen !== undefined, explained: (asked?.why.length ?? 0) > 0 });
  return ok({ item: { ...about, since, overallStatus: state, why, todo }, problems });
}

function whyOf(what: DueKind, state: string | undefined): string {
  if (what === "rejected") return "The supplier's side or the tax authority rejected it; this is final.";
  if (what === "failed")
    return "It failed the Peppol validation and was not delivered, so it does not count as issued.";
  const last = state === undefined ? "Its status was not asked yet." : `The last known status is ${state}.`;
  return `It was sent more than ${hoursOfPatience} hours ago. ${last}`;
}

function todoOf(
  { what, called, kind, id, file }: DueFacts,
  { checked, explained }: { readonly checked: boolean; readonly explained: boolean },
): string[] {
  if (what === "rejected") return rejectedTodo(called, kind);
  return what === "failed" ? failedTodo(called, file, explained) : pendingTodo(called, id, checked);
}

interface Asked {
  readonly seen?: Observation;
  readonly why: readonly string[];
  readonly problems: readonly Problem[];
}

/** Asks the service about a document; what it says is recorded. A failure leaves what is known. */
async function askService(past: Past, connection: Connection, desk: Desk): Promise<Asked> {
  const called = past.documentNumber ?? past.id ?? "";
  const subject = await findSubject(past.id ?? "", { serviceVersion: undefined }, connection, desk);
  const found = subject.ok ? await look(subject.value, again(desk), { legs: false }) : subject;
  if (!found.ok || !subject.ok) {
    const problems = (found.ok ? [] : found.problems).map(
      (each): Problem => ({ ...each, severity: "warning", message: `${called}: ${each.message}` }),
    );
    return { why: [], problems };
  }
  const seen = found.value;
  const legs = seen.overallStatus === "REJECTED" ? await look(subject.value, again(desk), { legs: true }) : undefined;
  const unrecorded = await recordState(seen, desk);
  const placed = await placeFindings(seen.results.filter(isFatal), subject.value.created, connection.profile, desk);
  const findings = placed.findings.map(({ result, where }) => {
    const place = where?.line === undefined ? "" : `${where.file}:${where.line}: `;
    return `${place}${[result.reasonCode, result.text].filter(Boolean).join("  ")}`;
  });
  return {
    seen,
    why: [...sidesOf(seen), ...reasonsOf(legs?.ok ? legs.value : undefined), ...findings],
    problems: [...placed.problems, ...unrecorded],
  };
}

function sidesOf({ overallStatus, sides }: Observation): string[] {
  if (overallStatus !== "REJECTED") return [];
  const by = [
    ...(sides.participant === "REJECTED" ? ["the supplier's side (C3)"] : []),
    ...(sides.fta === "REJECTED" ? ["the tax authority (C5)"] : []),
  ];
  return by.length === 0 ? [] : [`Rejected by ${by.join(" and ")}; this is final.`];
}

/** Why a side said no, as it told in its message level status. */
function reasonsOf(seen: Observation | undefined): string[] {
  const sides = [
    ["The supplier's side (C3)", seen?.snapshot?.toC3?.mls],
    ["The tax authority (C5)", seen?.snapshot?.toC5?.mls],
  ] as const;
  return sides.flatMap(([who, mls]) => {
    const reason = mls?.code === "RE" ? reasonSays(mls) : undefined;
    return reason === undefined ? [] : [`${who}: ${reason}.`];
  });
}

/** What is known of a document whatever is due of it. */
export type DueFacts = Omit<DueItem, "since" | "overallStatus" | "why" | "todo">;

/** The facts of a try, for one of the kinds of what is due. */
export async function dueFacts(what: DueKind, past: Past, journal: Journal, desk: Desk): Promise<DueFacts> {
  const { intent, id, documentNumber, attempt } = past;
  const supplied = intent.kind === "invoice" ? await suppliedIn(intent.bodyHash, intent.issueDate, journal) : undefined;
  return {
    what,
    called: documentNumber ?? id ?? attempt,
    kind: intent.kind,
    supplier: intent.supplier.name,
    currency: intent.currency,
    payable: intent.totals.payable_amount ?? "",
    deadline: supplied === undefined ? undefined : deadlineOf(supplied, desk),
    id,
    attempt,
    file: intent.file === "-" ? undefined : seenFromHere(intent.file, desk),
  };
}

/** The day of the supply, out of the body as it was sent. */
async function suppliedIn(bodyHash: string, issueDate: string, journal: Journal): Promise<string> {
  const text = await journal.kept(bodyHash);
  const body = text.ok && text.value !== undefined ? parseJson(text.value) : undefined;
  const values = body?.ok && isJsonObject(body.value) ? numbersAsText(body.value) : undefined;
  return suppliedOn(values as Supply | undefined) ?? issueDate;
}

/** What tells of a document when it was supplied. */
export interface Supply {
  readonly delivery?: { readonly actual_delivery_date?: string | undefined } | undefined;
  readonly invoice_period?: { readonly end_date?: string | undefined } | undefined;
  readonly issue_date?: string | undefined;
}

/** The day of the supply: of the delivery, else the end of the period that is billed, else of the document itself. */
export function suppliedOn(document: Supply | undefined): string | undefined {
  const days = [document?.delivery?.actual_delivery_date, document?.invoice_period?.end_date, document?.issue_date];
  return days.find((each): each is string => each !== undefined && isDay(each));
}

/** The last day to issue the invoice of a supply, seen from today in the Emirates; undefined for what is not a day. */
export function deadlineOf(supplied: string, desk: Desk): DueItem["deadline"] {
  if (!isDay(supplied)) return undefined;
  const last = new Date(Date.parse(supplied) + daysToIssue * 24 * hour).toISOString().slice(0, 10);
  return { supplied, last, daysLeft: daysBetween(gulfDay(desk.now()), last) };
}
