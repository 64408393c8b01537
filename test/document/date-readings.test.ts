import { expect, test } from "vitest";
import { dateFault, dateHint, dateReadings } from "../../src/document/index.ts";

test.each([
  ["25/12/2026", ["2026-12-25"]],
  ["12/25/2026", ["2026-12-25"]],
  ["03/04/2026", ["2026-04-03", "2026-03-04"]],
  ["05/05/2026", ["2026-05-05"]],
  ["2026-25-12", []],
  ["2026-6-5", ["2026-06-05"]],
  ["20261225", ["2026-12-25"]],
  ["25 Dec 2026", ["2026-12-25"]],
  ["December 25th, 2026", ["2026-12-25"]],
  ["2026-12-25T10:30:00Z", ["2026-12-25"]],
  ["٢٥/١٢/٢٠٢٦", ["2026-12-25"]],
  ["31/06/2026", []],
  ["soon", []],
  ["0000-01-01", []],
])("%s can be %j", (text, days) => {
  expect(dateReadings(text)).toEqual(days);
});

test("one reading is offered, of two none is chosen, and else an example", () => {
  expect(dateHint("25/12/2026")).toBe("Write 2026-12-25.");
  expect(dateHint("03/04/2026")).toBe("Write 2026-04-03 or 2026-03-04, whichever is meant.");
  // 20:00 in UTC is midnight in the Gulf.
  expect(dateHint("2026-06-30T19:59:59Z")).toBe("Write 2026-06-30.");
  expect(dateHint("2026-06-30T20:00:00.000Z")).toBe("Write 2026-06-30 or 2026-07-01, whichever is meant.");
  expect(dateHint("2026-07-01T00:30:00+05:00")).toBe("Write 2026-07-01 or 2026-06-30, whichever is meant.");
  expect(dateHint("soon")).toBe("Write the date as 2026-06-15.");
});

test.each([
  ["2026-06-31", "2026-06-31 does not exist: June has 30 days.", "Check the day. Write the date as 2026-06-15."],
  [
    "2026-02-29",
    "2026-02-29 does not exist: February 2026 has 28 days.",
    "Check the day. Write the date as 2026-06-15.",
  ],
  [
    "2028-02-30",
    "2028-02-30 does not exist: February 2028 has 29 days.",
    "Check the day. Write the date as 2026-06-15.",
  ],
  ["2026-01-00", "2026-01-00 does not exist: there is no day 00.", "Check the day. Write the date as 2026-06-15."],
  ["2026-13-01", "2026-13-01 does not exist: there is no month 13.", "Check the month. Write the date as 2026-06-15."],
  ["0000-01-01", "0000-01-01 does not exist: there is no year 0000.", "Check the year. Write the date as 2026-06-15."],
  ["25/12/2026", "25/12/2026 is not written as year-month-day.", "Write 2026-12-25."],
  ["soon", "soon is not a date.", "Write the date as 2026-06-15."],
])("what is wrong with %s is said, and what to write", (text, fault, hint) => {
  expect([dateFault(text), dateHint(text)]).toEqual([fault, hint]);
});
