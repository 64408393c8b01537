import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exact, parseDecimal, type RuleDecimal } from "../../src/check/decimal.ts";

/** Generates decimals with up to 30 digits on either side of the point. */
const decimalText = fc
  .tuple(fc.constantFrom("", "-", "+"), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 12 }))
  .map(([sign, units, scale]) => {
    const digits = units.toString().padStart(scale + 1, "0");
    const whole = digits.slice(0, digits.length - scale);
    return scale === 0 ? sign + whole : `${sign}${whole}.${digits.slice(digits.length - scale)}`;
  });

const read = (text: string): RuleDecimal => parseDecimal(text) as RuleDecimal;
const at = (value: RuleDecimal, scale: number): bigint => BigInt(value.units) * 10n ** BigInt(scale - value.scale);

describe("a decimal", () => {
  test.each(["0", "-0", "1", "+1", "1.", ".5", "-12.50", " 7 ", "\n7\t", "00012"])("may be written %j", (text) => {
    expect(parseDecimal(text)).toBeDefined();
  });

  test.each(["", " ", ".", "-", "1e3", "1,5", "1 2", "0x10", "NaN", "INF", "--1", "1.2.3", "9".repeat(401)])(
    "is not written %j",
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );

  test("keeps every digit, of few and of many", () => {
    fc.assert(
      fc.property(decimalText, (text) => {
        const value = read(text);
        const bare = text.replace(".", "").replace("+", "");
        expect(BigInt(value.units)).toBe(BigInt(bare));
      }),
    );
  });

  test("adds, subtracts, multiplies and compares without losing a digit", () => {
    fc.assert(
      fc.property(decimalText, decimalText, (left, right) => {
        const [a, b] = [read(left), read(right)];
        expect(at(exact.add(a, b), 12)).toBe(at(a, 12) + at(b, 12));
        expect(at(exact.subtract(a, b), 12)).toBe(at(a, 12) - at(b, 12));
        expect(at(exact.times(a, b), 24)).toBe(at(a, 12) * at(b, 12));
        expect(Math.sign(exact.compare(a, b))).toBe(Number(at(a, 12) > at(b, 12)) - Number(at(a, 12) < at(b, 12)));
      }),
    );
  });

  test("is rounded to two decimals with a half towards positive infinity", () => {
    fc.assert(
      fc.property(decimalText, (text) => {
        const value = read(text);
        const unit = 10n ** 10n;
        const raised = at(value, 12) + unit / 2n;
        const floor = raised - (((raised % unit) + unit) % unit);
        expect(at(exact.round2(value), 12)).toBe(floor);
      }),
    );
    expect(exact.equal(exact.round2(read("-2.345")), read("-2.34"))).toBe(true);
    expect(exact.equal(exact.round2(read("2.345")), read("2.35"))).toBe(true);
  });

  test("knows its sign, its absolute value and its hundredth", () => {
    expect(exact.sign(read("-0.00"))).toBe(0);
    expect(exact.sign(read("-0.01"))).toBe(-1);
    expect(exact.isZero(read("0.000"))).toBe(true);
    expect(exact.equal(exact.abs(read("-1234567890123456789.5")), read("1234567890123456789.5"))).toBe(true);
    expect(exact.equal(exact.hundredth(read("5")), read("0.05"))).toBe(true);
  });
});
