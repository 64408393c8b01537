import { expect, test } from "vitest";
import { leavesOut } from "../support/left-out.ts";
import { run } from "./power.ts";
import { straceMissing } from "./strace.ts";

const skip = leavesOut(straceMissing());

test.skipIf(skip)(
  "whatever a power failure leaves of a send, the next run knows what may exist and what was said",
  async () => {
    const report = await run({ count: 60, seed: 3, words: { scenes: "0,1" }, say: () => undefined });
    expect(report.violations).toEqual([]);
    for (const verdict of ["refused", "in_doubt", "replayed"])
      expect(report.verdicts[verdict], verdict).toBeGreaterThan(0);
  },
);
