import { expect, test } from "vitest";
import { dateOfSerial, timeOfSerial } from "../../src/sheet/serial.ts";

test.each([
  ["61", false, "1900-03-01"],
  ["46188", false, "2026-06-15"],
  ["46188.99999", false, "2026-06-15"],
  ["2958465", false, "9999-12-31"],
  ["0", true, "1904-01-01"],
  ["44726", true, "2026-06-15"],
])("day %s counted from 1904 (%s or not) is %s", (text, from1904, date) => {
  expect(dateOfSerial(text, from1904)).toBe(date);
});

test.each([
  // Spreadsheets count a nonexistent 29 February 1900, so earlier days are off by one.
  ["60", false],
  ["59", false],
  ["1", false],
  ["0", false],
  ["2958466", false],
  ["2957004", true],
  ["-5", true],
  ["46188.", false],
  ["4e4", false],
  ["", false],
  ["x46188", false],
])("%s is no day that a document can bear, counted from 1904 (%s)", (text, from1904) => {
  expect(dateOfSerial(text, from1904)).toBeUndefined();
});

test.each([
  ["46188", "00:00:00"],
  ["46188.5", "12:00:00"],
  ["0.4375", "10:30:00"],
  ["0.437506", "10:30:01"],
  // Rounding would give midnight of the next day.
  ["46188.999999", "23:59:59"],
])("the time of %s is %s", (text, time) => {
  expect(timeOfSerial(text)).toBe(time);
});
