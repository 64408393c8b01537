import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

/** A device that takes nothing: every write to it fails as on a full disk. */
const full = "/dev/full";

test.runIf(existsSync(full))("where the result cannot be written, one sentence says so and the code is not 0", () => {
  const out = openSync(full, "w");
  const words = ["create-invoice", "templates/standard-invoice.yaml", "--sandbox", "--yes", "--json"];
  const ran = spawnSync(process.execPath, [join(top, "bin/selfbill.cjs"), ...words], {
    cwd: top,
    env: { ...process.env, SELFBILL_HOME: temporaryFolder() },
    stdio: ["ignore", out, "pipe"],
    encoding: "utf8",
  });
  closeSync(out);
  expect(ran.status, ran.stderr).toBe(1);
  expect(ran.stderr).toContain("The result cannot be written");
  expect(ran.stderr).toContain("selfbill list");
  expect(ran.stderr).not.toMatch(/ at .*:\d+:\d+|Node\.js v/);
});
