import { expect, test } from "vitest";
import { withoutPostgres } from "../support/postgres.ts";
import { run } from "./outside.ts";

test("one step outside of a journal nothing is made twice, and nobody is stopped for nothing", async () => {
  const servers = withoutPostgres() === undefined ? "4" : "0";
  const words = { real: "9", servers };
  const report = await run({ count: 90, seed: 4, words, say: () => undefined });
  expect(report.violations).toEqual([]);
  for (const verdict of ["done", "replayed"]) expect(report.verdicts[verdict], verdict).toBeGreaterThan(10);
  expect(report.counts["commands in a process of their own"]).toBeGreaterThan(0);
});
