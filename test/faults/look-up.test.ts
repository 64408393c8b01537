import { expect, test } from "vitest";
import { run } from "./look-up.ts";

test("a look-up believes no list: nothing that exists is called absent, and little is left unclear", async () => {
  const report = await run({ count: 12, seed: 2, words: {}, say: () => undefined });
  expect(report.violations).toEqual([]);
  for (const verdict of ["made: exists", "made: cannot tell", "not made: does not exist"])
    expect(report.verdicts[verdict], verdict).toBeGreaterThan(0);
});
