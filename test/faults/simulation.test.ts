import { expect, test } from "vitest";
import type { FaultReport } from "./report.ts";
import { breaks } from "./sim-process.ts";
import { run } from "./simulation.ts";

const play = (count: number, seed: number, words: Readonly<Record<string, string>> = {}): Promise<FaultReport> =>
  run({ count, seed, words, say: () => undefined });

/** Leaves out values that differ between two runs of the same world. */
const counted = ({ node: _, seconds: __, ...report }: FaultReport) => report;

test("in a simulated world nothing is sent twice or lost, and every word is right", async () => {
  const report = await play(4_000, 1);
  expect(report.violations).toEqual([]);
  expect(report.requests).toBeGreaterThanOrEqual(4_000);
  const met = ["disk: crash after", "disk: flushed and failed", "process: killed", "wire: request late"];
  for (const kind of met) expect(report.faults[kind], kind).toBeGreaterThan(0);
});

test("nor among computers that share a simulated server, which stops, sleeps and fails over", async () => {
  const report = await play(1_200, 1, { engine: "server" });
  expect(report.violations).toEqual([]);
  const met = [
    "computer: asleep",
    "process: killed",
    "server: stops, and starts again",
    "server: a standby that lacks the last commits takes its place",
  ];
  for (const kind of met) expect(report.faults[kind] ?? 0, kind).toBeGreaterThan(0);
});

test.each(["file", "server"])("the same seed gives the same worlds, with a %s", async (engine) => {
  expect(counted(await play(200, 7, { engine }))).toEqual(counted(await play(200, 7, { engine })));
});

test.each(breaks)("a fault that was planted is found: %s", async (name) => {
  const report = await play(8_000, 1, { break: name });
  expect(report.violations).not.toEqual([]);
  const [, seed = ""] = /seed (\d+), step/.exec(report.violations[0] ?? "") ?? [];
  const again = await play(1, 1, { break: name, "from-seed": seed });
  expect(again.violations).toEqual(report.violations);
});
