import type { Desk } from "../../desk/index.ts";
import { documentName, gulfDay, money } from "../../document/index.ts";
import type { Past } from "../../journal/index.ts";
import {
  changesIn,
  documentMoney,
  hoursOfPatience,
  idleCreditOf,
  type Life,
  type Lives,
  type Owed,
  owedKinds,
} from "../../life/index.ts";
import type { Deadline, DueItem } from "../../report/index.ts";
import type { AcceptanceSetting } from "../../settings/index.ts";
import { stageFacts } from "../../states/index.ts";
import { seenFromHere } from "../follow/place-findings.ts";
import type { ServiceSaid } from "./ask.ts";
import { type DueJournal, daysFrom, deadlineOf, sentBody } from "./deadlines.ts";
import {
  changedTodo,
  correctionTodo,
  creditWaitsTodo,
  doneTodo,
  doubtTodo,
  failedTodo,
  notAcceptedTodo,
  notDeliveredTodo,
  objectedTodo,
  pendingTodo,
  rejectedTodo,
} from "./remedies.ts";

export interface RowContext {
  readonly lives: Lives;
  readonly asked: ServiceSaid | undefined;
  readonly acceptance: AcceptanceSetting | undefined;
}

export async function itemOf(life: Owing, context: RowContext, journal: DueJournal, desk: Desk): Promise<DueItem> {
  const { past, owed } = life;
  const { intent, id, attempt } = past;
  const { asked } = context;
  const said = saidOf(life, context);
  const heard = { explained: (asked?.why.length ?? 0) > 0, checked: asked?.seen !== undefined };
  const knowsStatus = owed !== "in-doubt" && owed !== "objected" && owed !== "not-accepted";
  return {
    what: owed,
    ...{ called: documentName(past), kind: intent.kind, id, attempt, file: fileOf(past, desk) },
    supplier: intent.supplier.name,
    currency: intent.currency,
    payable: documentMoney(past).totals.payable_amount ?? "",
    since: said.since,
    overallStatus: knowsStatus ? life.status : undefined,
    why: [...said.why, ...standsFor(life)],
    ...(await nextStepsOf(life, heard, journal, desk)),
  };
}

export type Owing = Life & { readonly owed: Owed };

interface Heard {
  /** Whether the service's reasons are shown above the steps. */
  readonly explained: boolean;
  /** Whether the status was just requested. */
  readonly checked: boolean;
}

export interface Steps {
  readonly todo: readonly string[];
  readonly deadline: Deadline | undefined;
}

export async function nextStepsOf(life: Owing, heard: Heard, journal: DueJournal, desk: Desk): Promise<Steps> {
  const { past, owed } = life;
  const todo = [...todoOf(life, heard, fileOf(past, desk)), ...doneTodo(owed, documentName(past))];
  return { todo, deadline: await deadlineIn(life, journal, desk) };
}

function fileOf({ intent }: Past, desk: Desk): string | undefined {
  return intent.file === "-" ? undefined : seenFromHere(intent.file, desk);
}

async function deadlineIn(
  { past, owed, correction }: Life,
  journal: DueJournal,
  desk: Desk,
): Promise<Deadline | undefined> {
  if (owed === "objected" || owed === "not-delivered" || owed === "not-accepted") return undefined;
  if (owed === "changed" || owed === "credit-waits") return undefined;
  if (owed === "correction") return daysFrom(gulfDay(new Date(correction?.at ?? 0)), desk);
  const { kind, issueDate } = past.intent;
  const body = (await sentBody(past, journal)) ?? { issue_date: issueDate };
  return deadlineOf(kind, body, journal, desk);
}

/** Returns why the document needs action, and since when. */
function saidOf(life: Life, { lives, asked, acceptance }: RowContext): { since: string; why: readonly string[] } {
  const { past, since, status, correction } = life;
  const sent = past.sentAt ?? past.at;
  const told = asked?.why ?? [];
  switch (life.owed) {
    case "in-doubt":
      return { since: sent, why: [`It left this computer, and ${came(past)}: it may or may not exist.`] };
    case "failed":
      return {
        since,
        why:
          told.length > 0
            ? told
            : ["It failed the Peppol validation and was not delivered, so it does not count as issued."],
      };
    case "rejected":
      return {
        since,
        why: told.length > 0 ? told : ["The supplier's side or the tax authority rejected it; this is final."],
      };
    case "changed":
      return {
        since: past.result?.at ?? since,
        why: changesIn(past).map((each) => `The service changed it: ${each}.`),
      };
    case "correction":
      return { since: correction?.at ?? since, why: [begunWords(life)] };
    case "objected": {
      const answer = lives.answers.of({ account: past.intent.account, id: past.id ?? "" }).at(-1);
      return {
        since: answer?.recordedAt ?? since,
        why: [`The supplier objected on ${answer?.on} (${answer?.how}).`],
      };
    }
    case "not-delivered":
      return {
        since: lives.said.handovers.delivery({ account: past.intent.account, id: past.id ?? "" })?.at ?? since,
        why: ["It was reported to the tax authority and not delivered over Peppol: the supplier needs a copy."],
      };
    case "not-accepted": {
      const days = acceptance?.days;
      const asks = days === "0" ? "you ask for it at once" : `asked within ${days === "1" ? "1 day" : `${days} days`}`;
      const day = gulfDay(new Date(sent));
      return { since: sent, why: [`It was sent on ${day}, and the supplier's acceptance is not recorded (${asks}).`] };
    }
    case "credit-waits": {
      const of = past.intent.credits?.invoiceNumbers.join(", ");
      return { since: sent, why: [`It takes nothing off${of ? ` ${of}` : ""} until it is approved.`] };
    }
    default: {
      const last = status === undefined ? "Its status was not asked yet." : `The last known status is ${status}.`;
      return {
        since: sent,
        why: told.length > 0 ? told : [`It was sent more than ${hoursOfPatience} hours ago. ${last}`],
      };
    }
  }
}

function came({ result }: Past): string {
  return result?.status === undefined ? "no answer came" : `the answer (${result.status}) does not tell`;
}

function begunWords({ correction, credits, correctedBy }: Life): string {
  const credit = credits.find(({ at, stage }) => at >= (correction?.at ?? "") && stage !== "in-doubt");
  const lacks = [
    ...(credit === undefined ? ["the credit note"] : []),
    ...(correction?.withCopy && correctedBy.length === 0 ? ["the corrected copy"] : []),
  ];
  const missing = lacks.length === 0 ? "The credit note has no effect." : `Not created yet: ${lacks.join(" and ")}.`;
  return `Its correction was begun by ${correction?.by} on ${gulfDay(new Date(correction?.at ?? 0))}. ${missing}`;
}

/** Describes what has been done so far about a rejected document that is not settled yet. */
function standsFor({ owed, past, credits, credited, correctedBy, authorityAccepted }: Life): string[] {
  if (owed !== "rejected") return [];
  const { currency } = past.intent;
  const part =
    credited !== undefined && money.isPositive(credited.gross)
      ? [`Credited ${currency} ${money.forPeople(credited.gross)}, ${currency} ${money.forPeople(credited.left)} left.`]
      : [];
  const without = credits.flatMap(({ called, stage }) => {
    const { noEffect } = stageFacts(stage);
    return noEffect === undefined ? [] : [`Its credit note ${called} ${noEffect}, so it does not count.`];
  });
  const copy = correctedBy.at(-1);
  const accepted =
    authorityAccepted && copy
      ? [`${copy.called} stands in for it, but the tax authority has accepted it: only a credit note takes it back.`]
      : [];
  return [...part, ...without, ...accepted];
}

function todoOf(
  { past, owed, resubmits, authorityAccepted, credits, correctedBy }: Owing,
  { explained, checked }: Heard,
  file: string | undefined,
): string[] {
  const { id, attempt, intent } = past;
  const called = documentName(past);
  switch (owed) {
    case "in-doubt":
      return doubtTodo(attempt);
    case "failed":
      return failedTodo({ called, file, known: explained, resubmits });
    case "rejected":
      return rejectedTodo({
        ...{ called, kind: intent.kind, accepted: authorityAccepted },
        ...{ hasCopy: correctedBy.length > 0, idleCredit: idleCreditOf(credits) },
      });
    case "changed":
      return changedTodo(called);
    case "correction":
      return correctionTodo(called);
    case "objected":
      return objectedTodo(called, intent.kind, idleCreditOf(credits));
    case "not-delivered":
      return notDeliveredTodo(called);
    case "not-accepted":
      return notAcceptedTodo(called);
    case "pending":
      return pendingTodo(called, id, checked);
    case "credit-waits":
      return creditWaitsTodo(called, checked);
    default:
      throw new Error(`selfbill has an internal error: ${owedKinds[owed].says} is not of a document that was sent`);
  }
}
