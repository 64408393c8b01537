import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

const bin = join(top, "bin/selfbill.cjs");

describe.skipIf(process.platform === "win32")("in a folder that was deleted", () => {
  /** A shell stands in the folder while it goes. */
  const run = (...words: string[]) =>
    spawnSync(
      "sh",
      ["-c", 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"', process.execPath, bin, ...words],
      {
        cwd: temporaryFolder(),
        env: { ...process.env, SELFBILL_HOME: temporaryFolder() },
        encoding: "utf8",
      },
    );

  test.each([
    ["create-invoice", "a.yaml", "--sandbox", "--yes"],
    ["validate", "a.yaml"],
    ["preview", "a.yaml"],
    ["journal", "backup", "--out", "copy"],
    ["history"],
  ])("%s says so, and that nothing was sent", (...words) => {
    const ran = run(...words);
    expect(ran.status, ran.stderr).toBe(27);
    expect(ran.stderr).toContain("folder-gone  Nothing was sent");
    expect(ran.stdout).toBe("");
    expect(JSON.parse(run(...words, "--json").stdout)).toMatchObject({
      outcome: "local_state",
      problems: [{ code: "folder-gone" }],
    });
  });

  test("help and version are shown all the same", () => {
    for (const word of ["--version", "--help"]) expect(run(word).status).toBe(0);
  });
});
