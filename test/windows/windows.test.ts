import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { leavesOut } from "../support/left-out.ts";
import { NotFetched, patience } from "../support/published.ts";
import { temporaryFolder, top } from "../support/run-selfbill.ts";
import { keys, TerminalRun } from "../support/terminal.ts";
import { drive, here, startWindows, type Windows, wineMissing } from "./wine.ts";

/** The reasons why cases are not run here, in the order of the cases. */
const notOnWine = [
  "Wine's taskkill ends no trees; that certify goes on is so",
  "Wine has no icacls",
  "Wine has no PowerShell",
  "Wine has no Credential Manager that the package can use",
];

const account = { SELFBILL_BUSINESS_PROFILE_ID: "bp", SELFBILL_TOKEN: "a-token" };

/** Starts a service that accepts requests but does not answer create requests. */
async function startSilentService() {
  let posts = 0;
  let arrived = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const service = createServer((request, response) => {
    if (request.method !== "POST") return void response.writeHead(404).end("{}");
    posts += 1;
    arrived();
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  return { url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, reached, posts: () => posts };
}

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

  // The cases walk the same commands as the story, so each program runs one of both, and the oldest Node the longer one.
  test.each(["24"] as const)("the smoke story passes with %s", (which) => {
    const { run, node, program } = windows as Windows;
    const { code, all } = run([node("22"), drive(join(top, ".ci/smoke.mjs")), ...program(which)]);
    expect([code, all]).toEqual([0, expect.stringContaining("all as they should be")]);
  });

  test.each(["22", "selfbill.exe"] as const)("each case holds with %s, but what Wine cannot show", (which) => {
    const { run, node, program } = windows as Windows;
    const { code, all } = run([node("22"), drive(join(top, "test/windows/cases.mjs")), ...program(which)]);
    const said = all.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("ok "));
    const notRun = said.filter((line) => line.startsWith("not run "));
    expect([code, said]).toEqual([0, notRun]);
    expect(notRun.map((line) => line.split(": ").at(-1))).toEqual(notOnWine);
  });

  test("selfbill.exe bears no signature, as that of Node would be wrong by now", () => {
    const { node, program } = windows as Windows;
    const certificates = (path: string): number => {
      const file = readFileSync(here(path));
      return file.readUInt32LE(file.readUInt32LE(0x3c) + 24 + 112 + 4 * 8);
    };
    const [executable = ""] = program("selfbill.exe");
    expect([certificates(node("22")) > 0, certificates(executable)]).toEqual([true, 0]);
  });

  test("Ctrl-C in a console while the service is silent: it is said what is in doubt, and nothing is sent again", async () => {
    const [home, { console: at, program }] = [temporaryFolder(), windows as Windows];
    const silent = await startSilentService();
    const env = { ...at.env, SELFBILL_HOME: drive(home), SELFBILL_BASE_URL: silent.url, ...account };
    const words = ["create-invoice", drive(join(top, "templates/standard-invoice.yaml")), "--yes"];
    const start = () => new TerminalRun(words, { home, cwd: home, env, program: [at.wine, ...program("22")] });
    const first = start();
    await silent.reached;
    first.type(keys.interrupt);
    await first.says("IN DOUBT");
    expect([await first.ended(), silent.posts()]).toEqual([23, 1]);
    const again = start();
    expect([await again.ended(), silent.posts()]).toEqual([23, 1]);
  });

  test("Node 20 is refused in words, before anything is done", () => {
    const home = temporaryFolder();
    const { run, node, selfbill } = windows as Windows;
    const { code, all } = run([node("20"), selfbill, "validate", drive(join(home, "a.yaml"))]);
    expect([code, all]).toEqual([27, expect.stringMatching(/^node-unsupported {2}Nothing was sent: .*22\.13/)]);
  });
});
