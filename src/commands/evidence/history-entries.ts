import { all, handedOverShape, membersOf, shape, text } from "../../answers/index.ts";
import { amount, money, signedAmount } from "../../document/index.ts";
import type { Journal, Past, SeenState, SupplierAnswer } from "../../journal/index.ts";
import type { HandedOver } from "../../life/index.ts";
import { mapAll, ok, type Result } from "../../problem/index.ts";
import { gulfTime, handedOverSays } from "../../render/index.ts";
import { attemptStates } from "../../states/index.ts";
import { handoversOf } from "../answer/handed-over.ts";
import { supplierAnswerSays, supplierAnswerShape, supplierAnswersOf } from "../answer/supplier-answers.ts";
import { commandOf, pastMembers, seenShape, senderOf } from "./past-attempts.ts";

/** One attempt, and later statements of the service about its document. */
export interface HistoryEntry {
  readonly past: Past;
  readonly seen: readonly SeenState[];
  /** The body of a refusal. */
  readonly refusal: string | undefined;
  /** The supplier's answers, oldest first. */
  readonly answers: readonly SupplierAnswer[];
  /** How its supplier got a copy of an undelivered document, oldest first. */
  readonly handedOver: readonly HandedOver[];
  /** Its company, in a list of several. */
  readonly company?: string | undefined;
}

/** Attempts with all other facts about them. Problem: `journal-unusable`. */
export async function historyEntries(tries: readonly Past[], journal: Journal): Promise<Result<HistoryEntry[]>> {
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
    return ok({ past, seen: seen.value, refusal: body.ok ? body.value : undefined, answers: said, handedOver });
  });
}

/** One attempt for scripts. */
export const attemptShape = shape<HistoryEntry>({
  ...membersOf(pastMembers, (entry: HistoryEntry) => entry),
  later_states: all(seenShape, ({ seen }) => seen),
  supplier_answers: all(supplierAnswerShape, ({ answers }) => answers),
  handed_over: all(handedOverShape, ({ handedOver }) => handedOver),
  // With --all-companies.
  company: [text.optional(), ({ company }) => company],
});

/**
 * The columns for an accountant; `who`: with the sender; `ofSeveral`: with the company. `verbose`: also the command,
 * VAT, the name of the attempt and the beginning of the body's hash.
 */
export function forPeople(
  entries: readonly HistoryEntry[],
  { who, verbose, ofSeveral }: { readonly who: boolean; readonly verbose: boolean; readonly ofSeveral: boolean },
): { columns: string[]; rows: string[][] } {
  type Column = readonly [title: string, of: (entry: HistoryEntry) => string];
  const begun: Column = ["Begun", ({ past }) => time(past.at)];
  const command: Column = ["Command", ({ past }) => commandOf(past.intent)];
  const payment: readonly Column[] = [
    ["Supplier", ({ past }) => past.intent.supplier.name],
    ["Payable", ({ past }) => `${signed(past, "payable_amount")} ${past.intent.currency}`],
  ];
  const vat: Column = ["VAT", ({ past }) => signed(past, "tax_amount")];
  const sender: Column = ["Sent by", ({ past }) => senderOf(past.intent)];
  const then: readonly Column[] = [
    ["Answer", ({ past }) => answerWords(past)],
    ["Since then", sinceThen],
  ];
  const company: readonly Column[] = ofSeveral ? [["Company", (entry) => entry.company ?? ""]] : [];
  const columns: readonly Column[] = verbose
    ? [
        ...company,
        ...[begun, command, ["Number", ({ past }) => past.documentNumber ?? ""] satisfies Column, ...payment, vat],
        ...[...then, ["Try", ({ past }) => past.attempt] satisfies Column],
        who ? sender : ["Body", ({ past }) => past.intent.bodyHash.slice(0, 12)],
      ]
    : [
        ...company,
        ["Begun", ({ past }) => time(past.at).slice(0, "2026-06-20 09:01".length)],
        // Without a number, the attempt's name is shown, which other commands accept.
        ["Number", ({ past }) => past.documentNumber ?? past.attempt],
        ...[...payment, ...then, ...(who ? [sender] : [])],
      ];
  return { columns: columns.map(([title]) => title), rows: entries.map((each) => columns.map(([, of]) => of(each))) };
}

/** The columns for a pipe: everything, complete; `ofSeveral`: with the company. */
export const fullColumns = (ofSeveral: boolean): string[] => [...columnsOfAll, ...(ofSeveral ? ["Company"] : [])];

const columnsOfAll = [
  ...[
    "Attempt",
    "Begun",
    "Sent",
    "Command",
    "Kind",
    "Number",
    "Supplier",
    "TRN",
    "Date",
    "Currency",
    "Payable",
    "State",
  ],
  ...["Status", "Id", "Answer", "Since then", "Body SHA-256", "Answer SHA-256", "File", "Rate", "Rate of", "Rules"],
  // Last, so that readers by position find the others where they were.
  ...["Net", "VAT", "Supplier's answer", "Requested by", "Approved by", "Sent by", "Handed over"],
];

export function fullRow({ past, seen, answers, handedOver, company }: HistoryEntry): string[] {
  const { attempt, at, sentAt, intent, state, result, id, documentNumber } = past;
  const who = [intent.kind, documentNumber ?? "", intent.supplier.name, intent.supplier.trn, intent.issueDate];
  const hashes = [intent.bodyHash, result?.answerHash ?? ""];
  return [
    ...[attempt, time(at), sentAt === undefined ? "" : time(sentAt), commandOf(intent), ...who, intent.currency],
    ...[intent.totals.payable_amount ?? "", state, String(result?.status ?? ""), id ?? ""],
    ...[answerWords(past), later(past, seen), ...hashes, intent.file],
    ...[intent.exchangeRate?.rate ?? "", intent.exchangeRate?.date ?? ""],
    intent.rules?.edition ?? "",
    ...[intent.totals.tax_exclusive_amount ?? "", intent.totals.tax_amount ?? "", answersSay(answers)],
    ...[intent.approval?.requested.name ?? "", (intent.approval?.approved ?? []).map(({ name }) => name).join(", ")],
    ...[senderOf(intent), handedOver.map(handedOverSays).join("; "), ...(company === undefined ? [] : [company])],
  ];
}

/** The answer at that time; later settlements are shown under "since then". */
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

function sinceThen({ past, seen, answers, handedOver }: HistoryEntry): string {
  return [later(past, seen), answersSay(answers), ...handedOver.map(handedOverSays)].filter(Boolean).join("; ");
}

function answersSay(answers: readonly SupplierAnswer[]): string {
  return answers.map(supplierAnswerSays).join("; ");
}

/** An amount of a document for display; negative for a credit note. */
function signed({ intent: { kind, totals } }: Past, name: "payable_amount" | "tax_amount"): string {
  return money.forPeople(signedAmount(kind, amount(totals[name] ?? "0")));
}

function time(at: string): string {
  return gulfTime(Date.parse(at));
}
