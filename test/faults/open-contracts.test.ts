import { expect, test } from "vitest";
import { run } from "./open-contracts.ts";

test("whatever a service makes of the gaps of its description is shown, denied nowhere and never called more than it is", async () => {
  const report = await run({ count: 80, seed: 1, words: {}, say: () => undefined });
  expect(report.violations).toEqual([]);
  expect(report.counts["values hidden"]).toBe(0);
  expect(report.counts["values on the screen"]).toBeGreaterThan(2_000);
  for (const verdict of [
    "created",
    "refused",
    "in doubt",
    "status: exit code 0",
    "logs: exit code 0",
    "get: exit code 0",
  ])
    expect(report.verdicts[verdict], verdict).toBeGreaterThan(0);
});
