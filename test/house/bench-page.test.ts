import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Measured } from "../bench/rounds.ts";
import { page, type Recorded } from "../bench/told.ts";
import { top } from "../support/run-selfbill.ts";

const run = (rows: readonly Measured[]): Recorded => ({ machine: "one", node: "v20.20.2", version: "0.1.0", rows });
const row = (name: string, series: Measured["series"], unit: Measured["unit"] = "ms"): Measured => ({
  part: "places",
  name,
  unit,
  series,
});
const name = "built: validate, journal of 100";
const headings = (text: string) => text.split("\n").filter((line) => line.startsWith("#"));

test("BENCHMARKS.md is what its recorded runs make, in 120 lines", () => {
  const folder = join(top, "test", "bench", "recorded");
  const runs = readdirSync(folder).map((file): Recorded => JSON.parse(readFileSync(join(folder, file), "utf8")));
  const text = readFileSync(join(top, "BENCHMARKS.md"), "utf8");
  expect(text).toBe(page(runs));
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(120);
});

test("rows in which another program is ahead come first, whether time is measured or what is done in it", () => {
  const text = page([
    run([
      row("import of a sheet of 5,000 rows", { selfbill: [30], "xlsx reading": [20], "exceljs reading": [40] }),
      row("documents taken, 10 connections", { selfbill: [100], emulate: [200], prism: [50] }, "/s"),
      row("sandbox answers", { selfbill: [30], "bare http": [10] }),
    ]),
  ]);
  expect(headings(text)[2]).toBe("### Where another program is ahead");
  expect(text.split("\n").filter((line) => line.endsWith("times as fast."))).toEqual([
    "- import of a sheet of 5,000 rows: xlsx reading is 1.50 times as fast.",
    "- documents taken, 10 connections: emulate is 2.00 times as fast.",
  ]);
  expect(text).toContain("| documents taken, 10 connections | 100 /s |  | emulate 2.00 ×, prism 0.50 × |");
});

test("a goal that is missed is named with its measure, one that is met is not", () => {
  const missed = page([run([row(name, { selfbill: [35], "node -e 0": [10] })])]);
  expect(missed).toContain(`### Goals missed\n\n- ${name}: 3.50 × node -e 0, and the goal is 3.40 ×.\n`);
  expect(page([run([row(name, { selfbill: [34], "node -e 0": [10] })])])).not.toContain("Goals missed");
});

test("growth beyond its goal is told with what was tried", () => {
  const of = (lines: string, took: number) => row(`${lines} lines: amounts, tree and all rules`, { selfbill: [took] });
  expect(page([run([of("1,000", 10), of("20,000", 230)])])).toMatch(
    /- 20,000 lines take 23\.0 times as long as 1,000, and the goal is 22\. \w/,
  );
  expect(page([run([of("1,000", 10), of("20,000", 220)])])).not.toContain("Goals missed");
});

test("memory of the sandbox beyond its goal is told with what was tried", () => {
  const of = (megabytes: number) => page([{ ...run([]), memory: [{ documents: 20_000, megabytes }] }]);
  expect(of(116)).toMatch(/- memory of the sandbox after 20,000 documents: 116 MB, and the goal is 115 MB\. \w/);
  expect(of(115)).not.toContain("Goals missed");
});
