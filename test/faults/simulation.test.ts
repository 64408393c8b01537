import { expect, test } from "vitest";
import type { FaultReport } from "./report.ts";
import { breaks } from "./sim-process.ts";
import { run } from "./simulation.ts";

const play = (count: number, seed: number, words: Readonly<Record<string, string>> = {}): Promise<FaultReport> =>
  run({ count, seed, words, say: () => undefined });

/** Everything that was counted, without what another run of the same world may have otherwise. */
const counted = ({ node: _, seconds: __, ...report }: FaultReport) => report;

test("in a simulated world nothing is sent twice or lost, and every word is right", async () => {
  const report = await play(4_000, 1);
  expect(report.violations).toEqual([]);
  expect(report.requests).toBeGreaterThanOrEqual(4_000);
  const met = ["disk: crash after", "disk: flushed and failed", "process: killed", "wire: request late"];
  for (const kind of met) expect(report.faults[kind], kind).toBeGreaterThan(0);
}, 120_000);

test("the same seed gives the same worlds", async () => {
  expect(counted(await play(400, 7))).toEqual(counted(await play(400, 7)));
}, 120_000);

test.each(breaks)(
  "a fault that was planted is found: %s",
  async (name) => {
    const report = await play(8_000, 1, { break: name });
    expect(report.violations).not.toEqual([]);
    const [, seed = ""] = /seed (\d+), step/.exec(report.violations[0] ?? "") ?? [];
    const again = await play(1, 1, { break: name, "from-seed": seed });
    expect(again.violations).toEqual(report.violations);
  },
  120_000,
);
