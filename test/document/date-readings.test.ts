import { expect, test } from "vitest";
import { dateHint, dateReadings } from "../../src/document/index.ts";

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
  expect(dateHint("soon")).toBe("Write year-month-day, such as 2026-06-15.");
});
