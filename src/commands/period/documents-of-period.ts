import { approverName } from "../../approval/index.ts";
import { keptDocument } from "../../contract/index.ts";
import { documentName } from "../../document/index.ts";
import {
  attemptPages,
  documentIdOf,
  type Intent,
  type Journal,
  type OfAccounts,
  type Past,
  type SupplierAnswers,
  type Together,
} from "../../journal/index.ts";
import { answerWordOf, documentMoney, lastStatus, stageOf } from "../../life/index.ts";
import { keepHeapSmall } from "../../memory/index.ts";
import { mapAll, ok, type Result } from "../../problem/index.ts";
import { existingStates } from "../../states/index.ts";
import { type DayRange, isIn } from "../answer/period.ts";
import { supplierAnswersOf } from "../answer/supplier-answers.ts";
import { withCreditedInvoices } from "./credited-invoices.ts";
import { byDate, figuresOf, type PeriodDocument, stateOf } from "./period-documents.ts";

/**
 * Returns the documents of the period, sorted by date and number; with `since`, only those whose sending started then
 * or later (UTC, ISO 8601). Problem: `journal-unusable`.
 */
export async function documentsOfPeriod(
  journal: Journal,
  period: DayRange,
  account: string | undefined,
  since?: string,
): Promise<Result<PeriodDocument[]>> {
  const answers = await supplierAnswersOf(journal);
  if (!answers.ok) return answers;
  const make = (past: Past) => documentOf(past, answers.value, journal.together);
  const found = await eachOfPeriod(journal, period, account, make, since);
  return found.ok ? withCreditedInvoices(found.value.sort(byDate), journal, account) : found;
}

/**
 * Returns the documents of each account, reading several accounts in one pass; accounts with the same `keyOf` are one
 * company. Credit notes are matched with their invoices within an account, because companies may use the same numbers.
 */
export async function documentsOfAccounts(
  journal: Journal,
  period: DayRange,
  accounts: readonly string[],
  keyOf: (account: string) => string | undefined,
): Promise<Result<ReadonlyMap<string, PeriodDocument[]>>> {
  const answers = await supplierAnswersOf(journal);
  if (!answers.ok) return answers;
  const found = await eachOfPeriod(journal, period, accounts, async (past) => {
    const document = await documentOf(past, answers.value, journal.together);
    return document.ok ? ok({ account: past.intent.account, document: document.value }) : document;
  });
  if (!found.ok) return found;
  const judged = await mapAll(accounts, async (account) => {
    const key = keyOf(account);
    const own = found.value.filter((each) => keyOf(each.account) === key).map(({ document }) => document);
    return withCreditedInvoices(own.sort(byDate), journal, account);
  });
  if (!judged.ok) return judged;
  return ok(new Map(accounts.map((account, at) => [account, judged.value[at] ?? []])));
}

/**
 * Applies `make` to each document in the period. Runs many calls concurrently, so that `journal.together` can batch
 * their queries. Problems: `journal-unusable`, any problem from `make`.
 */
export async function eachOfPeriod<T>(
  journal: Journal,
  period: DayRange,
  account: OfAccounts | undefined,
  make: (past: Past) => Promise<Result<T>>,
  since?: string,
): Promise<Result<T[]>> {
  const found = new Map<string, T>();
  for (let after = 0, most: number = attemptPages.first; ; most = attemptPages.next) {
    const page = await journal.tries.page({ account, states: existingStates, since }, { after }, most);
    if (!page.ok) return page;
    if (after > 0) keepHeapSmall();
    const meant = page.value.filter(({ intent }) => isIn(period, intent.issueDate));
    const made = await mapAll(meant, make);
    if (!made.ok) return made;
    const documents = new Map(meant.map(({ attempt }, at) => [attempt, made.value[at] as T]));
    for (const past of page.value) {
      const { account: whose } = past.intent;
      // A document sent again after a failed validation keeps its id; the content sent last replaces the earlier one.
      const id = documentIdOf(past);
      const key = id === undefined ? past.attempt : `${whose}\n${id}`;
      if (id !== undefined) found.delete(key);
      const document = documents.get(past.attempt);
      if (document !== undefined) found.set(key, document);
    }
    const last = page.value.at(-1);
    if (last === undefined || page.value.length < most) break;
    after = last.record;
  }
  return ok([...found.values()]);
}

async function documentOf(
  past: Past,
  answers: SupplierAnswers,
  journal: Pick<Together, "seen" | "kept">,
): Promise<Result<PeriodDocument>> {
  const { intent, id, attempt } = past;
  const seen = id === undefined ? ok([]) : await journal.seen(intent.account, id);
  if (!seen.ok) return seen;
  const last = lastStatus(past, seen.value);
  const status = past.state === "created" ? last.status : undefined;
  const stage = stageOf({ state: past.state, status, tellsStatus: true });
  const { totals, from } = documentMoney(past);
  const kept = await journal.kept(intent.bodyHash);
  const document = kept.ok ? keptDocument(kept.value, intent) : undefined;
  const rate = intent.exchangeRate?.rate ?? document?.tax_exchange_rate?.calculation_rate;
  return ok({
    kind: intent.kind,
    called: documentName(past),
    number: past.documentNumber,
    id: documentIdOf(past),
    attempt,
    supplier: { key: intent.supplier.id, name: intent.supplier.name, trn: intent.supplier.trn },
    date: intent.issueDate,
    currency: intent.currency,
    rate: intent.currency === "AED" ? undefined : rate,
    state: past.state === "created" ? stateOf(status) : "in-doubt",
    status,
    since: last.since,
    ...figuresOf(totals, intent.currency, rate, document),
    totalsFrom: from,
    credits: intent.credits?.invoiceNumbers ?? [],
    hash: intent.bodyHash,
    file: intent.file === "-" ? undefined : intent.file,
    people: peopleOf(intent),
    answer: id === undefined ? undefined : answerWordOf(stage, answers.of({ account: intent.account, id }).at(-1)),
    source: "journal",
  });
}

/** Returns the sender and the approvers. A document taken over from the service has no sender. */
function peopleOf({ by, approval, takenOver }: Intent): PeriodDocument["people"] {
  if (by === undefined && approval === undefined) return undefined;
  const sender = takenOver ? "taken over from the service" : by?.databaseUser;
  return { sender, approvers: (approval?.approved ?? []).map(approverName) };
}
