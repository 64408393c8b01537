import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { leavesOut } from "../support/left-out.ts";
import { fetchNode, installFor, NotFetched, patience } from "../support/published.ts";
import { top } from "../support/run-selfbill.ts";

/** Paths of Debian's emulator for ARM programs, and of the libraries that they need. */
const [qemu, libraries] = ["/usr/bin/qemu-aarch64-static", "/usr/aarch64-linux-gnu"];
const needed = { "qemu-user-static": qemu, "libstdc++6-arm64-cross": `${libraries}/lib/libstdc++.so.6` };
const missing = Object.entries(needed).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));

/** Runs on Node 20, where SQLite is a package too, so all native code of this system is tested. */
describe.skipIf(leavesOut(missing))("on ARM Linux, under qemu", { timeout: patience }, () => {
  const folder = mkdtempSync(join(tmpdir(), "selfbill-arm-"));
  let selfbill: string | undefined;

  beforeAll(() => {
    expect(missing).toEqual([]);
    try {
      selfbill = installFor(["--os=linux", "--cpu=arm64", "--libc=glibc"], join(folder, "installed"));
    } catch (error) {
      if (!(error instanceof NotFetched)) throw error;
      console.log(`skipped: selfbill was not run on ARM: ${error.message}`);
    }
  }, patience);
  beforeEach(({ skip }) => skip(selfbill === undefined, "nothing was fetched from the registry"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("the smoke story passes with the packed program and Node 20", () => {
    const node = fetchNode("linux-arm64 20", folder);
    const words = [join(top, ".ci/smoke.mjs"), qemu, "-L", libraries, node, selfbill ?? ""];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8", timeout: patience });
    expect([status, stderr, stdout]).toEqual([0, "", expect.stringContaining("all as they should be")]);
  });
});
