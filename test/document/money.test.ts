import { Decimal as DecimalJs } from "decimal.js";
import { expect, test } from "vitest";
import { amount, type Decimal, formatAmount, money } from "../../src/document/money.ts";
import { all } from "../support/left-out.ts";

const Wide = DecimalJs.clone({ precision: 40, rounding: DecimalJs.ROUND_HALF_UP, toExpNeg: -1e9, toExpPos: 1e9 });

/** A reproducible sequence of random numbers: a 32-bit xorshift. */
function sequence(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Usually a typical amount, sometimes one of any length up to the maximum that a document allows. */
function textOf(next: (below: number) => number): string {
  const long = next(8) === 0;
  const [most, decimals] = [long ? 16 : 8, next(3) === 0 ? next(long ? 12 : 6) : 2];
  const whole = next(5) === 0 ? "0" : String(1 + next(9)) + digits(next, next(most));
  const rest = digits(next, decimals);
  return `${next(6) === 0 ? "-" : ""}${whole}${rest === "" ? "" : `.${rest}`}`;
}

function digits(next: (below: number) => number, count: number): string {
  const round = next(4) === 0 ? "0" : next(6) === 0 ? "9" : next(6) === 0 ? "5" : undefined;
  let text = "";
  for (let at = 0; at < count; at++) text += round ?? String(next(10));
  return text;
}

type Both = readonly [ours: Decimal, referee: DecimalJs];

/** The operations used in calculations, with their equivalents in decimal.js. */
const works: readonly ((a: Both, b: Both, c: Both) => Both)[] = [
  ([a, x], [b, y]) => [money.add(a, b), x.plus(y)],
  ([a, x], [b, y]) => [money.subtract(a, b), x.minus(y)],
  ([a, x], [b, y]) => [money.times(a, b), x.times(y)],
  ([a, x], [b, y]) => (y.isZero() ? [a, x] : [money.divide(a, b), x.div(y)]),
  ([a, x], [b, y], [c, z]) =>
    z.isZero() ? [a, x] : [money.round2(money.divide(money.times(a, b), c)), x.times(y).div(z).toDecimalPlaces(2)],
  ([a, x], [b, y]) => [money.percentOf(a, b), x.times(y).div(100)],
  ([a, x], [b, y]) => [money.round2(money.percentOf(a, b)), x.times(y).div(100).toDecimalPlaces(2)],
  ([a, x], [b, y], [c, z]) => [
    money.round2(money.times(money.subtract(a, b), c)),
    x.minus(y).times(z).toDecimalPlaces(2),
  ],
  ([a, x], [b, y], [c, z]) => [money.sum([a, b, c]), x.plus(y).plus(z)],
  ([a, x]) => [money.round2(a), x.toDecimalPlaces(2)],
];

test("a million calculations, in a quick run a tenth of them, come out as decimal.js has them, to the last digit", () => {
  const next = sequence(20_260_615);
  const values = Array.from({ length: 5_000 }, (): Both => {
    const text = textOf(next);
    return [amount(text), new Wide(text)];
  });
  const pick = (): Both => values[next(values.length)] as Both;
  for (let count = 0; count < (all ? 1_000_000 : 100_000); count++) {
    const [a, b, c] = [pick(), pick(), pick()];
    const [ours, referee] = (works[next(works.length)] as (typeof works)[number])(a, b, c);
    // Results become operands of later calculations, as the sums of lines do.
    if (next(4) === 0) values[next(values.length / 2)] = referee.precision() > 30 ? a : [ours, referee];
    if (formatAmount(ours) === referee.toFixed() && (count % 4 > 0 || sameOrder(ours, a[0], referee, a[1]))) continue;
    expect.fail(`${[a, b, c].map(([, each]) => each.toFixed())}: ${formatAmount(ours)} for ${referee.toFixed()}`);
  }
});

function sameOrder(ours: Decimal, other: Decimal, referee: DecimalJs, its: DecimalJs): boolean {
  return (
    money.compare(ours, other) === referee.comparedTo(its) &&
    money.equal(ours, other) === referee.eq(its) &&
    money.isZero(ours) === referee.isZero() &&
    money.isNegative(ours) === referee.lt(0) &&
    money.isPositive(ours) === referee.gt(0)
  );
}

test.each([
  ["-0.005", "-0.01"],
  ["-0.004", "0"],
  ["0.005", "0.01"],
  ["2.345", "2.35"],
  ["-2.345", "-2.35"],
  ["1.50", "1.5"],
  ["9007199254740993.005", "9007199254740993.01"],
  ["007", "7"],
  ["1.5e3", "1500"],
])("%s rounded to two decimals is %s", (text, rounded) => {
  expect(formatAmount(money.round2(amount(text)))).toBe(rounded);
});

test.each([
  ["-0", "0.00"],
  ["1234567.5", "1,234,567.50"],
  ["-1234.567", "-1,234.567"],
  ["1e20", "100,000,000,000,000,000,000.00"],
])("%s is shown as %s", (text, shown) => expect(money.forPeople(amount(text))).toBe(shown));

test("what is no number is no amount", () => {
  for (const text of ["", "-", ".", "1.2.3", "x", "1,5"]) expect(() => amount(text), text).toThrow();
});
