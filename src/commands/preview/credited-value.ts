import { type Amount, amount, isDecimalText, money } from "../../document/index.ts";
import { type Journal, type Past, takesBack } from "../../journal/index.ts";
import { documentMoney } from "../../life/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import type { CreditedValue } from "../../report/index.ts";
import { ownTries } from "../follow/own-tries.ts";

export interface CorrectingNote {
  /** The account that the invoices belong to; undefined for any account. */
  readonly account: string | undefined;
  readonly invoiceNumbers: readonly string[];
  readonly currency: string;
  /** Record number of the credit note itself; credit notes with a later one are not counted. Undefined for a draft. */
  readonly record: number | undefined;
}

/** The value of the credited invoices, or why the journal cannot provide it. */
export type FoundValue = { readonly credited: CreditedValue } | { readonly unknown: string };

/**
 * Adds up the net value of the invoices and of the earlier credit notes, except rejected and failed ones, as recorded
 * in the journal. If either sum is uncertain, the result is `unknown`. Problem: `journal-unusable`.
 */
export async function creditedValue(note: CorrectingNote, journal: Journal): Promise<Result<FoundValue>> {
  const { invoiceNumbers } = note;
  if (invoiceNumbers.length === 0) return ok({ unknown: "it names no invoice" });
  let original = money.zero;
  const earlier = new Map<string, Amount>();
  for (const number of new Set(invoiceNumbers)) {
    const invoice = await invoiceOf(number, note, journal);
    if (!invoice.ok) return invoice;
    if ("unknown" in invoice.value) return ok(invoice.value);
    original = money.add(original, netOf(invoice.value));
    const before = await creditsBefore(number, { ...note, account: invoice.value.intent.account }, journal);
    if (!before.ok) return before;
    if ("unknown" in before.value) return ok(before.value);
    for (const other of before.value.notes) earlier.set(other.attempt, netOf(other));
  }
  return ok({ credited: { original, earlier: money.sum(earlier.values()) } });
}

async function invoiceOf(
  number: string,
  { account, currency }: CorrectingNote,
  journal: Journal,
): Promise<Result<Past | { unknown: string }>> {
  const called = await journal.tries.called(number);
  if (!called.ok) return called;
  const isOwn = await ownTries(account, journal);
  if (!isOwn.ok) return isOwn;
  const found = called.value.filter(
    (each) => each.state === "created" && each.intent.kind === "invoice" && isOwn.value(each),
  );
  const last = found.at(-1);
  if (last === undefined) return ok({ unknown: `the journal does not have the invoice ${number}` });
  const isOfLast = await ownTries(last.intent.account, journal);
  if (!isOfLast.ok) return isOfLast;
  if (!found.every(isOfLast.value)) return ok({ unknown: `several accounts have an invoice ${number}` });
  const same = last.intent.currency === currency;
  return ok(same ? last : { unknown: `the invoice ${number} is in ${last.intent.currency}, not in ${currency}` });
}

/**
 * Returns the earlier credit notes, or `unknown` if one of them is in doubt, is in another currency, or also credits an
 * invoice that this credit note does not.
 */
async function creditsBefore(
  number: string,
  {
    account,
    invoiceNumbers,
    currency,
    record = Number.MAX_SAFE_INTEGER,
  }: CorrectingNote & { readonly account: string },
  journal: Journal,
): Promise<Result<{ notes: readonly Past[] } | { unknown: string }>> {
  const [found, isOwn] = [await journal.creditsOn(account, number), await ownTries(account, journal)];
  if (!found.ok) return found;
  if (!isOwn.ok) return isOwn;
  const notes: Past[] = [];
  for (const { id, attempt, state, status } of found.value) {
    const tries = await journal.tries.called(id ?? attempt ?? "");
    if (!tries.ok) return tries;
    const other = tries.value.findLast((each) => isOwn.value(each) && each.intent.kind === "credit-note");
    if (other === undefined || other.record >= record) continue;
    const called = other.documentNumber ?? other.intent.documentNumber ?? other.attempt;
    if (state !== "created") return ok({ unknown: `the credit note ${called} may or may not exist` });
    if (!takesBack({ status })) continue;
    const isShared = other.intent.credits?.invoiceNumbers.some((each) => !invoiceNumbers.includes(each));
    const { currency: own } = other.intent;
    if (own !== currency) return ok({ unknown: `the credit note ${called} is in ${own}, not in ${currency}` });
    if (isShared === true) return ok({ unknown: `the credit note ${called} corrects other invoices too` });
    notes.push(other);
  }
  return ok({ notes });
}

function netOf(past: Past): Amount {
  const text = documentMoney(past).totals.tax_exclusive_amount ?? "";
  return amount(isDecimalText(text) ? text : "0");
}
