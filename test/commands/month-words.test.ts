import { expect, test } from "vitest";
import { monthCalled } from "../../src/commands/kinds.ts";

const january = new Date("2026-01-15T08:00:00Z");

test.each([
  ["2025-11", "2025-11"],
  ["november", "2025-11"],
  ["Jan", "2026-01"],
  ["may 2024", "2024-05"],
  ["last month", "2025-12"],
  ["This Month", "2026-01"],
])("%s is %s in January 2026", (words, month) => {
  expect(monthCalled(words.split(" "))?.(january)).toBe(month);
});

test.each(["2025-13", "tiles", "last", "month", "may tiles", ""])("%j is not a month", (words) => {
  expect(monthCalled(words.split(" "))).toBeUndefined();
});
