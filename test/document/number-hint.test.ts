import { expect, test } from "vitest";
import { numberHint } from "../../src/document/number-hint.ts";

test.each([
  ["1,250.00", "Write 1250.00."],
  ["1.250,00", "Write 1250.00."],
  ["1,25", "Write 1.25."],
  ["12,5", "Write 12.5."],
  ["0,125", "Write 0.125."],
  ["1,250", "Write 1250, or 1.250 if the comma is a decimal comma."],
  ["1,250,000", "Write 1250000."],
  ["1.250.000", "Write 1250000."],
  ["12,34,567.50", "Write 1234567.50."],
  ["12,34,567", "Write 1234567."],
  ["1 250.00", "Write 1250.00."],
  ["1\u00a0250,00", "Write 1250.00."],
  ["1'250.00", "Write 1250.00."],
  ["AED 1,250.00", "Write 1250.00."],
  ["1250 AED", "Write 1250."],
  ["5%", "Write 5."],
  ["١٢٥٠٫٥٠", "Write 1250.50."],
  ["۱۲۵۰", "Write 1250."],
  ["−5", "Write -5."],
  ["0755", "Write 755."],
  [".5", "Write 0.5."],
  ["5.", "Write 5."],
  ["+5", "Write 5."],
])("for %s it suggests what the value can mean", (value, hint) => {
  expect(numberHint(value)).toBe(hint);
});

test.each(["1e3", "1.5E+2"])("for %s it asks for the number without an exponent", (value) => {
  expect(numberHint(value)).toBe("Write the number out, without an exponent.");
});

test.each(["NaN", ".nan", "AED", "ten", "1.2.3", "1,2,3", "1,25.00,5", "", "-", "12 pcs 3"])(
  "for %j it suggests no number, because none is certain",
  (value) => {
    expect(numberHint(value)).toBe("Write digits and at most one point, such as 1250.00.");
  },
);

test("nothing is guessed about a value that is longer than any number, so that it costs no time", () => {
  for (const long of ["1".repeat(200_000), `${"1,".repeat(100_000)}x`, `${"0".repeat(200_000)}x`, " ".repeat(200_000)])
    expect(numberHint(long)).toBe("Write digits and at most one point, such as 1250.00.");
});
