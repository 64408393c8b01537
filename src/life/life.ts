import {
  type Amount,
  addSums,
  amount,
  type CreditedLine,
  type CreditSums,
  hasRest,
  isDecimalText,
  isOnlyRounding,
  money,
  subtractSums,
  sumsIn,
} from "../document/index.ts";
import type { Past, SupplierAnswer } from "../journal/index.ts";
import { suggest } from "../problem/index.ts";
import { type Stage, stageFacts, stages } from "../states/index.ts";
import { documentMoney } from "./money.ts";
import type { BegunCorrection, DoneWord } from "./notes.ts";
import { type Owed, owedKinds, stageOf } from "./stages.ts";

/** Number of hours after which a pending document needs action. */
export const hoursOfPatience = 24;
const hour = 3_600_000;

export interface Related {
  readonly called: string;
  readonly stage: Stage;
  readonly id?: string | undefined;
  readonly attempt: string;
  /** When the document was sent; UTC, ISO 8601. */
  readonly at: string;
}

/** A credit note for an invoice. */
export interface CreditedBy extends Related {
  /** Gross amount in `currency`; undefined if unknown, or if the credit note is for several invoices. */
  readonly gross: Amount | undefined;
  /** Net and VAT, in `currency` and in AED; undefined like `gross`. */
  readonly sums: CreditSums | undefined;
  /** The credit note's currency; undefined if unknown. */
  readonly currency: string | undefined;
  readonly reason: string | undefined;
  readonly lines: readonly CreditedLine[];
}

export interface LifeFacts {
  readonly past: Past;
  /** The last known overall status; `since` is the time from which it applies (UTC, ISO 8601). */
  readonly status: string | undefined;
  readonly since: string;
  /** Whether the service reports an overall status for this kind of document. */
  readonly tellsStatus: boolean;
  /** Whether the service can replace the document. */
  readonly resubmits: boolean;
  /** Whether the tax authority accepted a rejected document; undefined if unknown. */
  readonly authorityAccepted: boolean | undefined;
  /** Credit notes for this invoice, including those in doubt and in progress. */
  readonly credits: readonly CreditedBy[];
  /** For a credit note, whether each of its invoices has been credited in full. */
  readonly creditsAll: boolean;
  readonly correctedBy: readonly Related[];
  readonly correction: BegunCorrection | undefined;
  readonly done: readonly DoneWord[];
  readonly answer: Pick<SupplierAnswer, "answer" | "recordedAt"> | undefined;
  /** Whether the supplier is waiting for a copy of an undelivered document. */
  readonly copyAwaited: boolean;
  readonly answerLate: boolean;
  readonly now: number;
}

export type Dealt =
  | { readonly how: "corrected"; readonly by: Related }
  | { readonly how: "credited"; readonly by: readonly CreditedBy[] }
  | { readonly how: "done"; readonly word: DoneWord };

/** What effective credit notes took back of an invoice, and what is left of it. */
export interface Credited {
  readonly gross: Amount;
  readonly left: Amount;
  /** What is left, net and VAT, in its currency and in AED; undefined if that is not known. */
  readonly rest: CreditSums | undefined;
  /** All quantities were credited, and the rest is at most the sum of the roundings of each credit note. */
  readonly isRounding: boolean;
}

export interface Life
  extends Pick<
    LifeFacts,
    "past" | "status" | "since" | "tellsStatus" | "resubmits" | "credits" | "correctedBy" | "correction"
  > {
  readonly stage: Stage;
  readonly authorityAccepted: boolean | undefined;
  /**
   * Gross total of the effective credit notes, and the remaining amount of the invoice; undefined for credit notes, or
   * if these amounts cannot be calculated.
   */
  readonly credited: Credited | undefined;
  /**
   * True for an invoice credited in full, and for a credit note that credits only such invoices: the invoices and
   * credit notes add up to zero, so the supplier need not accept them.
   */
  readonly cancelsOut: boolean;
  readonly dealt: Dealt | undefined;
  readonly owed: Owed | undefined;
  /** When `owed` became due; a user's statement refers to this time. */
  readonly owedSince: string | undefined;
}

export function lifeOf(facts: LifeFacts): Life {
  const { past, status, since, credits, correctedBy, correction, authorityAccepted } = facts;
  const stage = stageOf({ state: past.state, status, tellsStatus: facts.tellsStatus });
  const cancelsOut = past.intent.kind === "invoice" ? isCreditedInFull(facts) : facts.creditsAll;
  const open = opensIn(stage, facts).filter((each) => !(each === "not-accepted" && cancelsOut));
  const owed = open.find((each) => dealtWith(each, facts) === undefined);
  const [first] = open;
  return {
    ...{
      past,
      stage,
      status,
      since,
      tellsStatus: facts.tellsStatus,
      resubmits: facts.resubmits,
      credits,
      correctedBy,
      correction,
      authorityAccepted,
    },
    credited: creditedOf(facts),
    cancelsOut,
    dealt: owed === undefined && first !== undefined ? dealtWith(first, facts) : undefined,
    owed,
    owedSince: owed && openSince(owed, facts),
  };
}

/** The facts that determine what is due, whether or not it has been dealt with. */
export type OpenFacts = Pick<LifeFacts, "past" | "correction" | "answer" | "copyAwaited" | "answerLate" | "now">;

/** Returns everything that is due, in order of precedence, whether or not it has been dealt with. */
export function opensIn(
  stage: Stage,
  { past, correction, answer, copyAwaited, answerLate, now }: OpenFacts,
): readonly Owed[] {
  switch (stage) {
    case "in-doubt":
    case "failed":
    case "rejected":
      return [stage];
    case "under-way":
      return [];
    case "pending":
    case "created":
    case "approved": {
      const found: Owed[] = [];
      if (changesIn(past).length > 0) found.push("changed");
      if (correction !== undefined) found.push("correction");
      const isLate = now - sentAt(past) > hoursOfPatience * hour;
      if (stage === "pending" && isLate) found.push("pending");
      if (answer?.answer === "objected") found.push("objected");
      if (stage === "pending" && !isLate && past.intent.kind === "credit-note") found.push("credit-waits");
      if (stage !== "pending" && copyAwaited) found.push("not-delivered");
      // No acceptance is needed for a document that is being corrected.
      const isAsked = stage === "approved" && answerLate && answer === undefined && correction === undefined;
      return isAsked ? [...found, "not-accepted"] : found;
    }
  }
}

/** Returns what the service changed in the document when it created it; a person's word about its id ends that. */
export function changesIn({ result, id }: Pick<Past, "result" | "id">): readonly string[] {
  return result?.id === id ? (result?.changed ?? []) : [];
}

const sentAt = (past: Past): number => Date.parse(past.sentAt ?? past.at);

/** Returns when an item became due, precisely enough to distinguish it from an earlier one of the same kind. */
function openSince(open: Owed, { past, answer, correction, since }: LifeFacts): string {
  const begun = { objected: answer?.recordedAt, correction: correction?.at, changed: past.result?.at } as const;
  return (open in begun ? begun[open as keyof typeof begun] : undefined) ?? since;
}

function dealtWith(open: Owed, facts: LifeFacts): Dealt | undefined {
  const begun = openSince(open, facts);
  const word = facts.done.findLast(
    ({ what, at, since }) => what === open && (since === undefined ? at >= begun : since === begun),
  );
  if (word !== undefined && owedKinds[open].byWord) return { how: "done", word };
  const { correction } = facts;
  const corrected = facts.correctedBy.at(-1);
  switch (open) {
    case "failed":
      return corrected && { how: "corrected", by: corrected };
    case "rejected":
      // A document that the tax authority accepted stays in effect until it is credited, even if it was replaced. A
      // credit note cannot be credited.
      if (corrected && (facts.authorityAccepted !== true || facts.past.intent.kind === "credit-note"))
        return { how: "corrected", by: corrected };
      return takenBack(facts);
    case "correction":
      // The correction is finished when both documents are sent; a pending credit note has an entry of its own.
      return correction?.withCopy && corrected === undefined
        ? undefined
        : takenBackSince(correction?.at ?? "", facts, mayTakeEffect);
    case "objected":
      return takenBackSince("", facts);
    default:
      return undefined;
  }
}

/**
 * Whether a credit note is in effect: false for one that was rejected or failed, which credits nothing, for one that
 * is still pending, and for one in doubt, which may not exist.
 */
export function isEffective(credit: Pick<Related, "stage">): boolean {
  return credit.stage !== "pending" && mayTakeEffect(credit);
}

/** Whether a credit note is in effect or will be once it is approved. */
export function mayTakeEffect({ stage }: Pick<Related, "stage">): boolean {
  return stages[stage].counted;
}

/**
 * Whether a document may be replaced: only if it failed, was rejected or was credited in full. Before sending, a
 * correction in progress is enough (`begun`), because its credit note is sent first. A document in doubt may not be
 * replaced, nor a rejected invoice that the tax authority has accepted and that has not been dealt with.
 */
export function mayBeReplaced(life: Life, begun: boolean): boolean {
  const { stage, correction } = life;
  if (stages[stage].standing === "bad")
    return !needsCredit(life) || life.owed === undefined || isCreditSentForAll(life);
  if (stage === "in-doubt" || stage === "under-way") return false;
  if (begun && correction?.withCopy) return true;
  return isCreditSentForAll(life);
}

/** Whether credit notes for the whole invoice are in effect, or will be once they are approved. */
export function isCreditSentForAll({ past, credits }: Pick<Life, "past" | "credits">): boolean {
  return isAllOfIt(creditedOf({ past, credits }, mayTakeEffect), credits, mayTakeEffect);
}

/** Whether the tax authority accepted a rejected invoice, so that it stays in effect until it is credited. */
export function needsCredit({ stage, past, authorityAccepted }: Life): boolean {
  return stage === "rejected" && past.intent.kind === "invoice" && authorityAccepted === true;
}

export interface IdleCredit {
  readonly called: string;
  readonly command: string;
  /** True if it only waits for its approval. */
  readonly waits: boolean;
}

/**
 * Returns the credit note to settle before another is made, with the command for it: one that waits for its approval,
 * or the last one if none takes effect; otherwise undefined.
 */
export function idleCreditOf(credits: readonly CreditedBy[]): IdleCredit | undefined {
  const waiting = credits.find(({ stage }) => stage === "pending");
  if (waiting) return { called: waiting.called, command: `${suggest`status ${waiting.called}`}`, waits: true };
  const [last] = credits;
  if (last === undefined || credits.some(isEffective)) return undefined;
  const { called, stage, attempt } = last;
  const { remedy } = stageFacts(stage);
  if (remedy !== undefined) return { called, command: `${suggest`${remedy} ${called}`}`, waits: false };
  return stage === "in-doubt" ? { called, command: `${suggest`resolve ${attempt} --check`}`, waits: false } : undefined;
}

type Counts = (credit: Pick<Related, "stage">) => boolean;

const isAllOfIt = (credited: Life["credited"], credits: readonly CreditedBy[], counts: Counts = isEffective): boolean =>
  credited !== undefined && credits.some(counts) && (!money.isPositive(credited.left) || credited.isRounding);

const isCreditedInFull = (facts: LifeFacts): boolean => isAllOfIt(creditedOf(facts), facts.credits);

/** Finds full and partial credit notes since the given time. */
function takenBackSince(time: string, { credits }: LifeFacts, counts: Counts = isEffective): Dealt | undefined {
  const by = credits.filter((each) => counts(each) && each.at >= time);
  return by.length === 0 ? undefined : { how: "credited", by };
}

/**
 * Finds credit notes only if they credit the whole document. A credit note for several invoices cannot be divided, and
 * counts as a full credit; one in another currency cannot be compared, and does not.
 */
function takenBack(facts: LifeFacts): Dealt | undefined {
  const dealt = takenBackSince("", facts);
  const credited = creditedOf(facts);
  const isPartly = credited !== undefined && money.isPositive(credited.left) && !credited.isRounding;
  return isPartly || hasForeignCredit(facts.past, facts.credits) ? undefined : dealt;
}

export function hasForeignCredit(
  { intent }: Pick<Past, "intent">,
  credits: readonly CreditedBy[],
  counts: Counts = isEffective,
): boolean {
  return credits.some((each) => counts(each) && each.currency !== undefined && each.currency !== intent.currency);
}

function creditedOf(
  { past, credits }: Pick<LifeFacts, "past" | "credits">,
  counts: Counts = isEffective,
): Life["credited"] {
  if (past.intent.kind !== "invoice") return undefined;
  const counted = credits.filter(counts);
  const effective = counted.map(({ gross }) => gross);
  const whole = documentGross(past);
  if (whole === undefined || effective.includes(undefined) || hasForeignCredit(past, credits, counts)) return undefined;
  const gross = money.sum(effective.flatMap((each) => each ?? []));
  const [sums, taken] = [documentSums(past), counted.flatMap((each) => each.sums ?? [])];
  const rest = sums && taken.length === counted.length ? subtractSums(sums, addSums(taken)) : undefined;
  const left = money.subtract(whole, gross);
  const isRounding = !money.isZero(left) || (rest !== undefined && hasRest(rest));
  return { gross, left, rest, isRounding: isRounding && isOnlyRounding(past.intent.lines, counted, left) };
}

/** What the document comes to, net and VAT, in its currency and in AED; undefined if that is not known. */
export function documentSums(past: Pick<Past, "result" | "intent">): CreditSums | undefined {
  return sumsIn(past.intent.currency, documentMoney(past).totals, past.intent.exchangeRate?.rate);
}

/** Returns the gross amount in the document's currency. */
export function documentGross(past: Pick<Past, "result" | "intent">): Amount | undefined {
  const text = documentMoney(past).totals.tax_inclusive_amount;
  return text !== undefined && isDecimalText(text) ? amount(text) : undefined;
}
