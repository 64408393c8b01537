import { describe, expect, test } from "vitest";
import { dayStart, isTime } from "../../src/check/iso-date.ts";

describe("a day", () => {
  test("is counted as the calendar counts, leap years and centuries included", () => {
    const first = Date.UTC(1600, 0, 1) / 60000;
    const origin = dayStart("1600-01-01") as number;
    for (let minutes = first; minutes < first + 800 * 366 * 1440; minutes += 1440 * 17) {
      const text = new Date(minutes * 60000).toISOString().slice(0, 10);
      expect((dayStart(text) as number) - origin, text).toBe(minutes - first);
    }
  });

  test.each([
    "2026-02-29",
    "2026-04-31",
    "2026-00-10",
    "2026-13-01",
    "2026-01-00",
    "1900-02-29",
    "26-01-01",
    "2026-1-1",
    "",
    "2026-01-01T00:00:00",
  ])("%j is none", (text) => {
    expect(dayStart(text)).toBeUndefined();
  });

  test("begins earlier in the east", () => {
    expect(dayStart("2026-06-15+04:00")).toBe((dayStart("2026-06-15") as number) - 240);
    expect(dayStart("2026-06-15Z")).toBe(dayStart(" 2026-06-15\n"));
    expect(dayStart("2026-06-15+15:00")).toBeUndefined();
  });
});

describe("a time of day", () => {
  test.each(["00:00:00", "23:59:59.999999", "24:00:00", "24:00:00.000", "10:30:00Z", "10:30:00-14:00", " 10:30:00 "])(
    "%j is one",
    (text) => {
      expect(isTime(text)).toBe(true);
    },
  );

  test.each(["10:30", "25:00:00", "24:00:01", "10:60:00", "10:30:60", "10:30:00.", "10:30:00+15:00", "1:00:00", ""])(
    "%j is none",
    (text) => {
      expect(isTime(text)).toBe(false);
    },
  );
});
