import { expect, test } from "vitest";
import { run } from "./crowd.ts";

test("six processes with the same files create each once, and start no more than 60 in a minute of two seconds", async () => {
  const words = { processes: "6", minute: "2" };
  const report = await run({ count: 121, seed: 1, words, say: () => undefined });
  expect(report.violations).toEqual([]);
  expect(report.verdicts).toEqual({ created: 121, replayed: 5 * 121 });
});
