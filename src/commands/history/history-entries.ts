import { all, handedOverShape, maybe, membersOf, one, shape, text } from "../../answers/index.ts";
import { approverName } from "../../approval/index.ts";
import { amount, documentName, money, signedAmount } from "../../document/index.ts";
import type { Journal, Past, SeenState, SupplierAnswer } from "../../journal/index.ts";
import { documentMoney, type HandedOver } from "../../life/index.ts";
import { mapAll, ok, type Result } from "../../problem/index.ts";
import { gulfTime, handedOverSays } from "../../render/index.ts";
import { attemptStates, mayExist } from "../../states/index.ts";
import type { ColumnsOf } from "../answer/columns.ts";
import { handoversOf } from "../answer/handed-over.ts";
import { supplierAnswerSays, supplierAnswerShape, supplierAnswersOf } from "../answer/supplier-answers.ts";
import { commandOf, pastMembers, seenShape, senderOf } from "./past-attempts.ts";

export interface HistoryEntry {
  readonly past: Past;
  readonly seen: readonly SeenState[];
  /** Response body of a refused request. */
  readonly refusal: string | undefined;
  /** Sorted oldest first. */
  readonly answers: readonly SupplierAnswer[];
  /** Copies given to the supplier because the document was not delivered, oldest first. */
  readonly handedOver: readonly HandedOver[];
  /** The later attempt that sent an unsent document, as the same content or under the same number. */
  readonly sentSince: Past | undefined;
  /** Set in a list that covers several companies. */
  readonly company?: string | undefined;
}

/** The parts of a journal from which the details of attempts are read. */
export type MoreFacts = Pick<Journal, "notes" | "together">;

/** Reads the notes of a journal once, for a list of many pages. */
export function notesOnce(journal: Journal): MoreFacts {
  let notes: ReturnType<Journal["notes"]> | undefined;
  return {
    together: journal.together,
    notes: () => {
      notes ??= journal.notes();
      return notes;
    },
  };
}

/** Adds the recorded facts to each attempt. Problem: `journal-unusable`. */
export async function historyEntries(tries: readonly Past[], journal: MoreFacts): Promise<Result<HistoryEntry[]>> {
  const { together } = journal;
  const answers = await supplierAnswersOf(journal);
  if (!answers.ok) return answers;
  const handovers = await handoversOf(journal);
  if (!handovers.ok) return handovers;
  return mapAll(tries, async (past): Promise<Result<HistoryEntry>> => {
    const seen = past.id === undefined ? ok([]) : await together.seen(past.intent.account, past.id);
    if (!seen.ok) return seen;
    const { verdict, answerHash } = past.result ?? {};
    const body = verdict === "refused" && answerHash !== undefined ? await together.kept(answerHash) : ok(undefined);
    const { id, intent } = past;
    const document = past.state === "created" && id !== undefined ? { account: intent.account, id } : undefined;
    const said = document ? answers.value.of(document) : [];
    const handedOver = document ? handovers.value.of(document) : [];
    const sentSince = await sentSinceOf(past, together);
    if (!sentSince.ok) return sentSince;
    return ok({
      past,
      sentSince: sentSince.value,
      seen: seen.value,
      refusal: body.ok ? body.value : undefined,
      answers: said,
      handedOver,
    });
  });
}

/**
 * Returns the later attempt that sent what this one did not: the same content, or a document of the same number, kind
 * and supplier.
 */
async function sentSinceOf(
  { record, state, documentNumber, intent }: Past,
  { tries }: MoreFacts["together"],
): Promise<Result<Past | undefined>> {
  if (mayExist({ state })) return ok(undefined);
  const isLater = (each: Past): boolean =>
    mayExist(each) && each.record > record && each.intent.account === intent.account;
  const same = await tries.last("content", intent.contentHash, isLater);
  if (!same.ok || same.value !== undefined || documentNumber === undefined) return same;
  const supplierOf = ({ supplier }: Past["intent"]): string => supplier.trn || supplier.name;
  return tries.last(
    "number",
    documentNumber,
    (each) => isLater(each) && each.intent.kind === intent.kind && supplierOf(each.intent) === supplierOf(intent),
  );
}

export const attemptShape = shape<HistoryEntry>({
  ...membersOf(pastMembers, (entry: HistoryEntry) => entry),
  later_states: all(seenShape, ({ seen }) => seen),
  supplier_answers: all(supplierAnswerShape, ({ answers }) => answers),
  handed_over: all(handedOverShape, ({ handedOver }) => handedOver),
  // Present with --all-companies.
  company: [text.optional(), ({ company }) => company],
  sent_since: one(
    shape<Past>({
      document_number: [maybe, ({ documentNumber }) => documentNumber],
      attempt: [text, ({ attempt }) => attempt],
      state: [text, ({ state }) => state],
      at: [text, ({ sentAt, at }) => sentAt ?? at],
    }),
    ({ sentSince }) => sentSince,
  ),
});

/**
 * `who` adds the sender, `ofSeveral` the company; `verbose` adds the command, VAT, the attempt's name, and the start
 * of the body's hash.
 */
export function columnsForPeople({
  who,
  verbose,
  ofSeveral,
}: {
  readonly who: boolean;
  readonly verbose: boolean;
  readonly ofSeveral: boolean;
}): ColumnsOf<HistoryEntry> {
  return {
    Company: ofSeveral && "company",
    Begun: ({ past }) => time(past.at).slice(0, verbose ? undefined : "2026-06-20 09:01".length),
    Command: verbose && (({ past }) => commandOf(past.intent)),
    // Without a number, show the id or the attempt's name, which other commands accept.
    Number: ({ past }) => past.documentNumber ?? (verbose ? past.id : documentName(past)),
    Supplier: ({ past }) => past.intent.supplier.name,
    Payable: ({ past }) => `${signed(past, "payable_amount")} ${past.intent.currency}`,
    VAT: verbose && (({ past }) => signed(past, "tax_amount")),
    Answer: ({ past }) => answerWords(past),
    "Since then": sinceThen,
    Try: verbose && (({ past }) => past.attempt),
    "Sent by": who && (({ past }) => senderOf(past.intent)),
    Body: verbose && !who && (({ past }) => past.intent.bodyHash.slice(0, 12)),
  };
}

/** All columns, untruncated; `ofSeveral` adds the company. */
export const fullColumns = (ofSeveral: boolean): ColumnsOf<HistoryEntry> => ({
  Attempt: ({ past }) => past.attempt,
  Begun: ({ past }) => time(past.at),
  Sent: ({ past }) => past.sentAt && time(past.sentAt),
  Command: ({ past }) => commandOf(past.intent),
  Kind: ({ past }) => past.intent.kind,
  Number: ({ past }) => past.documentNumber,
  Supplier: ({ past }) => past.intent.supplier.name,
  TRN: ({ past }) => past.intent.supplier.trn,
  Date: ({ past }) => past.intent.issueDate,
  Currency: ({ past }) => past.intent.currency,
  Payable: ["money", ({ past }) => documentMoney(past).totals.payable_amount],
  State: ({ past }) => past.state,
  Status: ({ past }) => past.result?.status,
  Id: ({ past }) => past.id,
  Answer: ({ past }) => answerWords(past),
  "Since then": ({ past, seen, sentSince }) => [sentSinceSays(sentSince), later(past, seen)].filter(Boolean).join("; "),
  "Body SHA-256": ({ past }) => past.intent.bodyHash,
  "Answer SHA-256": ({ past }) => past.result?.answerHash,
  File: ({ past }) => past.intent.file,
  Rate: ({ past }) => past.intent.exchangeRate?.rate,
  "Rate of": ({ past }) => past.intent.exchangeRate?.date,
  Rules: ({ past }) => past.intent.rules?.edition,
  // New columns go at the end, so that scripts that read by position keep working.
  Net: ["money", ({ past }) => documentMoney(past).totals.tax_exclusive_amount],
  VAT: ["money", ({ past }) => documentMoney(past).totals.tax_amount],
  "Supplier's answer": ({ answers }) => answersSay(answers),
  "Requested by": ({ past }) => past.intent.approval?.requested.name,
  "Approved by": ({ past }) => past.intent.approval?.approved.map(approverName).join(", "),
  "Sent by": ({ past }) => senderOf(past.intent),
  "Handed over": ({ handedOver }) => handedOver.map(handedOverSays).join("; "),
  Company: ofSeveral && "company",
});

/** Describes only the service's first answer; "Since then" shows what was settled later. */
function answerWords({ state, result, resolution, sentAt }: Past): string {
  const verdict = result?.verdict ?? (resolution || sentAt === undefined ? undefined : state);
  if (verdict === undefined) return sentAt === undefined ? "not sent: selfbill ended before" : "no answer";
  const status = result?.status === undefined ? "" : ` (${result.status})`;
  const said = verdict === "created" ? (result?.overallStatus ?? "") : (result?.said[0] ?? "");
  return `${attemptStates[verdict].says}${status}${said && `: ${said}`}`;
}

function later({ resolution }: Past, seen: readonly SeenState[]): string {
  const source = resolution?.how === "looked-up" ? "looked up" : `by decision of ${resolution?.by}`;
  const settled = resolution ? [`${attemptStates[resolution.verdict].says}, ${source}, ${time(resolution.at)}`] : [];
  return [...settled, ...seen.map(({ at, state }) => `${state}, ${time(at)}`)].join("; ");
}

function sentSinceSays(since: Past | undefined): string {
  if (since === undefined) return "";
  return `${since.state === "created" ? "sent since" : "sent since, in doubt"}: ${documentName(since)}, ${time(since.sentAt ?? since.at)}`;
}

function sinceThen({ past, seen, answers, handedOver, sentSince }: HistoryEntry): string {
  return [sentSinceSays(sentSince), later(past, seen), answersSay(answers), ...handedOver.map(handedOverSays)]
    .filter(Boolean)
    .join("; ");
}

function answersSay(answers: readonly SupplierAnswer[]): string {
  return answers.map(supplierAnswerSays).join("; ");
}

/** Returns a negative amount for a credit note. */
function signed(past: Past, name: "payable_amount" | "tax_amount"): string {
  return money.forPeople(signedAmount(past.intent.kind, amount(documentMoney(past).totals[name] ?? "0")));
}

function time(at: string): string {
  return gulfTime(Date.parse(at));
}
