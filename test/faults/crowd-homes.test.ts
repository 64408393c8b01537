import { expect, test } from "vitest";
import { withoutPostgres } from "../support/postgres.ts";
import { run } from "./crowd.ts";

const missing = withoutPostgres();
const skip = missing !== undefined && process.env.SELFBILL_TEST_ALL === undefined;
if (skip) console.warn(`skipped: homes that share one server: ${missing}`);

test.skipIf(skip)(
  "two homes with two processes each, on one server, create each file once and keep the one minute of them all",
  async () => {
    const words = { homes: "2", processes: "2", minute: "2" };
    const report = await run({ count: 61, seed: 1, words, say: () => undefined });
    expect(report.violations).toEqual([]);
    expect(report.verdicts).toEqual({ created: 61, replayed: 3 * 61 });
  },
);
