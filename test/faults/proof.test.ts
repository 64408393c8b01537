import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { top } from "../support/run-selfbill.ts";

test("a proof is the row of RELIABILITY.md again, with another seed, beside the recorded one", () => {
  const words = ["test/faults/run.mjs", "--proof", "sandbox-kill", "--count", "1", "--seed", "5"];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: top, encoding: "utf8" });
  const [recorded, again, ...more] = stdout.split("\n").filter((line) => line.startsWith("| sandbox-kill |"));
  expect([status, more]).toEqual([0, []]);
  expect(recorded).toMatch(/^\| sandbox-kill \| .+ \| 100 \| 3,176 \| 3,176 \| 0 \| 0 \| 0 \| 0 \| [0-9a-f]{9} \|$/);
  expect(again).toMatch(/^\| sandbox-kill \| .+ \| 1 \| [\d,]+ \| [\d,]+ \| 0 \| 0 \| 0 \| 0 \| [0-9a-f]{9}/);
});
