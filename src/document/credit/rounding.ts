import { type Problem, problem, suggest } from "../../problem/index.ts";
import { type Calculation, calculate, type TaxGroup } from "../calculate.ts";
import { type Amount, amount, type Decimal, formatAmount, money } from "../money.ts";
import type { AllowanceOrCharge, DocumentLine, SelfBilledDocument } from "../shapes.ts";
import { fils, priceReasons } from "./credit-lines.ts";
import type { CreditedLine, EarlierCredit } from "./credited.ts";
import { countedDocument, leftOf, netOfLines, quantities } from "./over-credited.ts";
import { beyond, type CreditSums, creditSumsOf, subtractSums } from "./sums.ts";

/** Most fils by which a note is changed: enough for two fils of VAT at 5 %. */
export const mostFils = 40;

export interface RoundingWish {
  readonly invoiceNumber: string;
  /** After this note no quantity is left, so it takes exactly what is left of the amounts. */
  readonly takesAll: boolean;
}

/**
 * Takes out of a credit note what its VAT or net would be too high by rounding, by an allowance or a charge on the
 * document. VAT is rounded in each document, so notes for single pieces add up to more or less than the VAT of the
 * invoice. A note for a part is changed only if what is left after it could otherwise not be credited. Names the rest
 * that no note can take. Decision 340.
 */
export function settleRounding(
  invoice: SelfBilledDocument,
  document: SelfBilledDocument,
  earlier: readonly EarlierCredit[],
  { invoiceNumber: number, takesAll }: RoundingWish,
): { readonly document: SelfBilledDocument; readonly remarks: readonly Problem[] } {
  const unchanged = { document, remarks: [] };
  const [invoiced, note] = [calculate(invoice), calculate(document)];
  const left = leftOf({ number, ...countedDocument(invoiced) }, earlier);
  const group = groupOf(invoiced, note);
  if (left === undefined || group === undefined || note.currency !== invoiced.currency) return unchanged;
  const missing = money.subtract(left.net, creditSumsOf(note).net);
  if (takesAll && money.compare(absolute(missing), roundingOf([...earlier, note])) > 0) return unchanged;
  const sumsOfChange = sumsWith(note, group);
  const taxed = taxedLeft(invoiced, note, earlier, group);
  const isRight = (change: Amount): boolean => {
    const sums = sumsOfChange(change);
    if (!money.isPositive(sums.net) || beyond(sums, left) !== undefined) return false;
    const rest = subtractSums(left, sums);
    return takesAll || isCreditable(rest, money.subtract(taxed, change), group, invoiced.exchangeRate);
  };
  const changes = changesFrom(takesAll ? missing : changedBefore(earlier), takesAll);
  const change = changes.find(isRight);
  if (change === undefined) return unchanged;
  const rest = takesAll ? restRemarks(subtractSums(left, sumsOfChange(change)), note.currency, number) : [];
  if (money.isZero(change)) return { document, remarks: rest };
  const settled = withEntry(document, entryOf(document, group, change));
  return { document: settled, remarks: [added(change, note.currency, number), ...rest] };
}

/** What earlier notes took less than their lines come to, by rounding, so that it does not add up. */
function changedBefore(earlier: readonly EarlierCredit[]): Amount {
  const ofLines = netOfLines(earlier.flatMap(({ lines }) => lines));
  const taken = earlier.map(({ sums }) => sums?.net ?? money.zero);
  const less = money.subtract(ofLines, money.sum(taken));
  return money.compare(absolute(less), fils(mostFils)) <= 0 ? less : money.zero;
}

/** By how much the rounding of so many documents and their lines may change a sum. */
export function roundingOf(documents: readonly { readonly lines: readonly unknown[] }[]): Amount {
  return fils(documents.reduce((count, { lines }) => count + lines.length + 1, mostFils));
}

/**
 * Returns a line for the few fils that are left of the amounts after all quantities were credited, and names what even
 * that leaves; undefined if nothing or more than rounding is left, or if its VAT would be more than what is left.
 */
export function restLine(
  invoice: SelfBilledDocument,
  earlier: readonly EarlierCredit[],
  number: string,
): { readonly line: DocumentLine; readonly remarks: readonly Problem[] } | undefined {
  const invoiced = calculate(invoice);
  const left = leftOf({ number, ...countedDocument(invoiced) }, earlier);
  const taxed = invoiced.lines.find(({ line }) => line.classified_tax_category?.id === "S");
  const like = (taxed ?? invoiced.lines[0])?.line;
  if (left === undefined || like === undefined || !money.isPositive(left.net)) return undefined;
  if (money.compare(left.net, roundingOf(earlier)) > 0) return undefined;
  const { unit_code, classified_tax_category, commodity_classification } = like;
  const line: DocumentLine = {
    ...{ name: "Rounding", description: `Rounding of earlier credit notes for ${number}`, quantity: "1" },
    ...(unit_code === undefined ? {} : { unit_code }),
    price: { base_amount: formatAmount(left.net) },
    ...(classified_tax_category === undefined ? {} : { classified_tax_category }),
    ...(commodity_classification === undefined ? {} : { commodity_classification }),
  };
  const { document_currency_code, tax_exchange_rate } = invoice;
  const own = creditSumsOf(calculate({ document_currency_code, tax_exchange_rate, document_lines: [line] }));
  if (beyond(own, left) !== undefined) return undefined;
  return { line, remarks: restRemarks(subtractSums(left, own), invoiced.currency, number) };
}

function added(change: Amount, currency: string, number: string): Problem {
  const what = money.isNegative(change) ? "An allowance" : "A charge";
  return problem(
    "left-out",
    `${what} of ${money.forPeople(absolute(change))} ${currency} is added for rounding, so that net and VAT agree with what ${number} has left.`,
    "VAT is rounded in each credit note; without it, more or less would be taken back than was invoiced.",
    { severity: "warning" },
  );
}

function restRemarks(rest: CreditSums, currency: string, number: string): Problem[] {
  const says = restSays(rest, currency);
  if (says === "") return [];
  return [
    problem("left-out", `After it, ${says} of ${number} are left by rounding.`, restHint(rest, number), {
      severity: "warning",
    }),
  ];
}

/** Names the amounts that are not zero: `0.01 AED net and 0.02 AED VAT`; "" if there are none. */
export function restSays(rest: CreditSums, currency: string): string {
  const people = (value: Amount): string => money.forPeople(value);
  const foreign =
    currency === "AED"
      ? []
      : ([
          ["AED net", rest.netInAed],
          ["AED VAT", rest.vatInAed],
        ] as const);
  const all = [[`${currency} net`, rest.net] as const, [`${currency} VAT`, rest.vat] as const, ...foreign];
  const some = all.flatMap(([name, value]) => (money.isZero(value) ? [] : [`${people(value)} ${name}`]));
  return [some.slice(0, -1).join(", "), ...some.slice(-1)].filter(Boolean).join(" and ");
}

/** How a rest of rounding is cleared. */
export function restHint(rest: CreditSums, number: string): string {
  return money.isPositive(rest.net) && money.isZero(rest.vat)
    ? `To take it back, without VAT: ${suggest`create-credit-note --from ${number} --reason CODE`}`
    : "No credit note can take it back to the fils: enter it as a rounding difference in your books.";
}

/** The group whose amount is changed: the only one with VAT, or, without any, the first. Undefined if there are several. */
function groupOf(invoice: Calculation, note: Calculation): TaxGroup | undefined {
  const taxed = invoice.breakdown.filter(({ category }) => category === "S");
  const own = note.breakdown.filter(({ category }) => category === "S");
  if (taxed.length > 1 || own.length > 1) return undefined;
  const [group] = own.length > 0 ? own : note.breakdown;
  // A margin scheme has no charges or allowances on the document (IBR-102-AE).
  return group?.category === "N" ? undefined : group;
}

const absolute = (value: Amount): Amount => (money.isNegative(value) ? money.subtract(money.zero, value) : value);

/** Returns what the note comes to, in all figures, if its group is changed by an amount. */
function sumsWith(note: Calculation, { taxableAmount, taxAmount, percent, category }: TaxGroup) {
  const { net, vat } = creditSumsOf(note);
  const others = money.subtract(vat, taxAmount);
  const inAed = (value: Amount): Amount => money.round2(money.times(value, note.exchangeRate));
  return (change: Amount): CreditSums => {
    const taxable = money.add(taxableAmount, change);
    const tax = category === "S" && percent ? money.round2(money.percentOf(taxable, percent)) : money.zero;
    const changed = { net: money.add(net, change), vat: money.add(others, tax) };
    const vatInAed = inAed(changed.vat);
    return { ...changed, vatInAed, netInAed: money.subtract(inAed(money.add(changed.net, changed.vat)), vatInAed) };
  };
}

/** The fils to try, the smallest change first. A note that takes all never takes more than is left. */
function changesFrom(start: Amount, takesAll: boolean): Amount[] {
  const steps = Array.from({ length: mostFils + 1 }, (_, at) => fils(at));
  return steps.flatMap((step) => {
    const lower = money.subtract(start, step);
    return takesAll || money.isZero(step) ? [lower] : [lower, money.add(start, step)];
  });
}

/**
 * What is left with VAT after the note as it is: of earlier notes, lines that the invoice has with another category are
 * not in it.
 */
function taxedLeft(
  invoice: Calculation,
  note: Calculation,
  earlier: readonly EarlierCredit[],
  group: TaxGroup,
): Amount {
  const untaxed = new Set(
    invoice.lines.flatMap(({ line }) =>
      line.classified_tax_category?.id === group.category ? [] : [line.name?.trim()],
    ),
  );
  const taxable = ({ breakdown }: Calculation): Amount =>
    money.sum(breakdown.filter(({ category }) => category === group.category).map((each) => each.taxableAmount));
  const before = earlier.map(({ sums, lines }) => {
    const others = netOfLines(lines.filter(({ name }) => untaxed.has(name.trim())));
    return money.subtract(sums?.net ?? money.zero, others);
  });
  return money.subtract(money.subtract(taxable(invoice), money.sum(before)), taxable(note));
}

/**
 * Whether one more note could take exactly the VAT that is left, with at most a few fils of net whose VAT rounds to
 * nothing beside it.
 */
function isCreditable(rest: CreditSums, taxed: Amount, { percent, category }: TaxGroup, rate: Decimal): boolean {
  if (!money.isPositive(rest.net)) return true;
  const exact = category === "S" && percent ? money.percentOf(taxed, percent) : money.zero;
  const isWithin = (value: Amount, least: string, most: string): boolean =>
    money.compare(value, amount(least)) >= 0 && money.compare(value, amount(most)) < 0;
  const inAed = (value: Amount): Amount => money.times(value, rate);
  return (
    isWithin(money.subtract(exact, rest.vat), "-0.005", "0.0095") &&
    isWithin(money.subtract(inAed(rest.vat), rest.vatInAed), "-0.01", "0.01") &&
    isWithin(
      money.subtract(inAed(money.add(rest.net, rest.vat)), money.add(rest.netInAed, rest.vatInAed)),
      "-0.015",
      "0.015",
    )
  );
}

function entryOf(document: SelfBilledDocument, group: TaxGroup, change: Amount): [boolean, AllowanceOrCharge] {
  const line = document.document_lines?.find(({ classified_tax_category: its }) => its?.id === group.category);
  const category = line?.classified_tax_category;
  const entry = { amount: formatAmount(absolute(change)), reason: "Rounding" };
  return [money.isNegative(change), { ...entry, ...(category === undefined ? {} : { tax_category: category }) }];
}

function withEntry(
  document: SelfBilledDocument,
  [isAllowance, entry]: [boolean, AllowanceOrCharge],
): SelfBilledDocument {
  return isAllowance
    ? { ...document, allowances: [...(document.allowances ?? []), entry] }
    : { ...document, charges: [...(document.charges ?? []), entry] };
}

/**
 * Whether credit notes took back all quantities of an invoice, so that an amount that is left can only be rounding.
 */
export function isOnlyRounding(
  invoiced: readonly CreditedLine[],
  credits: readonly Pick<EarlierCredit, "reason" | "lines">[],
  left: Amount,
): boolean {
  const taken = credits.filter(({ reason }) => !priceReasons.has(reason));
  const before = quantities(taken.flatMap(({ lines }) => lines));
  const isTaken = [...quantities(invoiced)].every(
    ([key, quantity]) => money.compare(before.get(key) ?? money.zero, quantity) >= 0,
  );
  return isTaken && taken.length === credits.length && money.compare(absolute(left), roundingOf(credits)) <= 0;
}
