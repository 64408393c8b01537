import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { top } from "../support/run-selfbill.ts";

test("killed at random moments under load, the sandbox has every document that it answered with 201", {
  timeout: 240_000,
}, () => {
  const words = [join(top, "test/sandbox/kill-under-load.mjs"), "--count", "2", "--seed", "7"];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject({ kills: 2, lost: 0, twice: 0 });
});
