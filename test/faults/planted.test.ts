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
      // Whether real processes collide is a matter of chance, so a crowd or a team runs up to 24 times.
      let violations: readonly string[] = [];
      for (let tries = 0; violations.length === 0 && tries < (/^(?:crowd|team)/.test(fault.by) ? 24 : 1); tries++)
        ({ violations } = await runPlanted(fault, (fault.seed ?? 1) + tries));
      return expect(violations).toContainEqual(expect.stringMatching(fault.found));
    },
  );
}
