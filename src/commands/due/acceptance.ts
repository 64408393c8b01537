import type { Desk } from "../../desk/index.ts";
import { daysBetween, gulfDay } from "../../document/index.ts";
import type { Journal, Past, SupplierAnswers } from "../../journal/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { DueItem } from "../../report/index.ts";
import type { AcceptanceSetting } from "../../settings/index.ts";
import { supplierAnswersOf } from "../answer/supplier-answers.ts";
import { type DueWish, dueFacts } from "./documents.ts";
import { notAcceptedTodo, objectedTodo } from "./remedies.ts";

/**
 * Documents that suppliers object to, until they accept them or a credit note takes them back; and where the profile asks for it, approved
 * ones that they did not accept in time. Problem: `journal-unusable`.
 */
export async function notAccepted(journal: Journal, wish: DueWish, desk: Desk): Promise<Result<DueItem[]>> {
  const answers = await supplierAnswersOf(journal);
  if (!answers.ok) return answers;
  const objected = await objections(answers.value, journal, wish, desk);
  if (!objected.ok || wish.acceptance === undefined || wish.account === undefined) return objected;
  const silent = await withoutAnswer(answers.value, wish.acceptance, { ...wish, account: wish.account }, journal, desk);
  return silent.ok ? ok([...objected.value, ...silent.value]) : silent;
}

async function objections(
  answers: SupplierAnswers,
  journal: Journal,
  { account: wanted, since }: DueWish,
  desk: Desk,
): Promise<Result<DueItem[]>> {
  const items: DueItem[] = [];
  for (const document of answers.objected) {
    const { account, id } = document;
    if (wanted !== undefined && account !== wanted) continue;
    const isIt = (past: Past): boolean => past.state === "created" && past.intent.account === account;
    const past = await journal.tries.last("id", id, isIt);
    if (!past.ok) return past;
    if (past.value === undefined || Date.parse(past.value.sentAt ?? past.value.at) < since) continue;
    const credited = await isTakenBack(past.value, journal);
    if (!credited.ok) return credited;
    const said = answers.of(document).at(-1);
    if (credited.value || said === undefined) continue;
    const about = await dueFacts("objected", past.value, journal, desk);
    const why = [`The supplier objected on ${said.on} (${said.how}).`];
    items.push({
      ...about,
      deadline: undefined,
      since: said.recordedAt,
      why,
      todo: objectedTodo(about.called, about.kind),
    });
  }
  return ok(items);
}

/** A credit note that exists takes an invoice back. */
async function isTakenBack({ intent, documentNumber = "" }: Past, journal: Journal): Promise<Result<boolean>> {
  if (intent.kind !== "invoice" || documentNumber === "") return ok(false);
  const notes = await journal.credited(intent.account, documentNumber);
  return notes.ok ? ok(notes.value.length > 0) : notes;
}

const page = 500;

async function withoutAnswer(
  answers: SupplierAnswers,
  { days, from }: AcceptanceSetting,
  { account, since }: DueWish & { readonly account: string },
  journal: Journal,
  desk: Desk,
): Promise<Result<DueItem[]>> {
  const items: DueItem[] = [];
  const today = gulfDay(desk.now());
  const first = new Date(Math.max(since, Date.parse(`${from}T00:00:00+04:00`))).toISOString();
  for (let after = 0; ; ) {
    const some = await journal.tries.page({ account, since: first, states: ["created"] }, { after }, page);
    if (!some.ok) return some;
    for (const past of some.value) {
      const sent = gulfDay(new Date(past.sentAt ?? past.at));
      const waited = daysBetween(sent, today);
      if (past.id === undefined || waited < Number(days) || answers.of({ account, id: past.id }).length > 0) continue;
      const seen = await journal.seen(account, past.id);
      if (!seen.ok) return seen;
      if ((seen.value.at(-1)?.state ?? past.result?.overallStatus) !== "APPROVED") continue;
      const about = await dueFacts("not-accepted", past, journal, desk);
      const why = [
        `It was sent on ${sent}, and the supplier's acceptance is not recorded (asked within ${days} days).`,
      ];
      items.push({
        ...about,
        deadline: undefined,
        since: past.sentAt ?? past.at,
        why,
        todo: notAcceptedTodo(about.called),
      });
    }
    const last = some.value.at(-1);
    if (last === undefined || some.value.length < page) return ok(items);
    after = last.record;
  }
}
