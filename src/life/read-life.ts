import { documentName } from "../document/index.ts";
import type { Past, SeenState, SupplierAnswers, Together } from "../journal/index.ts";
import { firstState, stateNow, supplierAnswersIn } from "../journal/index.ts";
import { mapAll, ok, type Result } from "../problem/index.ts";
import { isUnsettled, mayExist, type Stage } from "../states/index.ts";
import { type CreditedBy, documentGross, documentSums, type Life, lifeOf, opensIn, type Related } from "./life.ts";
import { isMissingOnce } from "./missing-call.ts";
import { type SaidOfDocuments, saidIn } from "./notes.ts";
import { stageOf } from "./stages.ts";

export interface LifeWish {
  readonly now: number;
  /** Whether the account's service reports an overall status for this kind of document. */
  tellsStatus(account: string, kind: Past["intent"]["kind"]): boolean;
  /** Whether the supplier's answer is overdue. */
  answerLate?(past: Past): boolean;
}

export interface Lives {
  readonly said: SaidOfDocuments;
  readonly answers: SupplierAnswers;
  /** Returns the life of a document; `past` must be an attempt that created it or may have created it. */
  of(past: Past): Promise<Result<Life>>;
  /**
   * Like `of`, but returns undefined if nothing is due, usually without reading anything from the journal. `status`
   * is the last known status.
   */
  owing(past: Past, status: string | undefined): Promise<Result<Life | undefined>>;
  /** Returns the stage of a document; `status` is the last known status. */
  stage(past: Past, status: string | undefined): Stage;
}

/** The parts of a journal that are needed here. For many documents, use `journal.together`. */
export type LifeJournal = Pick<Together, "notes" | "seen" | "creditsOn"> & {
  readonly tries: Pick<Together["tries"], "last" | "called">;
};

/** Reads all notes once; after that, each document needs only its own data. Problem: `journal-unusable`. */
export async function livesIn(journal: LifeJournal, wish: LifeWish): Promise<Result<Lives>> {
  const notes = await journal.notes();
  if (!notes.ok) return notes;
  const said = saidIn(notes.value);
  const answers = supplierAnswersIn(notes.value);
  const tellsOf = ({ intent }: Past): boolean => wish.tellsStatus(intent.account, intent.kind);
  const saidOf = (past: Past) => {
    const document = { account: past.intent.account, id: past.id ?? past.attempt };
    return {
      ...{ past, now: wish.now, correction: said.correction(document), done: said.done(document) },
      authorityAccepted: said.authority(document)?.accepted,
      answer: answers.of(document).at(-1),
      copyAwaited: said.handovers.isAwaited(document),
      answerLate: wish.answerLate?.(past) ?? false,
    };
  };
  const stage = (past: Past, status: string | undefined): Stage =>
    stageOf({ state: past.state, status, tellsStatus: tellsOf(past) });
  const of = async (past: Past): Promise<Result<Life>> => {
    const stood = await statusOf(past, journal);
    if (!stood.ok) return stood;
    const credits = await creditsOf(past, journal, wish);
    if (!credits.ok) return credits;
    const isFailed = stage(past, stood.value.status) === "failed";
    const correctedBy = await correctionsOf(past, journal, { ...wish, isFailed });
    if (!correctedBy.ok) return correctedBy;
    const creditsAll = await creditsAllOf(past, journal, of);
    if (!creditsAll.ok) return creditsAll;
    const related = { credits: credits.value, correctedBy: correctedBy.value, creditsAll: creditsAll.value };
    const tellsStatus = tellsOf(past);
    const resubmits = tellsStatus && !isMissingOnce("document", past.intent.account, notes.value);
    return ok(lifeOf({ ...saidOf(past), ...stood.value, ...related, tellsStatus, resubmits }));
  };
  return ok({
    said,
    answers,
    of,
    stage,
    async owing(past, status) {
      if (opensIn(stage(past, status), saidOf(past)).length === 0) return ok(undefined);
      const life = await of(past);
      return life.ok && life.value.owed === undefined ? ok(undefined) : life;
    },
  });
}

/**
 * Returns the document's last known status and the time from which it applies, regardless of how often it has been seen
 * since.
 */
async function statusOf(
  past: Past,
  journal: LifeJournal,
): Promise<Result<{ readonly status: string | undefined; readonly since: string }>> {
  const seen = past.id === undefined ? ok([]) : await journal.seen(past.intent.account, past.id);
  if (!seen.ok) return seen;
  return ok(lastStatus(past, seen.value));
}

/** Returns the last known status and the time from which it applies. */
export function lastStatus(
  { result, sentAt, at }: Past,
  seen: readonly SeenState[],
): { readonly status: string | undefined; readonly since: string } {
  const began = result?.at ?? sentAt ?? at;
  const { state: status, seen: last } = stateNow(result, seen);
  if (last === undefined) return { status, since: began };
  // What was seen after it, such as legs after a final status, does not end it.
  const until = seen.slice(0, seen.indexOf(last) + 1);
  const before = until.findLastIndex(({ state }) => state !== last.state);
  const since = before < 0 && firstState(result) === last.state ? began : until[before + 1]?.at;
  return { status, since: since ?? last.at };
}

async function creditsOf(past: Past, journal: LifeJournal, wish: LifeWish): Promise<Result<CreditedBy[]>> {
  const { intent } = past;
  if (intent.kind !== "invoice" || past.state !== "created") return ok([]);
  const known = await journal.creditsOn(intent.account, documentName(past));
  if (!known.ok) return known;
  return mapAll(known.value, async (credit): Promise<Result<CreditedBy>> => {
    const its = await pastOfCredit(credit, journal);
    if (!its.ok) return its;
    // Journals from earlier versions may not have the attempt that created the document.
    const related = its.value && (await relatedOf(its.value, journal, wish));
    if (related && !related.ok) return related;
    const plain: Related = { called: credit.number, stage: "created", id: credit.id, attempt: "", at: "" };
    const own = credit.shared ? undefined : its.value;
    const { currency, reason, lines } = credit;
    const money = { gross: own && documentGross(own), sums: own && documentSums(own), currency };
    return ok({ ...(related?.value ?? plain), ...money, reason, lines });
  });
}

/** Whether this journal has every invoice that a credit note credits, and each is credited in full. */
async function creditsAllOf({ intent, state }: Past, journal: LifeJournal, of: Lives["of"]): Promise<Result<boolean>> {
  const numbers = intent.credits?.invoiceNumbers ?? [];
  if (intent.kind === "invoice" || state !== "created" || numbers.length === 0) return ok(false);
  for (const number of numbers) {
    const found = await journal.tries.last(
      "number",
      number,
      (each) => each.state === "created" && each.intent.kind === "invoice" && each.intent.account === intent.account,
    );
    if (!found.ok) return found;
    const life = found.value && (await of(found.value));
    if (life && !life.ok) return life;
    if (!life?.value.cancelsOut) return ok(false);
  }
  return ok(true);
}

/** Returns the attempt that created a credit note, or the attempt in doubt or in progress that may create it. */
export async function pastOfCredit(
  { id, attempt }: { readonly id?: string | undefined; readonly attempt?: string | undefined },
  journal: LifeJournal,
): Promise<Result<Past | undefined>> {
  if (id !== undefined) return journal.tries.last("id", id, ({ state }) => state === "created");
  const called = await journal.tries.called(attempt ?? "");
  return called.ok ? ok(called.value.find((each) => each.attempt === attempt)) : called;
}

/** Finds corrected copies and, for a failed document, a resubmission in doubt. */
async function correctionsOf(
  past: Past,
  journal: LifeJournal,
  { isFailed, ...wish }: LifeWish & { readonly isFailed: boolean },
): Promise<Result<Related[]>> {
  if (past.id === undefined) return ok([]);
  const again = isFailed ? await journal.tries.last("replaces", past.id, isUnsettled) : ok(undefined);
  if (!again.ok) return again;
  const copy = await journal.tries.last("corrects", past.id, mayExist);
  if (!copy.ok) return copy;
  const found: Related[] = [];
  for (const each of [again.value, copy.value]) {
    const related = each && (await relatedOf(each, journal, wish));
    if (related && !related.ok) return related;
    if (related) found.push(related.value);
  }
  return ok(found);
}

async function relatedOf(past: Past, journal: LifeJournal, wish: LifeWish): Promise<Result<Related>> {
  const { id, attempt, documentNumber, state, intent } = past;
  const stood = await statusOf(past, journal);
  if (!stood.ok) return stood;
  const tellsStatus = wish.tellsStatus(intent.account, intent.kind);
  const stage = stageOf({ state, status: stood.value.status, tellsStatus });
  return ok({ called: documentName({ documentNumber, id, attempt }), stage, id, attempt, at: past.sentAt ?? past.at });
}
