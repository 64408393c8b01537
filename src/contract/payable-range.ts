import {
  type Amount,
  amount,
  type CalculatedEntry,
  type CalculatedLine,
  type Calculation,
  isDecimalText,
  money,
} from "../document/index.ts";

/** Both ends belong to the range. */
interface Range {
  readonly low: Amount;
  readonly high: Amount;
}

/** The payable amounts that a service may show for one document, if it rounds what was sent to it. */
export interface PayableRange {
  /** With every line. */
  readonly whole: Range;
  /** With some of the lines, because the service left out or merged others. In order, none touching the next. */
  readonly parts: readonly Range[];
}

const one = amount("1");
const none: Range = { low: money.zero, high: money.zero };
/** Above this number, ranges of some of the lines are joined; the result is then wider, never narrower. */
const mostParts = 2_000;

/**
 * Returns what whole-unit rounding of every number, and allowances and charges left out or doubled, can make of the
 * payable amount. Source: Decision 190.
 */
export function payableRange({ lines, charges, allowances, totals }: Calculation): PayableRange {
  const ofLines = lines.map(lineRange);
  const beside = sumOf([
    ...charges.map((each) => withTax(upTo(each.amount), each)),
    ...allowances.map((each) => negative(withTax(upTo(each.amount), each))),
    negative(upTo(totals.prepaid_amount)),
    upTo(totals.payable_rounding_amount),
  ]);
  // The service may also differ by a unit if it rounds the sums differently.
  const shown = (range: Range): Range => {
    const { low, high } = rounded(plus(range, beside));
    return { low: money.subtract(low, one), high: money.add(high, one) };
  };
  return { whole: shown(sumOf(ofLines)), parts: joined(someOf(ofLines).map(shown)) };
}

/** Returns the same amounts in dirhams. `rate`: AED for one unit, which the service may have rounded as well. */
export function inDirhams({ whole, parts }: PayableRange, rate: Amount): PayableRange {
  const rates = rounded({ low: rate, high: rate });
  const convert = (range: Range): Range => rounded(times(range, rates));
  return { whole: convert(whole), parts: joined(parts.map(convert)) };
}

/** `isCut`: whether the service may have left out or merged lines. */
export function isWithin(payable: Amount, { whole, parts }: PayableRange, isCut: boolean): boolean {
  return holds(whole, payable) || (isCut && parts.some((each) => holds(each, payable)));
}

function lineRange({ line, charges, allowances }: CalculatedLine): Range {
  const { price, classified_tax_category: category } = line;
  const gross = rounded(exactly(price?.base_amount));
  const net = plus(gross, negative(upTo(exactly(price?.allowance?.amount).low)));
  const per = rounded(exactly(price?.base_quantity ?? "1"));
  // A base quantity below one cannot have been rounded down to nothing.
  const base = { low: money.isPositive(per.low) ? per.low : exactly(price?.base_quantity).low, high: per.high };
  const product = times(rounded(exactly(line.quantity)), net);
  const amounts = money.isPositive(base.low) ? divided(product, base) : product;
  const sum = sumOf([
    rounded(amounts),
    ...charges.map((each) => upTo(each.amount)),
    ...allowances.map((each) => negative(upTo(each.amount))),
  ]);
  return plus(sum, taxOn(sum, category));
}

function withTax(range: Range, { entry }: CalculatedEntry): Range {
  return plus(range, taxOn(range, entry.tax_category));
}

type Category = CalculatedEntry["entry"]["tax_category"];

/** Only the standard rate adds VAT to the payable amount. */
function taxOn({ low, high }: Range, category: Category): Range {
  if (category?.id !== "S") return none;
  const percents = rounded(exactly(category.percent));
  return rounded({
    low: money.percentOf(low, percents[money.isNegative(low) ? "high" : "low"]),
    high: money.percentOf(high, percents[money.isNegative(high) ? "low" : "high"]),
  });
}

function exactly(text: string | undefined): Range {
  const value = text !== undefined && isDecimalText(text) ? amount(text) : money.zero;
  return { low: value, high: value };
}

/** From left out to doubled. */
function upTo(value: Amount): Range {
  const double = rounded({ low: money.add(value, value), high: money.add(value, value) });
  return money.isNegative(value) ? { low: double.low, high: money.zero } : { low: money.zero, high: double.high };
}

/** Widens to whole units. */
function rounded({ low, high }: Range): Range {
  return { low: floor(low), high: negated(floor(negated(high))) };
}

function floor(value: Amount): Amount {
  const text = value.toFixed();
  const [whole = "0"] = text.split(".");
  const towardsZero = amount(whole === "-0" ? "0" : whole);
  return money.isNegative(value) && text.includes(".") ? money.subtract(towardsZero, one) : towardsZero;
}

function negated(value: Amount): Amount {
  return money.subtract(money.zero, value);
}

function negative({ low, high }: Range): Range {
  return { low: negated(high), high: negated(low) };
}

function plus(a: Range, b: Range): Range {
  return { low: money.add(a.low, b.low), high: money.add(a.high, b.high) };
}

function sumOf(ranges: readonly Range[]): Range {
  return ranges.reduce(plus, none);
}

function times(a: Range, b: Range): Range {
  return around([a.low, a.high].flatMap((each) => [money.times(each, b.low), money.times(each, b.high)]));
}

/** `by` must be positive. */
function divided(a: Range, by: Range): Range {
  return around([a.low, a.high].flatMap((each) => [money.divide(each, by.low), money.divide(each, by.high)]));
}

function around(values: readonly Amount[]): Range {
  const [first = money.zero, ...others] = values;
  return others.reduce<Range>(
    ({ low, high }, each) => ({
      low: money.compare(each, low) < 0 ? each : low,
      high: money.compare(each, high) > 0 ? each : high,
    }),
    { low: first, high: first },
  );
}

/** Returns the sums of some of the lines, and of all and none of them. */
function someOf(lines: readonly Range[]): Range[] {
  let sums: Range[] = [none];
  for (const line of lines) {
    sums = joined([...sums, ...sums.map((each) => plus(each, line))]);
    if (sums.length > mostParts) sums = [around(sums.flatMap(({ low, high }) => [low, high]))];
  }
  return sums;
}

/** Sorts the ranges and joins those that touch. */
function joined(ranges: readonly Range[]): Range[] {
  const sorted = [...ranges].sort((a, b) => money.compare(a.low, b.low));
  const found: Range[] = [];
  for (const each of sorted) {
    const last = found.at(-1);
    if (last === undefined || money.compare(each.low, last.high) > 0) found.push(each);
    else if (money.compare(each.high, last.high) > 0) found[found.length - 1] = { low: last.low, high: each.high };
  }
  return found;
}

function holds({ low, high }: Range, value: Amount): boolean {
  return money.compare(low, value) <= 0 && money.compare(value, high) <= 0;
}
