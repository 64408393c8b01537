import { expect, test } from "vitest";
import { numberText, timesHundred } from "../../src/sheet/number-text.ts";

test.each([
  ["1250", "1250"],
  ["-1250.50", "-1250.5"],
  ["+7", "7"],
  ["007", "7"],
  [".5", "0.5"],
  ["5.", "5"],
  ["0.000", "0"],
  ["-0", "0"],
  ["1.25E-3", "0.00125"],
  ["1.25e2", "125"],
  ["1.5E+14", "150000000000000"],
  [" 40 ", "40"],
])("%s is %s", (stored, text) => {
  expect(numberText(stored)).toEqual({ text });
});

test.each([
  // Fifteen digits are kept; the sixteenth determines how the fifteenth is rounded.
  ["123456789012345", "123456789012345"],
  ["1234.56789012345", "1234.56789012345"],
  ["1234.567890123454", "1234.56789012345"],
  ["1234.567890123455", "1234.56789012346"],
  ["1234.567890123445", "1234.56789012345"],
  ["0.1000000000000004", "0.1"],
  ["0.1000000000000005", "0.100000000000001"],
  ["1250.0999999999999", "1250.1"],
  ["9.9999999999999996", "10"],
  ["-99.99999999999999995", "-100"],
])("the binary noise of %s beyond the fifteenth digit is rounded away: %s", (stored, text) => {
  expect(numberText(stored)).toEqual({ text });
});

test("a whole number of sixteen digits says that it lost some, also where they end in zeros", () => {
  for (const stored of ["1234567890123456", "1002345674000030", "1E+15", "1.23456789012345E+15"])
    expect(numberText(stored), stored).toMatchObject({ tooLong: true });
  for (const stored of ["999999999999999", "9.99999999999999E+14"])
    expect(numberText(stored), stored).toEqual({ text: "999999999999999" });
});

test.each(["", ".", "-", "1,25", "1 250", "0x10", "1e", "1e1000", "Infinity", "1".repeat(401)])(
  "%s is no number",
  (stored) => {
    expect(numberText(stored)).toBeUndefined();
  },
);

test("a percentage is a hundred times what the cell holds, to the digit", () => {
  expect(["0.05", "0.125", "-0.5", "1"].map(timesHundred)).toEqual(["5", "12.5", "-50", "100"]);
  expect(timesHundred("no number")).toBe("no number");
});
