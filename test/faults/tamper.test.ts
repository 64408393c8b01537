import { expect, test } from "vitest";
import { run } from "./tamper.ts";

test("whatever a hand changes in a journal, the head that was noted finds it", async () => {
  const report = await run({ count: 200, seed: 5, words: {}, say: () => undefined });
  expect(report.violations).toEqual([]);
  expect(report.verdicts).toEqual({ damaged: 200 });
  expect(report.counts["journals that nobody touched"]).toBe(2);
});
