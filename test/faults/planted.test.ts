import { expect, test } from "vitest";
import { leavesOut } from "../support/left-out.ts";
import { withoutPostgres } from "../support/postgres.ts";
import { plantedFaults } from "./planted.ts";
import { failingTests, runPlanted } from "./run-planted.ts";
import { straceMissing } from "./strace.ts";

/** Programs that cannot run here, with the reason. */
const missing: Readonly<Record<string, string | undefined>> = {
  power: straceMissing(),
  pause: straceMissing(),
  "crowd-homes": withoutPostgres(),
  team: withoutPostgres(),
};
const skips = (by: string): boolean => leavesOut(missing[by]);

for (const fault of plantedFaults) {
  test.skipIf(skips(fault.by))(
    `a fault that was planted in the sources is found by ${fault.by}: ${fault.says}`,
    async () => {
      if (fault.by === "tests")
        return expect(await failingTests(fault)).toContainEqual(expect.stringMatching(fault.found));
      // Whether real processes collide, or a line breaks in time, is a matter of chance: these run up to 24 times.
      const tries = /^(?:crowd|team|wire)/.test(fault.by) ? 24 : 1;
      const runs = Array.from({ length: tries }, (_, at) => ({ words: fault.words, seed: (fault.seed ?? 1) + at }));
      if (fault.soon) runs.unshift({ words: fault.soon, seed: fault.seed ?? 1 });
      let violations: readonly string[] = [];
      for (const { words, seed } of runs) {
        ({ violations } = await runPlanted(fault, words, seed));
        if (violations.some((each) => fault.found.test(each))) break;
      }
      return expect(violations).toContainEqual(expect.stringMatching(fault.found));
    },
  );
}
