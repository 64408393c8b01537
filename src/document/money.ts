import { Decimal as DecimalJs } from "decimal.js";

// 40 digits: the default of 20 loses fils on large amounts. Rounding is half away from zero for both signs.
const Wide = DecimalJs.clone({ precision: 40, rounding: DecimalJs.ROUND_HALF_UP, toExpNeg: -1e9, toExpPos: 1e9 });

/**
 * `units` × 10^−`scale` if both fit in an exact integer (below 2^53), as the amounts of real documents do; otherwise
 * `wide`, a decimal.js value, which is twenty times slower. Only this file distinguishes the two. Created by `amount`
 * and `money`.
 */
export class Decimal {
  readonly units: number;
  readonly scale: number;
  readonly wide: DecimalJs | undefined;

  constructor(units: number, scale: number, wide: DecimalJs | undefined) {
    this.units = units;
    this.scale = scale;
    this.wide = wide;
  }

  toFixed(): string {
    return formatAmount(this);
  }
}

export type Amount = Decimal;

/** Digits, optionally with a minus sign and decimals: no spaces, commas, exponent or leading zeros. */
export const decimalPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/**
 * Maximum number of digits accepted, more than any real amount has; beyond it, exactness could not be guaranteed.
 */
const maxDigits = 28;

export function isDecimalText(text: string): boolean {
  return text.length <= maxDigits && decimalPattern.test(text);
}

const powers = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/** The string must be a decimal (check with isDecimalText); anything else is a bug in selfbill. */
export function amount(text: string): Amount {
  return narrow(text) ?? new Decimal(0, 0, new Wide(text));
}

/** Parses up to 15 digits; returns undefined for anything else. */
function narrow(text: string): Decimal | undefined {
  const negative = text.charCodeAt(0) === 45;
  const first = negative ? 1 : 0;
  if (text.length - first > 16) return undefined;
  let units = 0;
  let point = -1;
  for (let at = first; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) units = units * 10 + digit;
    else if (digit === -2 && point < 0 && at > first && at < text.length - 1) point = at;
    else return undefined;
  }
  const digits = text.length - first - (point < 0 ? 0 : 1);
  if (digits === 0 || digits > 15) return undefined;
  return new Decimal(negative ? 0 - units : units, point < 0 ? 0 : text.length - point - 1, undefined);
}

/** Returns the same value in decimal.js. */
function wideOf({ units, scale, wide }: Decimal): DecimalJs {
  return wide ?? new Wide(units).div(new Wide(10).pow(scale));
}

/** Converts back to an exact integer if possible. */
function narrowed(wide: DecimalJs): Decimal {
  return narrow(wide.toFixed()) ?? new Decimal(0, 0, wide);
}

/** NaN if the result is not an exact integer. */
function unitsAt(value: Decimal, scale: number): number {
  if (value.wide !== undefined) return Number.NaN;
  const more = scale - value.scale;
  return more === 0 ? value.units : value.units * (powers[more] ?? Number.NaN);
}

function plus(a: Decimal, b: Decimal, sign: 1 | -1): Decimal {
  const scale = a.scale > b.scale ? a.scale : b.scale;
  const left = unitsAt(a, scale);
  const right = unitsAt(b, scale);
  const sum = left + sign * right;
  if (Number.isSafeInteger(left) && Number.isSafeInteger(right) && Number.isSafeInteger(sum))
    return new Decimal(sum, scale, undefined);
  const [wideA, wideB] = [wideOf(a), wideOf(b)];
  return new Decimal(0, 0, sign === 1 ? wideA.plus(wideB) : wideA.minus(wideB));
}

function times(a: Decimal, b: Decimal): Decimal {
  const product = a.units * b.units;
  if (a.wide === undefined && b.wide === undefined && Number.isSafeInteger(product))
    return new Decimal(product, a.scale + b.scale, undefined);
  return new Decimal(0, 0, wideOf(a).times(wideOf(b)));
}

function divide(a: Decimal, b: Decimal): Decimal {
  const scale = a.scale - b.scale;
  if (a.wide === undefined && b.wide === undefined && scale >= 0 && b.units !== 0 && a.units % b.units === 0)
    return new Decimal(a.units / b.units, scale, undefined);
  return narrowed(wideOf(a).div(wideOf(b)));
}

function round2(value: Decimal): Decimal {
  const { units, scale, wide } = value;
  if (wide !== undefined) return narrowed(wide.toDecimalPlaces(2));
  if (scale <= 2) return value;
  const unit = powers[scale - 2];
  if (unit === undefined) return narrowed(wideOf(value).toDecimalPlaces(2));
  const rest = units % unit;
  const whole = (units - rest) / unit;
  const away = Math.abs(rest) * 2 >= unit ? Math.sign(rest) : 0;
  return new Decimal(whole + away, 2, undefined);
}

function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const scale = a.scale > b.scale ? a.scale : b.scale;
  const left = unitsAt(a, scale);
  const right = unitsAt(b, scale);
  if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) return left < right ? -1 : left > right ? 1 : 0;
  return wideOf(a).comparedTo(wideOf(b)) as -1 | 0 | 1;
}

const sign = ({ units, wide }: Decimal): number =>
  wide === undefined ? units : wide.isZero() ? 0 : wide.isNegative() ? -1 : 1;

/** No exponent or trailing zeros: `1250`, `0.1`, `-3.05`. */
export function formatAmount({ units, scale, wide }: Decimal): string {
  if (wide !== undefined) return wide.toFixed();
  let count = units < 0 ? -units : units;
  let decimals = scale;
  while (decimals > 0 && count % 10 === 0) {
    count /= 10;
    decimals -= 1;
  }
  const digits = String(count);
  const minus = units < 0 ? "-" : "";
  if (decimals === 0) return minus + digits;
  const padded = digits.padStart(decimals + 1, "0");
  return `${minus}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

const zero = new Decimal(0, 0, undefined);

/** Exact arithmetic. `round2` rounds to two decimals, half away from zero (Executive Regulation art. 61). */
export const money = {
  zero,
  add: (a: Decimal, b: Decimal): Decimal => plus(a, b, 1),
  subtract: (a: Decimal, b: Decimal): Decimal => plus(a, b, -1),
  times,
  /** Rounds to 40 significant digits. */
  divide,
  round2,
  /** value × percent ÷ 100, not rounded. */
  percentOf: (value: Decimal, percent: Decimal): Decimal => {
    const all = times(value, percent);
    return all.wide === undefined
      ? new Decimal(all.units, all.scale + 2, undefined)
      : new Decimal(0, 0, all.wide.div(100));
  },
  sum: (values: Iterable<Decimal>): Decimal => {
    let total = zero;
    for (const value of values) total = plus(total, value, 1);
    return total;
  },
  equal: (a: Decimal, b: Decimal): boolean => compare(a, b) === 0,
  isZero: (value: Decimal): boolean => sign(value) === 0,
  isNegative: (value: Decimal): boolean => sign(value) < 0,
  isPositive: (value: Decimal): boolean => sign(value) > 0,
  compare,
  /** Decimals as written: 0 for 12, 2 for 1.50. */
  decimalsOf: (text: string): number => (text.includes(".") ? text.length - text.indexOf(".") - 1 : 0),
  /** Writes at least two decimals, with thousands separators: `11,175.45`. Further decimals are kept. */
  forPeople: (value: Decimal): string => {
    const [whole = "0", decimals = ""] = formatAmount(value).split(".");
    return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",")}.${decimals.padEnd(2, "0")}`;
  },
};
