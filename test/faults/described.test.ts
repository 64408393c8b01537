import { expect, test } from "vitest";
import { run } from "./described.ts";

test("at a service of six endpoints nothing is lost, misnamed or suggested in vain, whatever its description leaves open", async () => {
  const report = await run({ count: 30, seed: 1, words: {}, say: () => undefined });
  expect(report.violations).toEqual([]);
  expect(report.counts["suggested commands carried out"]).toBeGreaterThan(5);
  expect(report.counts["values looked for"]).toBeGreaterThan(100);
  for (const verdict of [
    "invoice: created, exit code 0",
    "credit-note: created, exit code 26",
    "status of credit-note: exit code 26",
  ])
    expect(report.verdicts[verdict], verdict).toBeGreaterThan(0);
});
