import { expect, onTestFinished, test } from "vitest";
import { membersReport } from "../../src/commands/team/members-report.ts";
import { admitOnServer, revokeOnServer } from "../../src/journal/admin.ts";
import type { Intent, Journal } from "../../src/journal/index.ts";
import { ok } from "../../src/problem/index.ts";
import type { Report } from "../../src/report/index.ts";
import { line } from "../support/documents.ts";
import { firm } from "../support/firm.ts";
import { createdResult, intent } from "../support/intents.ts";
import { given } from "../support/journal-file.ts";
import { requestsIn, serverDesks } from "../support/server-desks.ts";
import { placeOf } from "../support/server-journal.ts";
import { nth } from "../support/thirty.ts";
import { codes, yaml } from "../support/two-desks.ts";

const who = { by: "the owner", now: Date.parse("2026-06-19T08:00:00Z") };
const free = { approval_from: "5000" };
const small = { totals: { tax_inclusive_amount: "1" } };
const begin = async (journal: Journal, what: Intent) => given(await journal.begin(what, { allowSimilar: true }));
const revoke = (folder: string, user: string) => revokeOnServer(placeOf(folder), { ...who, user });
const hashOf = (report: Report): string =>
  (report.view as unknown as { data: { request: { sha256: string } } }).data.request.sha256;

/** Requests approval of one document as Aisha; returns the file and the number of the request. */
async function requested(here: Awaited<ReturnType<typeof serverDesks>>, n: number) {
  const file = yaml(here.desks.aisha, `${n}.yaml`, nth(n, { document_lines: [line({ quantity: String(n) })] }));
  const hash = hashOf(await here.requested([file]));
  return { file, hash, number: hash.slice(0, 12) };
}

test("who is taken out loses the roles, and the server records nothing more of them", async () => {
  const { folder, as, users, psql, hand } = await firm(free);
  const session = as(users.aisha);
  expect(await begin(session, intent(small))).toMatchObject({ is: "begun" });
  expect(given(await revoke(folder, users.aisha))).toEqual({
    ...{ requests: [], approvals: [], delegations: [] },
    ...{ open: 0, keepsRole: false },
  });
  expect(psql(users.aisha, "SELECT 1 FROM note")).toContain("permission denied");
  expect((await session.begin(intent({ ...small, content: "two" }), { allowSimilar: true })).ok).toBe(false);
  expect(await revoke(folder, users.aisha)).toMatchObject({ problems: [{ code: "bad-usage" }] });
  // The server's administrator grants the role again, but the record of her removal still blocks her.
  hand.exec(`GRANT selfbill_writer TO ${users.aisha}`);
  const out = `the database user ${users.aisha} is no longer in the team of this journal`;
  for (const sql of [
    `INSERT INTO note (at, type, data) VALUES ('', 'answered', '{}')`,
    `INSERT INTO seen (at, account, id, state) VALUES ('', 'sandbox:SBX-1', '1', 'APPROVED')`,
    `INSERT INTO record (at, account, key, attempt, type, data) VALUES ('', 'sandbox:SBX-1', 'k', 'x', 'resolved', '{}')`,
  ])
    expect(psql(users.aisha, sql)).toContain(out);
  expect(await begin(as(users.aisha), intent({ ...small, content: "two" }))).toMatchObject({
    is: "not-approved",
    problem: { code: "no-right", message: expect.stringContaining(out) },
  });
  given(await admitOnServer(placeOf(folder), { ...who, user: users.aisha }));
  expect(await begin(as(users.aisha), intent({ ...small, content: "two" }))).toMatchObject({ is: "begun" });
  expect(given(await as(users.boss).verify()).damage).toBeUndefined();
});

test("the result of what is on its way is recorded, whatever became of its sender meanwhile", async () => {
  const { schema, as, users, hand } = await firm(free);
  const session = as(users.aisha);
  const begun = await begin(session, intent(small));
  if (begun.is !== "begun") throw new Error(begun.is);
  expect(await begun.attempt.armed()).toBeUndefined();
  hand.exec(`INSERT INTO ${schema}.note (at, type, data) VALUES ('', 'revoked', '{"user":"${users.aisha}"}')`);
  expect(await begun.attempt.result(createdResult("id-1"))).toBeUndefined();
  expect(given(await as(users.omar).find("sandbox:SBX-1", "id-1"))).toHaveLength(1);
});

test("their open requests end, and nobody sends or approves them any more", async () => {
  const here = await serverDesks();
  const [first, second] = [await requested(here, 1), await requested(here, 2)];
  await here.approved([first.number]);
  const ended = given(await revoke(here.folder, here.users.aisha));
  expect(ended).toMatchObject({ requests: [first.hash, second.hash], approvals: [] });
  expect(requestsIn(await here.listed(here.desks.omar))).toEqual([]);
  expect(codes(await here.approved([second.number]))).toEqual(["not-found"]);
  expect(codes(await here.send([first.file], {}, here.desks.omar))).toEqual(["approval-missing"]);
  expect(await here.sent()).toBe(0);
  const approval = { request: second.hash, approval: "f00", keys: [] };
  expect(
    here.psql(
      here.users.omar,
      `INSERT INTO note (at, type, data) VALUES ('', 'approved', '${JSON.stringify(approval)}')`,
    ),
  ).toContain("its requester left the team");
  // She is back in the team: ended requests stay ended, but a new request counts.
  here.hand.exec(`GRANT selfbill_writer TO ${here.users.aisha}`);
  given(await admitOnServer(placeOf(here.folder), { ...who, user: here.users.aisha }));
  expect(requestsIn(await here.listed(here.desks.omar))).toEqual([]);
  Object.assign(here.desks.aisha, { now: () => new Date("2026-06-20T08:00:00Z") });
  const again = await requested(here, 1);
  await here.approved([again.number]);
  expect((await here.send([again.file])).outcome).toBe("done");
  expect(await here.sent()).toBe(1);
});

test("an approval of somebody who left no longer counts unless it was used, and a used one stays one", async () => {
  const here = await serverDesks();
  const [used, unused] = [await requested(here, 1), await requested(here, 2)];
  await here.approved([used.number]);
  await here.approved([unused.number]);
  expect((await here.send([used.file])).outcome).toBe("done");
  expect(given(await revoke(here.folder, here.users.omar))).toMatchObject({ requests: [], approvals: [unused.hash] });
  Object.assign(here.desks.aisha, { journal: async () => ok(here.as(here.users.aisha)) });
  expect(codes(await here.send([unused.file], { allowSimilar: true }))).toEqual(["approval-missing"]);
  expect(requestsIn(await here.listed(here.desks.aisha))).toMatchObject([{ state: "waiting", request: unused.hash }]);
  expect(await here.sent()).toBe(1);
  expect(given(await here.desks.boss.openedJournal.policies.unapproved({ bodies: true }))).toEqual([]);
});

test("a role that comes with another one is named, as the owner may not take it", async () => {
  const { folder, users, hand, schema } = await firm(free);
  const clerks = `clerks_${schema.slice(0, 8)}`;
  hand.exec(`CREATE ROLE ${clerks}; GRANT selfbill_writer TO ${clerks}; GRANT ${clerks} TO ${users.aisha}`);
  onTestFinished(() => void hand.exec(`DROP ROLE ${clerks}`));
  expect(given(await revoke(folder, users.aisha))).toMatchObject({ keepsRole: true });
});

test("who owns the tables, or is nobody, is not taken out; and only the owner takes somebody out", async () => {
  const { folder, users } = await firm(free);
  const place = placeOf(folder);
  expect(await revoke(folder, place.server.user)).toMatchObject({ problems: [{ code: "bad-usage" }] });
  expect(await revoke(folder, "nobody_here")).toMatchObject({ problems: [{ code: "not-found" }] });
  const asBoss = { ...place, server: { ...place.server, user: users.boss } };
  expect(await revokeOnServer(asBoss, { ...who, user: users.aisha })).toMatchObject({
    problems: [{ message: expect.stringMatching(/^team revoke changes tables .* does not own/) }],
  });
});

test("the list has who is there, their roles and rights, and when they last recorded something", async () => {
  const { folder, as, users } = await firm(free);
  const session = as(users.omar);
  given(await session.note("requested", { request: "1", account: "sandbox:SBX-1", by: { name: "Omar" } }));
  given(await revoke(folder, users.aisha));
  const members = given(await session.policies.team.members());
  const of = (user: string) => members.find((each) => each.user === user);
  expect(of(users.omar)).toMatchObject({ roles: ["writes"], name: "Omar", isHere: true, rights: [] });
  expect(Math.abs(Date.now() - Date.parse(of(users.omar)?.lastAt ?? ""))).toBeLessThan(600_000);
  expect(of(users.boss)).toMatchObject({ roles: ["policy", "writes"] });
  expect(of(users.aisha)).toMatchObject({ roles: [], revokedAt: "2026-06-19T08:00:00.000Z" });
  const rows = (membersReport(members, false).view as unknown as { rows: string[][] }).rows;
  expect(rows.find(([user]) => user === users.aisha)?.[2]).toMatch(/^out since 2026-06-19/);
  expect(rows.find(([user]) => user === users.omar)?.slice(1)).toEqual(["Omar", "sends", "", "now"]);
});

test("by SQL, too, nothing is sent with a request or an approval of somebody who left", async () => {
  const here = await firm();
  const { users, psql, hand, schema } = here;
  const request = "ab".repeat(32);
  const note = (type: string, data: object): string =>
    `INSERT INTO note (at, type, data) VALUES ('', '${type}', '${JSON.stringify({ request, ...data })}')`;
  const approval = { requested: { sha256: request }, approved: [{ sha256: "f00" }], policy: { number: "1" } };
  const data = { ...intent(), by: { databaseUser: users.boss }, approval: { ...approval, day: "2999-01-01" } };
  const record = `INSERT INTO record (at, account, key, attempt, type, data)
    VALUES ('', '${data.account}', '${data.key}', 'x', 'intent', '${JSON.stringify(data)}')`;
  const leaves = (user: string) =>
    hand.exec(`INSERT INTO ${schema}.note (at, type, data) VALUES ('', 'revoked', '{"user":"${user}"}')`);
  expect(psql(users.aisha, note("requested", { account: data.account }))).toBe("done");
  expect(psql(users.omar, note("approved", { approval: "f00" }))).toBe("done");
  leaves(users.omar);
  expect(psql(users.boss, record)).toContain("the approval was not given here by another database user");
  hand.exec(`DELETE FROM ${schema}.note WHERE type = 'revoked'`);
  leaves(users.aisha);
  expect(psql(users.boss, record)).toContain("the request was not recorded here by the database user");
  hand.exec(`DELETE FROM ${schema}.note WHERE type = 'revoked'`);
  expect(psql(users.boss, record)).toBe("done");
});
