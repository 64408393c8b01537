import { calculate } from "../calculate.ts";
import { quantityWords } from "../code-words.ts";
import { type Amount, amount, type Decimal, formatAmount, isDecimalText, money } from "../money.ts";
import type { SelfBilledDocument } from "../shapes.ts";
import { creditedLine, fils, lineKey, priceReasons, quantityOf } from "./credit-lines.ts";
import type { CreditedLine, EarlierCredit, NamedCredit } from "./credited.ts";

/** The parts of an invoice that credit notes are counted against. */
export interface CountedInvoice {
  readonly number: string;
  readonly currency: string;
  /** The total with VAT; absent if unknown. */
  readonly gross?: Amount | undefined;
  readonly lines: readonly CreditedLine[];
}

/** A message about more than four invoices names only this many. */
const mostNamed = 3;

/**
 * Counts several invoices as one, because a credit note does not say how much of each it takes back. If their
 * currencies differ, the currency is empty, so that no amounts are compared.
 */
export function countedTogether(invoices: readonly CountedInvoice[]): CountedInvoice {
  const [currency = "", another] = new Set(invoices.map((each) => each.currency));
  const sums = invoices.map(({ gross }) => gross);
  return {
    number: namesOfInvoices(invoices.map(({ number }) => number)),
    currency: another === undefined ? currency : "",
    ...(sums.every((each) => each !== undefined) ? { gross: money.sum(sums) } : {}),
    lines: invoices.flatMap(({ lines }) => lines),
  };
}

/** Sets `shared`: false if the credit note names no invoice other than these, so that it is counted in full. */
export function seenFrom<Credit extends NamedCredit>(invoiceNumbers: readonly string[], credit: Credit): Credit {
  return { ...credit, shared: credit.invoiceNumbers.some((each) => !invoiceNumbers.includes(each)) };
}

/** Names a few invoices and says how many more there are. */
export function namesOfInvoices(numbers: readonly string[]): string {
  const more = numbers.length - mostNamed;
  const named = more > 1 ? [...numbers.slice(0, mostNamed), `${more} more`] : numbers;
  return [named.slice(0, -1).join(", "), ...named.slice(-1)].filter(Boolean).join(" and ");
}

/** The path in the credit note, and the message to report. */
export interface OverCredit {
  readonly path: string;
  readonly message: string;
}

/**
 * Finds where a hand-written credit note exceeds what can still be credited on its invoice: in the quantities of lines
 * by name and unit, otherwise in the sum of its lines. Lines that are not on the invoice count only towards the sum.
 * Never fails; values that are not numbers are not counted.
 */
export function overCredited(
  document: SelfBilledDocument,
  invoice: CountedInvoice,
  earlier: readonly EarlierCredit[],
): OverCredit[] {
  const { currency, lines, totals } = calculate(document);
  const gross = totals.tax_inclusive_amount;
  return overCreditedBy(
    { reason: document.discrepancy_response, currency, gross, lines: lines.map(creditedLine) },
    invoice,
    earlier,
  );
}

/** The parts of a credit note that are counted against an invoice. */
export interface CountedCredit {
  readonly reason: string | undefined;
  readonly currency: string;
  /** The total with VAT; absent if unknown. */
  readonly gross?: Amount | undefined;
  readonly lines: readonly CreditedLine[];
}

/** Like `overCredited`, but the lines are already calculated. */
export function overCreditedBy(
  credit: CountedCredit,
  invoice: CountedInvoice,
  earlier: readonly EarlierCredit[],
): OverCredit[] {
  const many = priceReasons.has(credit.reason) ? [] : tooMany(credit, invoice, earlier);
  if (many.length > 0) return many;
  const sum = tooMuch(credit, invoice, earlier) ?? tooMuchWithVat(credit, invoice, earlier);
  return sum ? [sum] : [];
}

function tooMany(credit: CountedCredit, invoice: CountedInvoice, earlier: readonly EarlierCredit[]): OverCredit[] {
  const invoiced = quantities(invoice.lines);
  const before = quantities(earlier.filter((each) => !priceReasons.has(each.reason)).flatMap((each) => each.lines));
  const now = new Map<string, Decimal>();
  return credit.lines.flatMap((line, index) => {
    const key = lineKey(line.name, line.unitCode);
    const had = invoiced.get(key);
    const quantity = quantityOf(line);
    if (!had || !quantity) return [];
    const credited = before.get(key) ?? money.zero;
    const all = money.add(now.get(key) ?? money.zero, quantity);
    now.set(key, all);
    const left = money.subtract(had, credited);
    if (money.compare(all, left) <= 0) return [];
    const most = money.isPositive(left) ? formatAmount(left) : "0";
    const told = money.isZero(credited) ? "" : ` Credited before: ${formatAmount(credited)}.`;
    const message = `${line.name} has ${quantityWords(most, line.unitCode)} left to credit of ${invoice.number}, not ${formatAmount(all)}. Invoiced: ${formatAmount(had)}.${told}`;
    return [{ path: `document_lines[${index}].quantity`, message }];
  });
}

function quantities(lines: readonly CreditedLine[]): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const line of lines) {
    const key = lineKey(line.name, line.unitCode);
    sums.set(key, money.add(sums.get(key) ?? money.zero, quantityOf(line) ?? money.zero));
  }
  return sums;
}

/**
 * Compares only within one currency. A difference of one fils per line is allowed, because lines are rounded one by
 * one.
 */
function tooMuch(
  { currency, lines }: CountedCredit,
  invoice: CountedInvoice,
  earlier: readonly EarlierCredit[],
): OverCredit | undefined {
  if (currency !== invoice.currency) return undefined;
  const names = new Set(invoice.lines.map((line) => line.name.trim()));
  const comparable = earlier.filter((each) => each.currency === currency);
  const counted = comparable.flatMap((each) =>
    each.lines.filter((line) => !each.shared || names.has(line.name.trim())),
  );
  const before = netOf(counted);
  const invoiced = netOf(invoice.lines);
  const now = netOf(lines);
  const most = money.add(invoiced, fils(counted.length + lines.length));
  if (money.compare(money.add(before, now), most) <= 0) return undefined;
  const told = money.isZero(before) ? "" : `, after ${money.forPeople(before)} credited before`;
  const message = `The lines come to ${money.forPeople(now)} ${currency}${told}; the lines of ${invoice.number} were ${money.forPeople(invoiced)}.`;
  return { path: "document_lines", message };
}

/**
 * Compares the totals, because the VAT may be higher than the invoice's, or an allowance on the document may be missing.
 * Undefined also if amounts are unknown, in another currency or shared with other invoices. A difference of one fils is
 * allowed for each line and each document, because each is rounded.
 */
function tooMuchWithVat(
  { currency, gross, lines }: CountedCredit,
  invoice: CountedInvoice,
  earlier: readonly EarlierCredit[],
): OverCredit | undefined {
  const counted = earlier.filter((each) => each.currency === currency);
  const sums = counted.map((each) => (each.shared ? undefined : each.gross));
  if (currency !== invoice.currency || gross === undefined || invoice.gross === undefined) return undefined;
  if (!sums.every((each) => each !== undefined)) return undefined;
  const before = money.sum(sums);
  const rounded = counted.reduce((count, each) => count + each.lines.length + 1, lines.length + 1);
  if (money.compare(money.add(before, gross), money.add(invoice.gross, fils(rounded))) <= 0) return undefined;
  const told = money.isZero(before) ? "" : `, after ${money.forPeople(before)} credited before`;
  const message = `With VAT, the credit note comes to ${money.forPeople(gross)} ${currency}${told}; ${invoice.number} came to ${money.forPeople(invoice.gross)}.`;
  return { path: "document_lines", message };
}

function netOf(lines: readonly CreditedLine[]): Decimal {
  return money.sum(lines.flatMap((line) => (isDecimalText(line.netAmount) ? [amount(line.netAmount)] : [])));
}
