import type { Journal, Past, SupplierAnswers } from "../journal/index.ts";
import { supplierAnswersIn } from "../journal/index.ts";
import { ok, type Result } from "../problem/index.ts";
import { type CreditedBy, documentGross, type Life, lifeOf, type Related } from "./life.ts";
import { type SaidOfDocuments, saidIn } from "./notes.ts";
import { stageOf } from "./stages.ts";

/** What lives are judged by, besides the journal. */
export interface LifeWish {
  /** Unix milliseconds. */
  readonly now: number;
  /** Whether the service of an account tells an overall status of documents of a kind. */
  tellsStatus(account: string, kind: Past["intent"]["kind"]): boolean;
  /** Whether the supplier's answer to a document is asked for, and its time is over. */
  answerLate?(past: Past): boolean;
}

/** Lives of the documents of a journal as it is now. Problem of every call: `journal-unusable`. */
export interface Lives {
  readonly said: SaidOfDocuments;
  readonly answers: SupplierAnswers;
  /** The life of a try that made a document, or may have made one. */
  of(past: Past): Promise<Result<Life>>;
}

/** Reads what was said of documents once; then one life costs what it is about. Problem: `journal-unusable`. */
export async function livesIn(journal: Journal, wish: LifeWish): Promise<Result<Lives>> {
  const notes = await journal.notes();
  if (!notes.ok) return notes;
  const said = saidIn(notes.value);
  const answers = supplierAnswersIn(notes.value);
  const { now } = wish;
  return ok({
    said,
    answers,
    async of(past) {
      const { account } = past.intent;
      const stood = await statusOf(past, journal);
      if (!stood.ok) return stood;
      const credits = await creditsOf(past, journal, wish);
      if (!credits.ok) return credits;
      const correctedBy = await correctionsOf(past, journal, wish);
      if (!correctedBy.ok) return correctedBy;
      const document = { account, id: past.id ?? past.attempt };
      const related = { credits: credits.value, correctedBy: correctedBy.value };
      const words = { done: said.done(document), correction: said.correction(document) };
      return ok(
        lifeOf({
          ...{ past, ...stood.value, ...related, ...words, now },
          tellsStatus: wish.tellsStatus(account, past.intent.kind),
          authorityAccepted: said.authority(document)?.accepted,
          answer: answers.of(document).at(-1),
          answerLate: wish.answerLate?.(past) ?? false,
        }),
      );
    },
  });
}

/** The last overall status that is known of a document, and since when. */
async function statusOf(
  past: Past,
  journal: Journal,
): Promise<Result<{ readonly status: string | undefined; readonly since: string }>> {
  const seen = past.id === undefined ? ok([]) : await journal.seen(past.intent.account, past.id);
  if (!seen.ok) return seen;
  const last = seen.value.at(-1);
  const since = last?.at ?? past.result?.at ?? past.sentAt ?? past.at;
  return ok({ status: last?.state ?? past.result?.overallStatus, since });
}

async function creditsOf(past: Past, journal: Journal, wish: LifeWish): Promise<Result<CreditedBy[]>> {
  const { intent, documentNumber } = past;
  if (intent.kind !== "invoice" || past.state !== "created" || documentNumber === undefined) return ok([]);
  const known = await journal.creditsOn(intent.account, documentNumber);
  if (!known.ok) return known;
  const found: CreditedBy[] = [];
  for (const credit of known.value) {
    const its = await pastOfCredit(credit, journal);
    if (!its.ok) return its;
    // A journal of an earlier version knows documents without the try that made them.
    const related = its.value && (await relatedOf(its.value, journal, wish));
    if (related && !related.ok) return related;
    const plain: Related = { called: credit.number, stage: "created", id: credit.id, attempt: "", at: "" };
    const gross = credit.shared || its.value === undefined ? undefined : documentGross(its.value);
    found.push({ ...(related?.value ?? plain), gross });
  }
  return ok(found);
}

async function pastOfCredit(
  { id, attempt }: { readonly id?: string | undefined; readonly attempt?: string | undefined },
  journal: Journal,
): Promise<Result<Past | undefined>> {
  if (id !== undefined) return journal.tries.last("id", id, ({ state }) => state === "created");
  const called = await journal.tries.called(attempt ?? "");
  return called.ok ? ok(called.value.find((each) => each.attempt === attempt)) : called;
}

async function correctionsOf(past: Past, journal: Journal, wish: LifeWish): Promise<Result<Related[]>> {
  if (past.id === undefined) return ok([]);
  const mayExist = ({ state }: Past): boolean => state === "created" || state === "in-doubt" || state === "under-way";
  const last = await journal.tries.last("corrects", past.id, mayExist);
  if (!last.ok) return last;
  if (last.value === undefined) return ok([]);
  const related = await relatedOf(last.value, journal, wish);
  return related.ok ? ok([related.value]) : related;
}

async function relatedOf(past: Past, journal: Journal, wish: LifeWish): Promise<Result<Related>> {
  const { id, attempt, documentNumber, state, intent } = past;
  const stood = await statusOf(past, journal);
  if (!stood.ok) return stood;
  const tellsStatus = wish.tellsStatus(intent.account, intent.kind);
  const stage = stageOf({ state, status: stood.value.status, tellsStatus });
  return ok({ called: documentNumber ?? id ?? attempt, stage, id, attempt, at: past.sentAt ?? past.at });
}
