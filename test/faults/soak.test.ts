import { expect, test } from "vitest";
import { run } from "./soak.ts";

test("two minutes of a desk's work, without the pauses: every document once, nothing left over, and nothing grows", async () => {
  const report = await run({ count: 2, seed: 7, words: { pace: "0" }, say: () => undefined });
  expect(report.violations).toEqual([]);
  expect(report.counts["documents at the end"]).toBe(report.counts.files);
  expect(report.counts["client: lives that were judged"]).toBe(1);
});
