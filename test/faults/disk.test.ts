import { expect, test } from "vitest";
import { leavesOut } from "../support/left-out.ts";
import { run } from "./disk.ts";
import { straceMissing } from "./strace.ts";

const skip = leavesOut(straceMissing());

test.skipIf(skip)(
  "a disk that fails at any record lets nothing leave that is not recorded, and loses nothing that exists",
  async () => {
    const report = await run({ count: 16, seed: 33, words: {}, say: () => undefined });
    expect(report.violations).toEqual([]);
    expect(report.counts["points tried"]).toBeGreaterThan(8);
  },
);
