import { type Calculation, calculate } from "../calculate.ts";
import { quantityWords } from "../code-words.ts";
import { amount, type Decimal, formatAmount, isDecimalText, money } from "../money.ts";
import type { SelfBilledDocument } from "../shapes.ts";
import { creditedLine, fils, lineKey, priceReasons, quantityOf } from "./credit-lines.ts";
import type { CreditedLine, EarlierCredit, NamedCredit } from "./credited.ts";
import { addSums, beyond, type CreditSums, creditGrossOf, creditSumsOf, subtractSums, zeroSums } from "./sums.ts";

/** The parts of an invoice that credit notes are counted against. */
export interface CountedInvoice {
  readonly number: string;
  readonly currency: string;
  /** Absent if unknown. */
  readonly sums?: CreditSums | undefined;
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
  const sums = invoices.map((each) => each.sums);
  return {
    number: namesOfInvoices(invoices.map(({ number }) => number)),
    currency: another === undefined ? currency : "",
    ...(sums.every((each) => each !== undefined) ? { sums: addSums(sums) } : {}),
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
  /** Set if the lines and their sum are not too much, but what was rounded in each credit note adds up. */
  readonly isRounding?: true;
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
  return overCreditedBy(
    { reason: document.discrepancy_response, ...countedDocument(calculate(document)) },
    invoice,
    earlier,
  );
}

/** Returns what is counted of a document. */
export function countedDocument(calculation: Calculation) {
  const { currency, lines } = calculation;
  return { currency, sums: creditSumsOf(calculation), lines: lines.map(creditedLine) };
}

/** The parts of a credit note that are counted against an invoice. */
export interface CountedCredit {
  readonly reason: string | undefined;
  readonly currency: string;
  /** Absent if unknown. */
  readonly sums?: CreditSums | undefined;
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
  // What is known to the fils decides: allowances for rounding are in no line.
  const left = credit.currency === invoice.currency && credit.sums ? leftOf(invoice, earlier) : undefined;
  const figure = left && beyond(credit.sums ?? zeroSums, left);
  if (left !== undefined && figure === undefined) return [];
  const sum =
    tooMuch(credit, invoice, earlier) ??
    tooMuchWithVat(credit, invoice, earlier) ??
    (left && figure && beyondTheRest(credit, invoice.number, left, figure));
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

/** Adds up quantities by name and unit. */
export function quantities(lines: readonly CreditedLine[]): Map<string, Decimal> {
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
  const before = netOfLines(counted);
  const invoiced = netOfLines(invoice.lines);
  const now = netOfLines(lines);
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
  { currency, sums, lines }: CountedCredit,
  invoice: CountedInvoice,
  earlier: readonly EarlierCredit[],
): OverCredit | undefined {
  const counted = earlier.filter((each) => each.currency === currency);
  const others = counted.map((each) => (each.shared ? undefined : each.sums));
  if (currency !== invoice.currency || sums === undefined || invoice.sums === undefined) return undefined;
  if (!others.every((each) => each !== undefined)) return undefined;
  const [before, gross, invoiced] = [creditGrossOf(addSums(others)), creditGrossOf(sums), creditGrossOf(invoice.sums)];
  const rounded = counted.reduce((count, each) => count + each.lines.length + 1, lines.length + 1);
  if (money.compare(money.add(before, gross), money.add(invoiced, fils(rounded))) <= 0) return undefined;
  const told = money.isZero(before) ? "" : `, after ${money.forPeople(before)} credited before`;
  const message = `With VAT, the credit note comes to ${money.forPeople(gross)} ${currency}${told}; ${invoice.number} came to ${money.forPeople(invoiced)}.`;
  return { path: "document_lines", message };
}

/**
 * Returns what is left of an invoice, net and VAT, in its currency and in AED; undefined if not all amounts are known,
 * are in its currency, and are its alone.
 */
export function leftOf(invoice: CountedInvoice, earlier: readonly EarlierCredit[]): CreditSums | undefined {
  const own = earlier.map((each) => (each.shared || each.currency !== invoice.currency ? undefined : each.sums));
  return invoice.sums !== undefined && own.every((each) => each !== undefined)
    ? subtractSums(invoice.sums, addSums(own))
    : undefined;
}

const figureWords: Readonly<Record<keyof CreditSums, string>> = {
  net: "net amount",
  vat: "VAT",
  netInAed: "net amount in AED",
  vatInAed: "VAT in AED",
};

/** Reports what only rounding makes too much: VAT that is rounded up in each of many credit notes. */
function beyondTheRest(
  { currency, sums = zeroSums }: CountedCredit,
  number: string,
  left: CreditSums,
  figure: keyof CreditSums,
): OverCredit {
  const most = money.isPositive(left[figure]) ? left[figure] : money.zero;
  const code = figure.endsWith("InAed") ? "AED" : currency;
  const message = `The ${figureWords[figure]} of the credit note is ${money.forPeople(sums[figure])} ${code}, and ${money.forPeople(most)} ${code} of ${number} is left.`;
  return { path: "document_lines", message, isRounding: true };
}

/** Adds up the net amounts of lines. */
export function netOfLines(lines: readonly CreditedLine[]): Decimal {
  return money.sum(lines.flatMap((line) => (isDecimalText(line.netAmount) ? [amount(line.netAmount)] : [])));
}
