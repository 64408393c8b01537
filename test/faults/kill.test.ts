import { expect, test } from "vitest";
import { run } from "./kill.ts";
import { straceMissing } from "./strace.ts";

const missing = straceMissing();
const skip = missing !== undefined && process.env.SELFBILL_TEST_ALL !== "1";
if (skip) console.log(`skipped: ending the program at system calls: ${missing}`);

test.skipIf(skip)(
  "a run that is ended at any system call is finished by the same command, and every document exists once",
  async () => {
    const report = await run({ count: 16, seed: 33, words: {}, say: () => undefined });
    expect(report.violations).toEqual([]);
    expect(report.counts["points tried"]).toBeGreaterThan(8);
  },
);
