import { expect, test } from "vitest";
import { run } from "./power.ts";
import { straceMissing } from "./strace.ts";

const missing = straceMissing();
const skip = missing !== undefined && process.env.SELFBILL_TEST_ALL !== "1";
if (skip) console.log(`skipped: a power failure in the middle of a send: ${missing}`);

test.skipIf(skip)(
  "whatever a power failure leaves of a send, the next run knows what may exist and what was said",
  async () => {
    const report = await run({ count: 60, seed: 3, words: { scenes: "0,1" }, say: () => undefined });
    expect(report.violations).toEqual([]);
    for (const verdict of ["refused", "in_doubt", "replayed"])
      expect(report.verdicts[verdict], verdict).toBeGreaterThan(0);
  },
);
