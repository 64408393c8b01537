import { expect, test } from "vitest";
import { run } from "./wire.ts";

test("whatever happens on the line, a document is there once and every word about it is right", async () => {
  const report = await run({ count: 100, seed: 1, words: { children: "2" }, say: () => undefined });
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ duplicates: 0, lost: 0, wrongVerdicts: 0, needlessDoubts: 0 });
  expect(report.sends).toBeGreaterThanOrEqual(100);
  for (const verdict of ["created", "refused", "not sent", "in doubt", "still in doubt", "replayed"])
    expect(report.verdicts[verdict], verdict).toBeGreaterThan(0);
});
