/**
 * decimal.js needs about a microsecond per operation, which is most of the time budget for a whole line. A value is
 * therefore a count of its smallest unit: an integer below 2^53, otherwise a bigint; never a fraction in a JS number.
 */
export interface RuleDecimal {
  /** Count of 10^-scale; a bigint once it exceeds the exact range of a number. */
  readonly units: number | bigint;
  readonly scale: number;
}

/** Maximum number of characters; longer text is an attack and counts as "not a decimal". */
const maxLength = 400;
const powers = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

function decimal(units: number | bigint, scale: number): RuleDecimal {
  return { units, scale };
}

/**
 * xs:decimal: sign, digits and a decimal point, optionally surrounded by whitespace; no exponent. Undefined if
 * invalid.
 */
export function parseDecimal(text: string): RuleDecimal | undefined {
  let at = 0;
  let end = text.length;
  while (at < end && isBlank(text.charCodeAt(at))) at += 1;
  while (end > at && isBlank(text.charCodeAt(end - 1))) end -= 1;
  const sign = text.charCodeAt(at);
  const negative = sign === 45;
  if (negative || sign === 43) at += 1;
  const start = at;
  if (end - start > maxLength) return undefined;
  let units = 0;
  let digits = 0;
  let scale = -1;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      units = units * 10 + (code - 48);
      digits += 1;
      if (scale >= 0) scale += 1;
    } else if (code === 46 && scale < 0) scale = 0;
    else return undefined;
  }
  if (digits === 0) return undefined;
  if (scale < 0) scale = 0;
  if (digits <= 15) return decimal(negative ? 0 - units : units, scale);
  const all = BigInt(text.slice(start, end).replace(".", ""));
  return decimal(negative ? -all : all, scale);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

/** Converts the units to a larger scale. */
function unitsAt(value: RuleDecimal, scale: number): number | bigint {
  const more = scale - value.scale;
  if (more === 0) return value.units;
  const { units } = value;
  if (typeof units === "number" && more < powers.length) {
    const raised = units * (powers[more] as number);
    if (Number.isSafeInteger(raised)) return raised;
  }
  return BigInt(units) * 10n ** BigInt(more);
}

function addAt(a: RuleDecimal, b: RuleDecimal, sign: 1 | -1): RuleDecimal {
  const scale = a.scale > b.scale ? a.scale : b.scale;
  const left = unitsAt(a, scale);
  const right = unitsAt(b, scale);
  if (typeof left === "number" && typeof right === "number") {
    const sum = left + sign * right;
    if (Number.isSafeInteger(sum)) return decimal(sum, scale);
  }
  return decimal(BigInt(left) + BigInt(sign) * BigInt(right), scale);
}

function compare(a: RuleDecimal, b: RuleDecimal): number {
  const scale = a.scale > b.scale ? a.scale : b.scale;
  const left = unitsAt(a, scale);
  const right = unitsAt(b, scale);
  return left < right ? -1 : left > right ? 1 : 0;
}

function times(a: RuleDecimal, b: RuleDecimal): RuleDecimal {
  const scale = a.scale + b.scale;
  if (typeof a.units === "number" && typeof b.units === "number") {
    const product = a.units * b.units;
    if (Number.isSafeInteger(product)) return decimal(product, scale);
  }
  return decimal(BigInt(a.units) * BigInt(b.units), scale);
}

function round2(value: RuleDecimal): RuleDecimal {
  const extra = value.scale - 2;
  if (extra <= 0) return value;
  const { units } = value;
  if (typeof units === "number" && extra < powers.length) {
    const unit = powers[extra] as number;
    const raised = units + unit / 2;
    if (Number.isSafeInteger(raised)) {
      const rest = ((raised % unit) + unit) % unit;
      return decimal((raised - rest) / unit, 2);
    }
  }
  const unit = 10n ** BigInt(extra);
  const raised = BigInt(units) + unit / 2n;
  const rest = ((raised % unit) + unit) % unit;
  return decimal((raised - rest) / unit, 2);
}

/** No operation here loses a digit, except `round2`. */
export const exact = {
  zero: decimal(0, 0),
  add: (a: RuleDecimal, b: RuleDecimal): RuleDecimal => addAt(a, b, 1),
  subtract: (a: RuleDecimal, b: RuleDecimal): RuleDecimal => addAt(a, b, -1),
  times,
  /** value ÷ 100. */
  hundredth: (value: RuleDecimal): RuleDecimal => decimal(value.units, value.scale + 2),
  abs: (value: RuleDecimal): RuleDecimal => (value.units < 0 ? decimal(-value.units, value.scale) : value),
  /**
   * Rounds to two decimals, with halves towards +∞ as in XPath's round(): −2.345 becomes −2.34. Source:
   * check/README.md, N1.
   */
  round2,
  compare,
  equal: (a: RuleDecimal, b: RuleDecimal): boolean => compare(a, b) === 0,
  /** −1, 0 or 1. */
  sign: (value: RuleDecimal): number => (value.units < 0 ? -1 : value.units > 0 ? 1 : 0),
  isZero: (value: RuleDecimal): boolean => !(value.units < 0 || value.units > 0),
};
