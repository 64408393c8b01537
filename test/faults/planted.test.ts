import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { plantedFaults } from "./planted.ts";
import { runPlanted } from "./run-planted.ts";
import { straceMissing } from "./strace.ts";

const missing = straceMissing();
const skips = (by: string): boolean =>
  ["power", "pause"].includes(by) && missing !== undefined && process.env.SELFBILL_TEST_ALL !== "1";
if (skips("power")) console.log(`skipped: faults that only a traced program shows: ${missing}`);

test.each(plantedFaults)("there is one place for the planted fault $name", ({ file, from }) => {
  expect(readFileSync(file, "utf8").split(from)).toHaveLength(2);
});

for (const fault of plantedFaults) {
  test.skipIf(skips(fault.by))(
    `a fault that was planted in the sources is found by ${fault.by}: ${fault.says}`,
    async () => {
      // Real processes meet by chance: a crowd is let loose up to three times.
      let violations: readonly string[] = [];
      for (let tries = 0; violations.length === 0 && tries < (fault.by === "crowd" ? 3 : 1); tries++)
        ({ violations } = await runPlanted(fault, (fault.seed ?? 1) + tries));
      expect(violations).toContainEqual(expect.stringMatching(fault.found));
    },
    240_000,
  );
}
