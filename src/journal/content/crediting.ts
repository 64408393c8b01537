import { statusClassOf } from "../../contract/index.ts";
import {
  type CountedInvoice,
  countedTogether,
  documentName,
  type EarlierCredit,
  type NamedCredit,
  overCreditedBy,
  seenFrom,
} from "../../document/index.ts";
import type { UnderAllNames } from "../accounts/accounts.ts";
import { intentIn } from "../store/record-rows.ts";
import type { Intent, JournalRecord } from "../store/records.ts";

export interface Crediting extends NamedCredit {
  /** `under-way`: a live process is sending the credit note, which may exist at any moment. */
  readonly state: "created" | "in-doubt" | "under-way";
  /** Set unless the credit note is known to exist. */
  readonly attempt?: string | undefined;
  readonly id?: string | undefined;
  readonly contentHash?: string | undefined;
}

/**
 * Describes an invoice that the journal does not have: its totals, and the credit notes for it that were made
 * elsewhere.
 */
export interface CreditCap {
  readonly invoice: CountedInvoice;
  readonly elsewhere: readonly EarlierCredit[];
}

/** By how much a credit note exceeds its invoice, and what was counted with it. */
export interface OverCrediting {
  /** Messages that state how much can still be credited. */
  readonly found: readonly string[];
  readonly counted: readonly Pick<Crediting, "number" | "state" | "attempt">[];
}

/** Attempts without a final result that may have been sent or are being worked on by live processes. */
export type OpenAttempts = readonly { readonly attempt: string; readonly isAlive: boolean }[];

/** The credit notes that exist, may exist or had no effect, newest first; unfinished ones come last. */
export function creditsOn(documents: UnderAllNames, asked: CreditsAsked, open: OpenAttempts): Crediting[] {
  return creditsOnMany(documents, [asked], open)[0] ?? [];
}

export interface CreditsAsked {
  readonly account: string;
  readonly invoiceNumber: string;
}

export function creditsOnMany(
  { creditedMany, statusesOf, ofAttempts, isName }: UnderAllNames,
  asked: readonly CreditsAsked[],
  open: OpenAttempts,
): Crediting[][] {
  const created = creditedMany(asked);
  const all = created.flat();
  const statuses = statusesOf(all);
  const statusOf = new Map(all.map((each, at) => [each, statuses[at]]));
  const records = ofAttempts(open.map(({ attempt }) => attempt));
  const others = open.flatMap(({ attempt, isAlive }) => {
    const own = records.get(attempt) ?? [];
    const intent = intentIn(own);
    return intent?.credits === undefined || isOver(own)
      ? []
      : [{ intent, credit: openCredit(intent, attempt, isAlive) }];
  });
  return asked.map(({ account, invoiceNumber }, at) => [
    ...(created[at] ?? []).map(
      (each): Crediting => ({
        state: "created",
        id: each.id,
        contentHash: each.contentHash,
        number: documentName(each),
        status: statusOf.get(each),
        ...countedOf(each),
      }),
    ),
    ...others.flatMap(({ intent, credit }) =>
      intent.credits?.invoiceNumbers.includes(invoiceNumber) && isName(intent.account, account) ? [credit] : [],
    ),
  ]);
}

/** Merges the credit notes of several invoices, without duplicates; sets `shared` as seen from all these invoices. */
export function eachOnce(found: readonly Crediting[], invoiceNumbers: readonly string[]): Crediting[] {
  const once = new Map(found.map((each) => [each.id ?? each.attempt, each]));
  return [...once.values()].map((each) => seenFrom(invoiceNumbers, each));
}

/** Whether a credit note takes anything back; a rejected or failed one does not. */
export function takesBack({ status }: Pick<EarlierCredit, "status">): boolean {
  return statusClassOf(status) !== "bad";
}

function isOver(records: readonly JournalRecord[]): boolean {
  const end = records.findLast((each) => each.type === "result" || each.type === "resolved");
  return (end?.type === "result" || end?.type === "resolved") && end.data.verdict !== "in-doubt";
}

function openCredit(intent: Intent, attempt: string, isAlive: boolean): Crediting {
  return {
    state: isAlive ? "under-way" : "in-doubt",
    attempt,
    contentHash: intent.contentHash,
    number: documentName({ ...intent, attempt }),
    status: undefined,
    ...countedOf(intent),
  };
}

function countedOf({ credits, currency, lines }: Pick<Intent, "credits" | "currency" | "lines">) {
  const invoiceNumbers = numbersIn(credits);
  return { reason: credits?.reason, currency, invoiceNumbers, shared: invoiceNumbers.length > 1, lines };
}

/** Earlier versions recorded an invoice twice if the credit note named it twice. */
function numbersIn(credits: Intent["credits"]): string[] {
  return [...new Set(credits?.invoiceNumbers)];
}

/**
 * Undefined if the credit note does not exceed what can still be credited on all its invoices together, or if one of
 * them is unknown. Call it inside the transaction that claims the credit note.
 */
export function overCrediting(
  intent: Intent,
  records: UnderAllNames,
  open: OpenAttempts,
  cap: CreditCap | undefined,
): OverCrediting | undefined {
  const { account, key, replaces, credits, currency, lines } = intent;
  const numbers = numbersIn(credits);
  if (intent.kind !== "credit-note" || numbers.length === 0) return undefined;
  const invoices = numbers.flatMap((number): CountedInvoice[] => {
    const known = records.find(account, number).find((each) => each.kind === "invoice");
    if (known?.documentNumber === number) return [{ ...known, number }];
    return cap?.invoice.number === number ? [cap.invoice] : [];
  });
  if (invoices.length < numbers.length) return undefined;
  const others = open.filter(({ attempt }) => intentIn(records.ofAttempt(attempt))?.key !== key);
  const asked = numbers.map((invoiceNumber) => ({ account, invoiceNumber }));
  const here = eachOnce(creditsOnMany(records, asked, others).flat(), numbers).filter(
    (each) => takesBack(each) && (each.id === undefined || each.id !== replaces),
  );
  const found = overCreditedBy({ reason: credits?.reason, currency, lines }, countedTogether(invoices), [
    ...here,
    ...(cap?.elsewhere ?? []),
  ]);
  if (found.length === 0) return undefined;
  const elsewhere = (cap?.elsewhere ?? []).map(({ number }) => ({ number, state: "created" as const }));
  return { found: found.map(({ message }) => message), counted: [...here, ...elsewhere] };
}
