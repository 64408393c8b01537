import { expect, test } from "vitest";
import { leavesOut } from "../support/left-out.ts";
import { withoutPostgres } from "../support/postgres.ts";
import { run } from "./team.ts";

const skip = leavesOut(withoutPostgres());

test.skipIf(skip)(
  "three computers that share one server, with a client killed, a line cut, a server that stops and a standby promoted",
  async () => {
    const report = await run({
      count: 13,
      seed: 7,
      words: { files: "3", troubles: "kill,cut,crash" },
      say: () => undefined,
    });
    expect(report.violations).toEqual([]);
    expect(report.counts.rounds).toBe(3);
    expect(report.faults["promotion of a standby that lacks documents"]).toBe(1);
  },
);
