import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { orAgain } from "../../src/commands/create/send-all.ts";
import { createInvoice } from "../../src/commands/create-invoice.ts";
import { signInTo } from "../../src/desk/real/access.ts";
import { Tokens } from "../../src/desk/real/tokens.ts";
import { problem, type Result } from "../../src/problem/index.ts";
import type { TokenAnswer } from "../../src/send/index.ts";
import type { FetchedToken } from "../../src/settings/index.ts";
import type { Submission } from "../../src/submit/index.ts";
import { folderOf, right } from "../support/batch.ts";
import { byHand } from "../support/journal-file.ts";
import { runCommand } from "../support/run-command.ts";
import { runSelfbill, temporaryFolder } from "../support/run-selfbill.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { serviceDesk } from "../support/service-desk.ts";
import { settingsOf, unwrap } from "../support/settings.ts";
import { SettableClock, startTestSandbox } from "../support/start-sandbox.ts";

const day = 86_400;

async function clientsDesk(onCreated: (count: number, endTokens: () => void) => void) {
  let count = 0;
  const calls: string[] = [];
  const clock = new SettableClock();
  const sandbox = await startTestSandbox({
    clock,
    onRequest: ({ method, path, status, created }) => {
      calls.push(`${method} ${path.split("?")[0]} ${status}`);
      if (created) onCreated(++count, () => clock.advance(2 * day));
    },
  });
  const desk = serviceDesk(sandbox, { clock: new SettableClock(), sameClock: true });
  const { id, secret } = sandbox.client;
  const env = { SELFBILL_CLIENT_ID: id, SELFBILL_CLIENT_SECRET: secret };
  const connect = desk.connect.bind(desk);
  const known = new Map<string, Tokens>();
  desk.connect = async (words) => {
    const connection = unwrap(await connect(words));
    const parts = { environment: {}, version: "0", trace: undefined, noWait: true, known, waiting: () => undefined };
    const more = { say: () => undefined, pause: async () => false, warn: () => undefined };
    const { open } = unwrap(await signInTo(connection.profile, settingsOf({ env }), { ...parts, ...more }));
    return { ok: true, value: { ...connection, ...open(undefined) } };
  };
  return { desk, sandbox, calls, tokensFetched: () => calls.filter((each) => each.includes("/auth/token")).length };
}

describe("a token that ends in the middle of a batch", () => {
  test("of 100: each refusal is recorded, each document gets one new attempt, and 100 exist", async () => {
    const { desk, sandbox, calls, tokensFetched } = await clientsDesk((count, endTokens) => {
      if (count === 50) endTokens();
    });
    const folder = folderOf(right(100), join(desk.folder, "documents"));
    const report = await runCommand(createInvoice, desk, [folder], { yes: true });
    expect(report.outcome).toBe("done");
    const results = report.view.view === "submissions" ? report.view.results : [];
    expect(new Set(results.map(({ id }) => id)).size).toBe(100);
    expect(tokensFetched()).toBe(2);
    const refused = calls.filter((each) => each.startsWith("POST") && each.endsWith(" 401")).length;
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThanOrEqual(8);
    expect(calls.filter((each) => each.startsWith("POST") && each.endsWith(" 201"))).toHaveLength(100);
    expect(sandbox.verify().checks).toContainEqual(expect.objectContaining({ check: "each-document-once", ok: true }));
    const records = unwrap(await desk.openedJournal.records(0, 10_000));
    const told = (verdict: string) => records.filter(({ data }) => "verdict" in data && data.verdict === verdict);
    expect([told("refused").length, told("created").length]).toEqual([refused, 100]);
  });
});

test("a refusal that could not be recorded is not followed by another attempt", async () => {
  const { desk, calls } = await clientsDesk((_, endTokens) => endTokens());
  const [one, other] = Object.entries(right(2)).map(([name, text]) => desk.file(name, text)) as [string, string];
  expect((await runCommand(createInvoice, desk, [one], { yes: true })).outcome).toBe("done");
  byHand(join(desk.folder, "state"), (database) =>
    database.run(`CREATE TRIGGER held BEFORE INSERT ON record WHEN NEW.type = 'result'
      BEGIN SELECT RAISE(ABORT, 'database is locked'); END`),
  );
  const report = await runCommand(createInvoice, desk, [other], { yes: true });
  expect(calls.filter((each) => each.startsWith("POST /api/purchase")).map((each) => each.slice(-3))).toEqual([
    "201",
    "401",
  ]);
  const results = report.view.view === "submissions" ? report.view.results : [];
  expect(results.map(({ outcome, problems }) => [outcome, problems.map(({ code }) => code)])).toEqual([
    ["auth", ["token-refused", "result-set-aside"]],
  ]);
});

describe("a document is tried once more", () => {
  const refusal: Submission = { outcome: "auth", problems: [problem("token-refused", "401", "")] };
  const created: Submission = { outcome: "done", problems: [] };
  const running = { asked: false };
  /** Returns the number of retries and the outcome of the last attempt. */
  async function tried(first: Submission, renewed: boolean | undefined, stop = running) {
    let again = 0;
    const connection = renewed === undefined ? {} : { renewed: async () => renewed };
    const last = await orAgain(first, connection, stop, async () => {
      again += 1;
      return refusal;
    });
    return [again, last.outcome];
  }

  test("after a refusal for its token alone, and not a third time", async () => {
    expect(await tried(refusal, true)).toEqual([1, "auth"]);
  });

  test("not where there is no new token, nobody can fetch one, or somebody asked to stop", async () => {
    expect(await tried(refusal, false)).toEqual([0, "auth"]);
    expect(await tried(refusal, undefined)).toEqual([0, "auth"]);
    expect(await tried(refusal, true, { asked: true })).toEqual([0, "auth"]);
  });

  test.each(["in_doubt", "local_state", "not_sent", "refused"] as const)("not after %s", async (outcome) => {
    expect(await tried({ ...refusal, outcome }, true)).toEqual([0, outcome]);
    expect(await tried(created, true)).toEqual([0, "done"]);
  });
});

describe("the tokens of a client", () => {
  /** The tokens of a client whose service gives these answers in order. */
  function tokensOf(answers: TokenAnswer[], kept?: FetchedToken) {
    const seen = { now: 0, fetched: 0, kept, waited: 0 };
    const tokens = new Tokens({
      origin: "https://api.service.example",
      kept: async () => seen.kept,
      keep: async (token) => void Object.assign(seen, { kept: token }),
      async ask() {
        seen.fetched += 1;
        return answers.shift() ?? { ok: false, problems: [problem("not-connected", "gone", "")] };
      },
      endOf: () => undefined,
      async wait(milliseconds) {
        seen.waited += milliseconds;
        return true;
      },
      now: () => seen.now,
    });
    const token = async () => tokenOr(await tokens.token());
    return { seen, tokens, token };
  }
  const tokenOr = (result: Result<string>): string => (result.ok ? result.value : result.problems[0].code);
  const issued = (token: string, seconds?: number): TokenAnswer => ({
    ok: true,
    value: { token, end: seconds === undefined ? undefined : new Date(seconds * 1000) },
  });

  test("one is used until a minute before its end, and then renewed; whoever asks meanwhile gets the same", async () => {
    const { seen, token } = tokensOf([issued("a", 600), issued("b", 1200)]);
    expect([await token(), await token(), seen.fetched]).toEqual(["a", "a", 1]);
    seen.now = 540_000;
    expect(await Promise.all([token(), token()])).toEqual(["b", "b"]);
    expect([seen.fetched, seen.kept]).toEqual([2, { token: "b", end: 1_200_000, renewAt: 1_140_000 }]);
  });

  test("a short one is renewed after half of its time, one without an end only when it is refused", async () => {
    const { seen, tokens, token } = tokensOf([issued("a", 40), issued("b"), issued("c")]);
    await token();
    seen.now = 19_000;
    expect(await token()).toBe("a");
    seen.now = 20_000;
    expect(await token()).toBe("b");
    seen.now = 1e12;
    expect(await token()).toBe("b");
    tokens.refuse("b");
    expect(await token()).toBe("c");
  });

  test("one that has ended as it comes, because a clock is off, is used until the service refuses it", async () => {
    const { seen, tokens, token } = tokensOf([issued("a", 3_600), issued("b", 7_200)]);
    seen.now = 10_000_000;
    expect([await token(), await token(), seen.fetched]).toEqual(["a", "a", 1]);
    tokens.refuse("a");
    expect([await token(), await token(), seen.fetched]).toEqual(["b", "b", 2]);
    expect(seen.kept).toEqual({ token: "b", end: 7_200_000 });
  });

  test("that of an earlier run is used, and one that another process fetched meanwhile", async () => {
    const { seen, tokens, token } = tokensOf([], { token: "kept" });
    expect(await token()).toBe("kept");
    tokens.refuse("kept");
    seen.kept = { token: "of another" };
    expect([await token(), seen.fetched]).toEqual(["of another", 0]);
  });

  test("a refused one that is issued again ends it; a service that gives no more is waited for once", async () => {
    const again = tokensOf([issued("a"), issued("a")]);
    await again.token();
    again.tokens.refuse("a");
    expect(await again.token()).toBe("token-refused");
    const late: TokenAnswer = { ok: false, problems: [problem("rate-limited", "429", "")], wait: 5_000 };
    const put = tokensOf([late, issued("a")]);
    expect([await put.token(), put.seen.waited]).toEqual(["a", 5_000]);
    expect(await tokensOf([late, late]).token()).toBe("rate-limited");
  });
});

test("the program signs in as a client, keeps its token from run to run, and tells where and until when", async () => {
  const sandbox = await startSandboxProcess(temporaryFolder());
  const home = temporaryFolder();
  const { baseUrl, businessProfileId, client } = sandbox;
  const env = { SELFBILL_BUSINESS_PROFILE_ID: businessProfileId };
  const run = (words: readonly string[], input = "") => runSelfbill(words, { home, env, input });
  const login = ["login", "--base-url", baseUrl, "--client-id", client.id, "--with-secret", "--insecure-storage"];
  expect(await run([...login, "--json"], client.secret)).toMatchObject({ code: 0 });
  const checked = await run(["auth", "status", "--check", "--json"]);
  const status = JSON.parse(checked.stdout).sign_in;
  expect(status).toMatchObject({ client_id: client.id, from: "file", accepted: true });
  expect(Date.parse(status.ends) - Date.now()).toBeGreaterThan(80_000_000);
  const created = await run(["create-invoice", "templates/standard-invoice.yaml", "--yes", "--json"]);
  expect(created.code).toBe(0);
  const requests = await fetch(`${baseUrl}/sandbox/requests`, {
    headers: { authorization: `Bearer ${sandbox.token}` },
  });
  const paths = ((await requests.json()) as { requests: { path: string }[] }).requests.map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith("/auth/token"))).toHaveLength(1);
  const shown = [checked, created].flatMap(({ stdout, stderr }) => [stdout, stderr]).join("");
  expect(shown).not.toContain(client.secret);
});
