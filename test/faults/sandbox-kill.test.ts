import { expect, test } from "vitest";
import { run } from "./sandbox-kill.ts";

test("killed at random moments under load, the sandbox has every document that it answered with 201", async () => {
  const report = await run({ count: 2, seed: 7, words: {}, say: () => undefined });
  expect(report.violations).toEqual([]);
  expect(report.faults).toEqual({ "kill -9 under load": 2 });
  expect(report.verdicts.created).toBeGreaterThan(0);
});
