import { join } from "node:path";
import { expect, test } from "vitest";
import { versionHeader } from "../../src/contract/index.ts";
import { callerOf } from "../../src/desk/real/caller.ts";
import { openJournal } from "../../src/journal/index.ts";
import { fetchToken, openService } from "../../src/send/index.ts";
import { paceOf } from "../../src/submit/index.ts";
import { runSelfbill, startSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { creating, sender } from "../support/sender.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { unwrap } from "../support/settings.ts";
import { SettableClock, startTestSandbox, type TestSandbox } from "../support/start-sandbox.ts";

const six = ["BP-1", "BP-2", "BP-3", "BP-4", "BP-5", "BP-6"];

/**
 * Starts a service with a limit of 60 requests, and companies that read from it, each with its own business profile;
 * the clock is the sandbox's.
 */
async function companies() {
  const clock = new SettableClock();
  const statuses: (number | null)[] = [];
  const sandbox = await startTestSandbox({ rate: 60, clock, onRequest: ({ status }) => void statuses.push(status) });
  const desk = serviceDesk(sandbox, { clock, sameClock: true });
  const access = {
    baseUrl: sandbox.baseUrl,
    serviceVersion: "20260101",
    versionHeader,
    clientVersion: "0",
    environment: {},
  };
  const read = async (businessProfileId: string, token: string): Promise<number | undefined> => {
    const profile = { origin: sandbox.baseUrl, businessProfileId, accountName: undefined };
    const whose = { account: `tunnel:${businessProfileId}`, caller: callerOf(profile, { token }) };
    const pace = paceOf(desk.openedJournal, whose, { none: false, most: 600_000 }, desk);
    const answer = await openService({ ...access, token, pace }).businessProfile(businessProfileId);
    return answer.ok ? 200 : answer.status;
  };
  const renewed = async ({ client: { id, secret } }: Pick<TestSandbox, "client">): Promise<string> =>
    unwrap(await fetchToken(access, { id, secret })).token;
  return { sandbox, clock, statuses, read, renewed };
}

test("six business profiles with one token never get 429, and go on so with a renewed one", async () => {
  const { sandbox, clock, statuses, read, renewed } = await companies();
  const began = clock.now();
  for (let count = 0; count < 150; count++) expect(await read(six[count % 6] as string, sandbox.token)).toBe(404);
  const token = await renewed(sandbox);
  expect(token).not.toBe(sandbox.token);
  for (let count = 0; count < 150; count++) expect(await read(six[count % 6] as string, token)).toBe(404);
  expect(statuses.filter((status) => status === 429)).toEqual([]);
  expect(clock.now() - began).toBe(4 * 61_000);
});

/** Records in the journal that a token has used up its requests for the minute with another business profile. */
async function usedUp(home: string): Promise<void> {
  const journal = unwrap(openJournal(join(home, "data", "journal.db")));
  const profile = { origin: "http://127.0.0.1:1", businessProfileId: "SBX-OTHER", accountName: undefined };
  const caller = callerOf(profile, { token: "token-of-the-test" });
  for (let count = 0; count < 60; count++)
    expect(unwrap(await journal.turn("sandbox:SBX-OTHER", "normal", caller))).toBe(0);
  journal.close();
}

test("the program counts creates and reads by the token, over business profiles", async () => {
  const server = await creating();
  const { home, env, run } = sender(server.port);
  await usedUp(home);
  expect((await run("--no-wait")).code).toBe(22);
  const reading = startSelfbill(["status", "0f8a2c1e"], { home, env });
  await reading.says("Waiting for the account's next request");
  reading.signal("SIGKILL");
  await reading.ended;
  expect(server.requests).toEqual([]);
});

test("the program counts another token, and another name of the account, by themselves", async () => {
  const server = await creating();
  const other = sender(server.port, temporaryFolder(), { SELFBILL_TOKEN: "another-token" });
  await usedUp(other.home);
  expect((await other.run("--no-wait")).code).toBe(0);
  const named = sender(server.port);
  await usedUp(named.home);
  const set = ["profile", "set", "acme", "--base-url", `http://127.0.0.1:${server.port}`, "--account", "Main office"];
  const env = { SELFBILL_TOKEN: "token-of-the-test", SELFBILL_BUSINESS_PROFILE_ID: "SBX-TEST" };
  const { code, stdout } = await runSelfbill(set, { home: named.home });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/Account\s+Main office/)]);
  const words = ["create-invoice", named.file, "--yes", "--json", "--no-wait"];
  expect((await runSelfbill(words, { home: named.home, env })).code).toBe(0);
});
