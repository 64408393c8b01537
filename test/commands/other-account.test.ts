import { describe, expect, test } from "vitest";
import { createCreditNote } from "../../src/commands/create-credit-note.ts";
import { reconcile } from "../../src/extras/reports/reconcile/command.ts";
import { exitCodes } from "../../src/problem/index.ts";
import { writeYaml } from "../../src/read/index.ts";
import { behindTunnel } from "../support/behind-tunnel.ts";
import type { Passing } from "../support/changing-service.ts";
import { invoice } from "../support/documents.ts";
import { lose, send, settle, shop, told } from "../support/doubts.ts";
import { runCommand } from "../support/run-command.ts";
import type { TestSandbox } from "../support/start-sandbox.ts";

const document = { ...invoice(), document_number: "SB-2026-0077" };

/** Another company's account at the same address, with its token. */
async function otherCompany(sandbox: TestSandbox) {
  const { body } = await sandbox.call("POST", "/sandbox/accounts", {});
  return body as { token: string; business_profile_id: string };
}

/** From now on, commands for this sandbox use that token. */
function useToken(sandbox: TestSandbox, token: string): void {
  Object.assign(sandbox, { token });
}

async function requestsOf(sandbox: TestSandbox, token: string): Promise<string[]> {
  const own = { authorization: `Bearer ${token}` };
  const { body } = await sandbox.call("GET", "/sandbox/requests?last=500", undefined, own);
  return body.requests.map(({ method, path }: { method: string; path: string }) => `${method} ${path.split("?")[0]}`);
}

/** Makes the business profile readable by every user of the provider. */
const openProfile = (passing: Passing): void => {
  passing.date = new Date(Date.now() + 2 * 3_600_000).toUTCString();
  if (!passing.path.startsWith("/api/business-profiles/") || passing.status !== 404) return;
  passing.status = 200;
  passing.body = { profile_id: passing.path.split("/").at(-1) };
};

describe("resolve --check with the token of another account", () => {
  test("cannot tell, records nothing, and names the reason; the right token then settles it", async () => {
    const { sandbox, desk } = await shop();
    await lose(desk, sandbox, document, false);
    const { token } = sandbox;
    const other = await otherCompany(sandbox);
    useToken(sandbox, other.token);
    const before = await desk.openedJournal.identity();
    const blind = await settle(desk, { check: true });
    expect([exitCodes[blind.outcome], told(blind).resolved, told(blind).doubts.length]).toEqual([23, [], 1]);
    expect(blind.problems[0]?.message).toMatch(
      /still in doubt: this token may belong to another account: it does not show the business profile SBX-\w+ \(404\)\./,
    );
    expect(await desk.openedJournal.identity()).toEqual(before);
    const asked = await requestsOf(sandbox, other.token);
    expect(asked.filter((each) => !each.includes("purchase-invoices"))).toHaveLength(1);
    useToken(sandbox, token);
    expect(told(await settle(desk, { check: true })).resolved).toMatchObject([{ verdict: "not-created" }]);
  });

  test("several doubts cost one question for the account", async () => {
    const { sandbox, desk } = await shop();
    await lose(desk, sandbox, document, false);
    await lose(desk, sandbox, { ...document, document_number: "SB-2026-0078", issue_date: "2026-03-02" }, false);
    const other = await otherCompany(sandbox);
    useToken(sandbox, other.token);
    expect(told(await settle(desk, { check: true })).doubts).toHaveLength(2);
    const asked = await requestsOf(sandbox, other.token);
    expect(asked.filter((each) => each.includes("business-profiles"))).toHaveLength(1);
  });

  test("a business profile that everybody may read is no proof where this account created a document", async () => {
    const { sandbox, clock, desk } = await shop(5, { real: true }, openProfile);
    expect((await send(desk, { ...document, document_number: "SB-2026-0001", issue_date: "2026-03-02" })).outcome).toBe(
      "done",
    );
    clock.advance(3_600);
    await lose(desk, sandbox, document, false);
    const { token } = sandbox;
    useToken(sandbox, (await otherCompany(sandbox)).token);
    const blind = await settle(desk, { check: true });
    expect([exitCodes[blind.outcome], told(blind).resolved]).toEqual([23, []]);
    expect(blind.problems[0]?.message).toContain("it does not show SB-2026-0001, which this account created (404)");
    useToken(sandbox, token);
    expect(told(await settle(desk, { check: true })).resolved).toMatchObject([{ verdict: "not-created" }]);
  });

  test("an answer about another business profile is none about this one", async () => {
    const { sandbox, desk } = await shop(5, {}, (passing) => {
      if (passing.path.startsWith("/api/business-profiles/")) passing.body.profile_id = "SBX-ANOTHER";
      if (passing.path.startsWith("/api/business-profiles/")) passing.body.id = "another";
    });
    await lose(desk, sandbox, document, false);
    const blind = await settle(desk, { check: true });
    expect([exitCodes[blind.outcome], told(blind).resolved]).toEqual([23, []]);
  });

  test("nothing is concluded while the service does not say whether it sees the account", async () => {
    const { sandbox, desk } = await shop(5, {}, (passing) => {
      if (passing.path.startsWith("/api/business-profiles/")) passing.status = 400;
    });
    await lose(desk, sandbox, document, false);
    const blind = await settle(desk, { check: true });
    expect([exitCodes[blind.outcome], told(blind).resolved]).toEqual([23, []]);
  });
});

describe("--created with the token of another account", () => {
  test("its 404 denies nothing: the token is named, and nothing is recorded", async () => {
    const { sandbox, desk } = await shop();
    await lose(desk, sandbox, document, true);
    const list = await sandbox.call("GET", "/api/purchase-invoices");
    const { token } = sandbox;
    useToken(sandbox, (await otherCompany(sandbox)).token);
    const created = list.body.content[0].id;
    const id = String(told(await settle(desk)).doubts[0]?.id);
    const blind = await settle(desk, { created }, [id]);
    expect([exitCodes[blind.outcome], blind.problems[0]?.code]).toEqual([4, "account-unseen"]);
    expect(blind.problems[0]?.message).toContain("Nothing was recorded: this token may belong to another account");
    useToken(sandbox, token);
    expect(told(await settle(desk, { created }, [id])).resolved).toMatchObject([{ verdict: "created" }]);
  });
});

describe("reconcile with the token of another account", () => {
  test("says nothing of either side, and takes nothing over", async () => {
    const { sandbox, desk } = await shop();
    expect((await send(desk, document)).outcome).toBe("done");
    const other = await otherCompany(sandbox);
    const own = { authorization: `Bearer ${other.token}` };
    await sandbox.call("POST", `/api/purchase-invoices/${other.business_profile_id}`, document, own);
    const { token } = sandbox;
    useToken(sandbox, other.token);
    const before = await desk.openedJournal.identity();
    const blind = await runCommand(reconcile, desk, [], { takeOver: true, yes: true });
    expect([exitCodes[blind.outcome], blind.problems.map(({ code }) => code)]).toEqual([4, ["account-unseen"]]);
    expect(blind.problems[0]?.message).toContain("Nothing was compared");
    expect(JSON.stringify(blind.view)).not.toContain("only");
    expect(await desk.openedJournal.identity()).toEqual(before);
    useToken(sandbox, token);
    expect((await runCommand(reconcile, desk, [], { takeOver: true, yes: true })).outcome).toBe("done");
    // The two sides have a document in common, so no further request was needed.
    expect((await requestsOf(sandbox, token)).filter((each) => each.includes("business-profiles"))).toEqual([]);
  });
});

test("a credit note says that earlier ones could not be counted", async () => {
  const { sandbox, desk } = await shop();
  const from = desk.file("invoice.yaml", writeYaml(document, "invoice"));
  const note = { from, reason: "DL8.61.1.A" };
  const options = { yes: true, ...note, dryRun: true };
  const codes = async () =>
    JSON.stringify(await runCommand(createCreditNote, desk, [], options)).includes("may belong to another account");
  expect(await codes()).toBe(false);
  useToken(sandbox, (await otherCompany(sandbox)).token);
  expect(await codes()).toBe(true);
});

describe("CI with the secret of another company", () => {
  test("its empty list is not taken for nothing newer", async () => {
    const place = await behindTunnel();
    const other = await otherCompany(place.sandbox);
    const journal = place.folderOf("journal");
    const job = { ci: true, home: place.folderOf("job"), journal };
    expect((await place.send(["1"], { ...job, words: { firstRun: true } })).code).toBe(0);
    for (const words of [{}, { firstRun: true }]) {
      const wrong = { ...job, home: place.folderOf("wrong"), env: { SELFBILL_TOKEN: other.token }, words };
      const came = await place.send(["2"], wrong);
      expect([came.code, came.problems]).toEqual([4, ["account-unseen"]]);
      expect(came.words).toContain("Nothing was sent: this token may belong to another account");
    }
    expect(await place.created()).toBe(1);
    expect((await place.send(["2"], job)).code).toBe(0);
  });

  test("a new journal is not taken for the first one", async () => {
    const place = await behindTunnel();
    const { token } = await otherCompany(place.sandbox);
    const at = { ci: true, home: place.folderOf("job"), env: { SELFBILL_TOKEN: token } };
    const came = await place.send(["1"], { ...at, words: { firstRun: true } });
    expect([came.code, came.problems]).toEqual([4, ["account-unseen"]]);
  });
});

test("a service without lists is asked nothing about the account", async () => {
  const { sandbox, desk } = await shop(5, { extras: false });
  await lose(desk, sandbox, document, false);
  expect(told(await settle(desk, { check: true })).doubts).toHaveLength(1);
  expect(await requestsOf(sandbox, sandbox.token)).toEqual([
    `POST /api/purchase-invoices/${sandbox.businessProfileId}`,
  ]);
});
