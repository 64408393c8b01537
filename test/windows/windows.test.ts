import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { leavesOut } from "../support/left-out.ts";
import { NotFetched, patience } from "../support/published.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";
import { drive, startWindows, type Windows, wineMissing } from "./wine.ts";

const missing = wineMissing();
const skip = leavesOut(missing);

describe.skipIf(skip)("with Node for Windows, under Wine", { timeout: patience }, () => {
  let windows: Windows | undefined;

  beforeAll(() => {
    expect(missing).toBeUndefined();
    try {
      windows = startWindows();
    } catch (error) {
      if (!(error instanceof NotFetched)) throw error;
      console.log(`skipped: selfbill was not run under Windows' Node: ${error.message}`);
    }
  }, patience);
  beforeEach(({ skip: leave }) => leave(windows === undefined, "nothing was fetched from the registry"));
  afterAll(() => windows?.end());

  test.each(["22", "24"] as const)("the smoke story passes with the packed program and Node %s", (major) => {
    const { run, node, selfbill } = windows as Windows;
    const { code, all } = run([node(major), drive(join(top, ".ci/smoke.mjs")), node(major), selfbill]);
    expect([code, all]).toEqual([0, expect.stringContaining("all as they should be")]);
  });

  test.each(["22", "24"] as const)("each case holds with Node %s, but what Wine cannot show", (major) => {
    const shim = drive(join(top, "test/windows/keep-alive-on-wine.cjs"));
    const cases = drive(join(top, "test/windows/cases.mjs"));
    const { run, node, selfbill } = windows as Windows;
    const { code, all } = run([node(major), cases, node(major), "--require", shim, selfbill]);
    const said = all.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("ok "));
    expect([code, said]).toEqual([0, [expect.stringContaining("not run a token of 4,000 characters")]]);
  });

  test("Node 20 is refused in words, before anything is done", () => {
    const home = temporaryFolder();
    const { run, node, selfbill } = windows as Windows;
    const { code, all } = run([node("20"), selfbill, "validate", drive(join(home, "a.yaml"))]);
    expect([code, all]).toEqual([27, expect.stringMatching(/^node-unsupported {2}Nothing was sent: .*22\.13/)]);
  });
});
