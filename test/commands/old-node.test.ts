import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder, top } from "../support/run-selfbill.ts";

/** Runs the program as if this were another version of Node. */
function asNode(version: string, ...words: string[]) {
  const folder = temporaryFolder();
  const versions = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;
  writeFileSync(join(folder, "version.cjs"), versions);
  const program = ["--require", join(folder, "version.cjs"), join(top, "bin/selfbill.cjs")];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...words], { encoding: "utf8" });
  return { status, stdout, stderr };
}

// On Windows the program asks for more.
test.skipIf(process.platform === "win32").each(["16.20.2", "18.20.8", "19.9.0"])(
  "Node %s is refused in one sentence with its cure, before anything is done",
  (version) => {
    for (const words of [["create-invoice", "a.yaml", "--yes"], ["status"]]) {
      const { status, stdout, stderr } = asNode(version, ...words);
      expect([status, stdout]).toEqual([27, ""]);
      expect(stderr).toBe(
        `node-unsupported  Nothing was sent: selfbill needs Node 20.19, 22.13, 24 or newer, and this is ${version}.\n      → Install a newer Node, or use the executable, which needs none.\n`,
      );
    }
    expect(asNode(version, "--version").status).toBe(0);
  },
);
