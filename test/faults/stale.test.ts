import { expect, test } from "vitest";
import { run } from "./stale.ts";

test("whatever lies in the place of the journal, nothing is sent twice and no wrong word is said", async () => {
  const report = await run({ count: 180, seed: 3, words: {}, say: () => undefined });
  expect(report.violations).toEqual([]);
  expect(report.faults["one bit of a small journal changed"]).toBeGreaterThan(50);
  for (const verdict of ["stopped with exit code 27", "went on with exit code 23"])
    expect(report.verdicts[verdict], verdict).toBeGreaterThan(0);
});
