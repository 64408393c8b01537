import { expect, test } from "vitest";
import { leavesOut } from "../support/left-out.ts";
import { run } from "./kill.ts";
import { straceMissing } from "./strace.ts";

const skip = leavesOut(straceMissing());

test.skipIf(skip)(
  "a run that is ended at any system call is finished by the same command, and every document exists once",
  async () => {
    const report = await run({ count: 16, seed: 33, words: {}, say: () => undefined });
    expect(report.violations).toEqual([]);
    expect(report.counts["points tried"]).toBeGreaterThan(8);
  },
);
