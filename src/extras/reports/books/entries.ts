import { isCounted, type PeriodDocument, signed } from "../../../commands/period/period-documents.ts";
import { usualAccounts } from "../../../commands/profiles/accounts.ts";
import { type Amount, amount, money } from "../../../document/index.ts";
import type { Accounts } from "../../../settings/index.ts";

/** One amount of an entry, on one account. The amounts of an entry add up to zero in AED. */
export interface Posting {
  readonly account: string;
  readonly aed: Amount;
  /** Booked instead of the AED amount, to which it is exactly equal in value. */
  readonly foreign?: { readonly amount: Amount; readonly currency: string } | undefined;
}

export interface BookEntry {
  readonly document: PeriodDocument;
  /** False for pending documents, which are marked as such. */
  readonly isFinal: boolean;
  readonly postings: readonly Posting[];
}

export function entriesOf(documents: readonly PeriodDocument[], accounts: Accounts): BookEntry[] {
  const { expenses, input_vat, output_vat, payable } = accounts;
  const booked: Booked = {
    ...accounts,
    expenses: expenses ?? usualAccounts.expenses,
    input_vat: input_vat ?? usualAccounts.input_vat,
    output_vat: output_vat ?? usualAccounts.output_vat,
    payable: payable ?? usualAccounts.payable,
  };
  return documents.filter(isCounted).map((document) => ({
    document,
    isFinal: document.state === "approved",
    postings: postingsOf(document, booked),
  }));
}

/** A mapping with the defaults filled in. */
type Booked = Accounts & { readonly [name in keyof typeof usualAccounts]: string };

const negative = (value: Amount): Amount => money.subtract(money.zero, value);

function postingsOf(document: PeriodDocument, accounts: Booked): Posting[] {
  const whole = signed(document, document.aed);
  const sign = (value: Amount): Amount => (document.kind === "invoice" ? value : negative(value));
  const net = new Map<string, Amount>();
  const book = (account: string, value: Amount): void =>
    void net.set(account, money.add(net.get(account) ?? money.zero, value));
  let reverse = money.zero;
  for (const { category, percent, aed } of document.parts) {
    book(expenseAccount(document, category, accounts), sign(aed.net));
    if (category === "AE")
      reverse = money.add(reverse, sign(money.round2(money.percentOf(aed.net, amount(percent ?? "5")))));
  }
  if (document.parts.length === 0) book(expenseAccount(document, "", accounts), whole.net);
  const foreign = document.currency !== "AED" && {
    amount: negative(signed(document, document.own).gross),
    currency: document.currency,
  };
  return [
    ...[...net].map(([account, aed]) => ({ account, aed })),
    { account: accounts.input_vat, aed: money.add(whole.vat, reverse) },
    { account: accounts.output_vat, aed: negative(reverse) },
    { account: accounts.payable, aed: negative(whole.gross), ...(foreign ? { foreign } : {}) },
  ].filter(({ aed }) => !money.isZero(aed));
}

function expenseAccount({ supplier }: PeriodDocument, category: string, accounts: Booked): string {
  const { suppliers = {}, categories = {}, expenses } = accounts;
  const own = Object.entries(suppliers).find(
    ([name]) => name === supplier.trn || name.toLowerCase() === supplier.name.toLowerCase(),
  );
  return own?.[1] ?? (Object.hasOwn(categories, category) ? categories[category] : undefined) ?? expenses;
}
