import { expect, test } from "vitest";
import { waitAfter } from "../../src/send/index.ts";
import { rateLimitOf } from "../../src/send/rate-limit.ts";

const now = Date.parse("2026-06-15T08:00:00Z");
const told = (headers: Record<string, string>) => JSON.parse(JSON.stringify(rateLimitOf(headers, now)));

test("the documented headers: the reset is a point in time", () => {
  const headers = {
    "x-ratelimit-limit": "60",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(now / 1000 + 30),
  };
  expect(told(headers)).toEqual({ limit: 60, remaining: 0, resetAt: now + 30_000 });
});

test("the headers of a live deployment: the reset is a wait, the others have their own spelling", () => {
  expect(told({ "ratelimit-limit": "60", "ratelimit-remaining": "12", "ratelimit-reset": "25" })).toEqual({
    limit: 60,
    remaining: 12,
    resetAt: now + 25_000,
  });
  expect(told({ "x-ratelimit-limit-minute": "60", "x-ratelimit-remaining-minute": "59" })).toEqual({
    limit: 60,
    remaining: 59,
  });
});

test("Retry-After in seconds or as a date", () => {
  expect(told({ "retry-after": "7" })).toEqual({ retryAfter: 7_000 });
  expect(told({ "retry-after": "Mon, 15 Jun 2026 08:00:20 GMT" })).toEqual({ retryAfter: 20_000 });
  expect(told({ "retry-after": "Mon, 15 Jun 2026 07:00:00 GMT" })).toEqual({ retryAfter: 0 });
});

test.each(["", "soon", "-5", "1e9", "99999999999999999999", "NaN", "0x10"])(
  "what cannot be read (%j) counts as not told",
  (text) => {
    expect(told({ "retry-after": text, "x-ratelimit-reset": text, "x-ratelimit-limit": text })).toEqual({});
  },
);

test("the wait is Retry-After, else the end of the window, else unknown", () => {
  expect(waitAfter({ retryAfter: 5_000, resetAt: now + 9_000 }, now)).toBe(5_000);
  expect(waitAfter({ resetAt: now + 9_000 }, now)).toBe(9_000);
  expect(waitAfter({ resetAt: now - 9_000 }, now)).toBe(0);
  expect(waitAfter({}, now)).toBeUndefined();
});
