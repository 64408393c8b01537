import { type TaxSubject, taxSubjects } from "../../check/index.ts";
import type { Desk } from "../../desk/index.ts";
import { dateFault, dateHint, gulfDay, isDay } from "../../document/index.ts";
import { contentHash, isOfTax, openTaxQuestions } from "../../prepare/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { keepTaxAnswer, type TaxAnswer, taxAnswers } from "../../suppliers/index.ts";
import { personOf } from "../answer/person.ts";
import { type Checked, preparedSubject } from "./check-documents.ts";
import type { CheckedShare } from "./shares.ts";

/**
 * Asks at a terminal what goods are bought for, where that decides who accounts for the VAT: each kind of goods of a
 * supplier once, and never again, as the answers are kept in the supplier book. Returns the documents as the answers
 * leave them. Without a terminal nothing is asked; the warnings stay.
 */
export async function withTaxAnswersAsked<S extends CheckedShare>(share: S, desk: Desk): Promise<Result<S>> {
  const touched = share.checked.filter(({ wrong, held }) => !wrong && held.problems.some(isOfTax));
  if (touched.length === 0 || !desk.ask.possible || desk.asJson) return ok(share);
  const asked = new Set<string>();
  let isAnswered = false;
  for (const each of touched) {
    const prepared = await preparedSubject(each.subject, share.how, undefined, desk);
    for (const { supplier, subject } of await openTaxQuestions(prepared, desk)) {
      const question = JSON.stringify([supplier, subject]);
      if (asked.has(question)) continue;
      asked.add(question);
      const answer = await askedOnce(supplier, subject, desk);
      if (!answer.ok) return answer;
      if (answer.value === undefined) continue;
      const settings = await desk.settings();
      if (!settings.ok) return settings;
      const kept = keepTaxAnswer(settings.value.folders, supplier, subject, answer.value);
      if (!kept.ok) return kept;
      isAnswered = true;
    }
  }
  if (!isAnswered) return ok(share);
  const checked = await Promise.all(
    share.checked.map((each) => (touched.includes(each) ? again(each, share, desk) : each)),
  );
  return ok({ ...share, checked });
}

/** Replaces what was said about tax before the answers. A file that changed meanwhile is noticed before it is sent. */
async function again(each: Checked, { how }: CheckedShare, desk: Desk): Promise<Checked> {
  const prepared = await preparedSubject(each.subject, how, undefined, desk);
  if (prepared.bodyText === undefined || contentHash(prepared) !== each.hash) return each;
  const problems = [...each.held.problems.filter((one) => !isOfTax(one)), ...prepared.problems.filter(isOfTax)];
  const kept = each.kept && { ...each.kept, problems };
  return { ...each, held: { ...each.held, problems }, ...(kept ? { kept } : {}) };
}

const choices = {
  "own-use": "Our own use: no reverse charge",
  declared: "To resell or make goods, declarations given: we account for the VAT",
  "not-declared": "To resell or make goods, no declarations: no reverse charge",
  later: "Not now: the warning stays",
} as const;

/** Returns undefined if it is to be answered later. */
async function askedOnce(
  supplier: string,
  subject: TaxSubject,
  desk: Desk,
): Promise<Result<Omit<TaxAnswer, "trn"> | undefined>> {
  const help =
    "It decides who accounts for the VAT, and no field of a document says it. The answer is kept with the supplier.";
  const answer = await desk.ask.question({
    form: "choose",
    message: `What are ${taxSubjects[subject]} from ${supplier} bought for?`,
    help,
    explains: help,
    usual: undefined,
    choices: Object.entries(choices).map(([value, name]) => ({ value, name })),
  });
  if (!answer.ok) return answer;
  const chosen = taxAnswers.find((each) => answer.value.is === "answer" && each === answer.value.value);
  if (chosen === undefined) return ok(undefined);
  const today = gulfDay(desk.now());
  const date = chosen === "declared" ? await dayOfDeclarations(supplier, today, desk) : ok(today);
  if (!date.ok || date.value === undefined) return date.ok ? ok(undefined) : date;
  const how = "answered before sending";
  const recorded = { recorded_by: personOf(desk), recorded_at: desk.now().toISOString() };
  return ok({ answer: chosen, date: date.value, how, ...recorded });
}

/** Asks until it is a day, not after today. Returns undefined if the user goes back. */
async function dayOfDeclarations(supplier: string, today: string, desk: Desk): Promise<Result<string | undefined>> {
  const help = "The day on which the supplier got your written declarations. Never write an earlier one.";
  const day = await desk.ask.question({
    form: "text",
    message: `Day on which ${supplier} got your declarations (YYYY-MM-DD):`,
    help,
    explains: help,
    usual: "",
    check: async (text) => {
      const typed = text.trim();
      if (!isDay(typed)) return `${dateFault(typed)} ${dateHint(typed, today)}`;
      return typed > today ? `${typed} is in the future.` : undefined;
    },
  });
  if (!day.ok) return day;
  return ok(day.value.is === "answer" ? String(day.value.value).trim() : undefined);
}
