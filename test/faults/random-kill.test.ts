import { expect, test } from "vitest";
import { run } from "./random-kill.ts";

test("a batch that is killed again and again ends with every document once", async () => {
  const report = await run({ count: 4, seed: 7, words: {}, say: () => undefined });
  expect(report.violations).toEqual([]);
  expect(report.counts.batches).toBe(1);
});
