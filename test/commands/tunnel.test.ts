import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startRecorder } from "../support/recorder.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { sender } from "../support/sender.ts";
import { startTestSandbox } from "../support/start-sandbox.ts";

async function behindTunnel() {
  const sandbox = await startTestSandbox();
  const tunnel = await startRecorder(sandbox.baseUrl, { tunnel: true });
  const more = {
    SELFBILL_BUSINESS_PROFILE_ID: sandbox.businessProfileId,
    SELFBILL_TOKEN: sandbox.token,
  };
  return { sandbox, tunnel, more };
}

test("a sandbox says that it is one, to whoever asks without a token", async () => {
  const sandbox = await startTestSandbox();
  const said = await sandbox.call("GET", "/sandbox", undefined, { authorization: "" });
  expect([said.status, said.body]).toEqual([
    200,
    { service: "selfbill sandbox", id: sandbox.accountId.replace("sandbox:", ""), rate_limit: 0 },
  ]);
});

test("a sandbox tells the limit of the account that may ask least", async () => {
  const sandbox = await startTestSandbox({ rate: 60 });
  const told = async () => (await sandbox.call("GET", "/sandbox")).body.rate_limit;
  expect(await told()).toBe(60);
  await sandbox.call("POST", "/sandbox/accounts", { rate: 5 });
  expect(await told()).toBe(5);
  const free = await startTestSandbox();
  await free.call("POST", "/sandbox/accounts", { rate: 7 });
  expect((await free.call("GET", "/sandbox")).body.rate_limit).toBe(7);
});

test("an address of this computer is a sandbox's only where a sandbox answers", async () => {
  const { sandbox, tunnel, more } = await behindTunnel();
  const sandboxOf = async (ran: Promise<{ stdout: string }>) => JSON.parse((await ran).stdout).sandbox;
  expect(await sandboxOf(sender(sandbox.baseUrl, undefined, more).run())).toBe(true);
  const behind = sender(tunnel.baseUrl, undefined, more);
  expect(await sandboxOf(behind.run())).toBe(false);
});

test("a tunnel to a service keeps its guards in CI, whatever folder is named", async () => {
  const { sandbox, tunnel, more } = await behindTunnel();
  const { home, run } = sender(tunnel.baseUrl, undefined, { ...more, CI: "true" });
  const empty = join(home, "empty");
  mkdirSync(empty);
  for (const words of [[], ["--journal", empty], ["--journal", join(home, "missing")]]) {
    const ran = await run(...words);
    expect([ran.code, JSON.parse(ran.stdout).problems[0].code], String(words)).toEqual([2, "journal-missing"]);
  }
  expect(tunnel.requests).toEqual([]);
  expect((await sender(sandbox.baseUrl, home, { ...more, CI: "true" }).run()).code).toBe(0);
});

test("a folder that was never used is not taken for a journal", async () => {
  const home = temporaryFolder();
  const ran = await runSelfbill(["history", "--journal", join(home, "none"), "--json"], { home });
  expect([ran.code, JSON.parse(ran.stdout).problems[0].code]).toEqual([21, "not-found"]);
  writeFileSync(join(home, "x"), "");
  const verified = await runSelfbill(["journal", "verify", "--journal", join(home, "none"), "--json"], { home });
  expect(JSON.parse(verified.stdout).problems[0].code).toBe("not-found");
});

test.each(["false", "0", "no", " False ", ""])("CI=%j is no CI, for every guard", async (CI) => {
  const { tunnel, more } = await behindTunnel();
  expect((await sender(tunnel.baseUrl, undefined, { ...more, CI }).run()).code).toBe(0);
});
