import { expect, test } from "vitest";
import { leavesOut } from "../support/left-out.ts";
import { withoutPostgres } from "../support/postgres.ts";
import { run } from "./crowd.ts";

const skip = leavesOut(withoutPostgres());

test.skipIf(skip)(
  "two homes with two processes each, on one server, create each file once and keep the one minute of them all",
  async () => {
    const words = { homes: "2", processes: "2", minute: "2" };
    const report = await run({ count: 61, seed: 1, words, say: () => undefined });
    expect(report.violations).toEqual([]);
    expect(report.verdicts).toEqual({ created: 61, replayed: 3 * 61 });
  },
);
