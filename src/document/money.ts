import { Decimal as DecimalJs } from "decimal.js";

// 40 digits: the default of 20 loses fils on large amounts. Rounding is half away from zero for both signs.
const Exact = DecimalJs.clone({ precision: 40, rounding: DecimalJs.ROUND_HALF_UP, toExpNeg: -1e9, toExpPos: 1e9 });

/** An exact decimal. Only this file knows which library keeps it. */
export type Decimal = DecimalJs;
/** A decimal that stands for money. */
export type Amount = Decimal;

/** How a document writes an amount, quantity or rate: digits, one point, no blanks, commas, exponent or leading zeros. */
export const decimalPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** More digits than any real amount has; beyond it exactness could not be promised. */
const maxDigits = 28;

export function isDecimalText(text: string): boolean {
  return decimalPattern.test(text) && text.length <= maxDigits;
}

/** The exact value of a document's text. Text that is not a decimal is a fault of ours: check first with isDecimalText. */
export function amount(text: string): Amount {
  return new Exact(text);
}

/** Plain digits without exponent or needless zeros: `1250`, `0.1`, `-3.05`. */
export function formatAmount(value: Decimal): string {
  return value.toFixed();
}

/** Exact arithmetic for amounts. `round2` rounds to two decimals, half away from zero (Executive Regulation art. 61). */
export const money = {
  zero: new Exact(0),
  add: (a: Decimal, b: Decimal): Decimal => a.plus(b),
  subtract: (a: Decimal, b: Decimal): Decimal => a.minus(b),
  times: (a: Decimal, b: Decimal): Decimal => a.times(b),
  /** Division to 40 significant digits. */
  divide: (a: Decimal, b: Decimal): Decimal => a.div(b),
  round2: (value: Decimal): Decimal => value.toDecimalPlaces(2),
  /** value × percent ÷ 100, not rounded. */
  percentOf: (value: Decimal, percent: Decimal): Decimal => value.times(percent).div(100),
  sum: (values: Iterable<Decimal>): Decimal => {
    let total: Decimal = new Exact(0);
    for (const value of values) total = total.plus(value);
    return total;
  },
  equal: (a: Decimal, b: Decimal): boolean => a.eq(b),
  isZero: (value: Decimal): boolean => value.isZero(),
  isNegative: (value: Decimal): boolean => value.isNegative() && !value.isZero(),
  isPositive: (value: Decimal): boolean => value.isPositive() && !value.isZero(),
  compare: (a: Decimal, b: Decimal): -1 | 0 | 1 => a.comparedTo(b) as -1 | 0 | 1,
  /** Decimals written after the point: 0 for 12, 2 for 1.50. */
  decimalsOf: (text: string): number => (text.includes(".") ? text.length - text.indexOf(".") - 1 : 0),
  /** Always two decimals and thousands separated, for the screen: `11,175.45`. Further decimals are kept. */
  forPeople: (value: Decimal): string => {
    const fixed = value.decimalPlaces() > 2 ? value.toFixed() : value.toFixed(2);
    const [whole = "0", decimals] = fixed.split(".");
    const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
    return decimals === undefined ? grouped : `${grouped}.${decimals}`;
  },
};
