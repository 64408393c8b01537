import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openServer } from "../../src/database/postgres/open.ts";
import { type Begun, type Journal, journalOn } from "../../src/journal/index.ts";
import { openServerDisk } from "../../src/journal/server/disk.ts";
import { approvalOf, office, openedApproval, requestFor, signedPolicy } from "../support/approvals.ts";
import { intent } from "../support/intents.ts";
import { given, journalIn } from "../support/journal-file.ts";
import { temporaryFolder } from "../support/run-selfbill.ts";
import { ownersHand, placeOf } from "../support/server-journal.ts";

/** A journal whose policy asks for an approval of everything, and the people as users of the database. */
async function firm() {
  const folder = temporaryFolder();
  journalIn(folder).close();
  const { schema } = placeOf(folder);
  const tag = schema.slice(0, 8);
  const users = { aisha: `aisha_${tag}`, omar: `omar_${tag}`, boss: `boss_${tag}` };
  const owner = ownersHand(folder);
  for (const user of Object.values(users)) owner.exec(`CREATE ROLE ${user} LOGIN`);
  owner.exec(`GRANT selfbill_writer TO ${users.aisha}, ${users.omar}; GRANT selfbill_owner TO ${users.boss}`);
  onTestFinished(() => {
    owner.exec(`DROP SCHEMA ${schema} CASCADE; DROP ROLE ${Object.values(users).join(", ")}`);
    owner.close();
  });
  const as = (user: string): Journal => {
    const place = placeOf(folder);
    const server = { ...place.server, user };
    const journal = journalOn(given(openServerDisk({ ...place, server, folder: join(folder, user) }, { openServer })));
    onTestFinished(() => journal.close());
    return journal;
  };
  const people = await office();
  const boss = as(users.boss);
  given(await boss.policies.set(signedPolicy(people.policy(), people.owner), "boss"));
  /** What psql says to a user of the database. */
  const psql = (user: string, sql: string): string => {
    const { host, port } = placeOf(folder).server;
    const words = ["-h", host, "-p", String(port), "-U", user, "-d", "postgres", "-Atq", "-v", "ON_ERROR_STOP=1"];
    const done = spawnSync("psql", words, { input: `SET search_path = ${schema}; ${sql}`, encoding: "utf8" });
    return done.status === 0 ? "done" : done.stderr;
  };
  return { ...people, folder, users, as, psql };
}

const what = intent();

async function begin(journal: Journal, files: readonly string[]): Promise<Begun> {
  const approval = { files, grossInAed: "10500", changedSupplier: false };
  return given(await journal.begin(what, { allowSimilar: false, approval }));
}

test("an approval counts when another user of the database recorded it, and not before", async () => {
  const { aisha, omar, users, as } = await firm();
  const request = requestFor(aisha, [what.key]);
  const file = approvalOf(request, omar);
  const approved = { request: request.hash, approval: openedApproval(request, omar).hash, by: "Omar" };
  const requester = as(users.aisha);
  given(await requester.note("requested", { request: request.hash }));
  const refused = await begin(requester, [file]);
  expect(refused).toMatchObject({ is: "not-approved", problem: { code: "approval-invalid" } });
  expect(refused).toMatchObject({
    problem: { message: expect.stringContaining("the approval of Omar is not recorded") },
  });
  expect(await as(users.aisha).note("approved", approved)).toMatchObject({
    ok: false,
    problems: [{ message: expect.stringContaining(`${users.aisha} requested this and cannot approve it`) }],
  });
  given(await as(users.omar).note("approved", approved));
  expect(await begin(requester, [file])).toMatchObject({ is: "begun" });
  expect(given(await requester.verify()).damage).toBeUndefined();
});

test("a policy of two approvals wants two users of the database", async () => {
  const { aisha, omar, sara, owner, policy, users, as } = await firm();
  given(await as(users.boss).policies.set(signedPolicy(policy({ number: "2", approvals: "2" }), owner), "boss"));
  const request = requestFor(aisha, [what.key]);
  const both = [omar, sara].map((each) => ({ by: each, ...openedApproval(request, each, { policy: "2" }) }));
  const files = [omar, sara].map((each) => approvalOf(request, each, { policy: "2" }));
  const requester = as(users.aisha);
  given(await requester.note("requested", { request: request.hash }));
  for (const { hash } of both) given(await as(users.omar).note("approved", { request: request.hash, approval: hash }));
  expect(await begin(requester, files)).toMatchObject({
    problem: { message: expect.stringContaining("two approvals are recorded by the same database user") },
  });
  given(await as(users.boss).note("approved", { request: request.hash, approval: both[1]?.hash ?? "" }));
  expect(await begin(requester, files)).toMatchObject({ is: "begun" });
});

test("only the owner's role sets a policy", async () => {
  const { owner, policy, users, as } = await firm();
  const later = signedPolicy(policy({ number: "2" }), owner);
  expect(await as(users.aisha).policies.set(later, "aisha")).toMatchObject({
    ok: false,
    problems: [{ code: "policy-not-valid", message: expect.stringContaining("selfbill_owner") }],
  });
  given(await as(users.boss).policies.set(later, "boss"));
});

test("the server refuses the requester what selfbill would refuse, whatever they type themselves", async () => {
  const { aisha, omar, users, as, psql } = await firm();
  const request = requestFor(aisha, [what.key]).hash;
  given(await as(users.aisha).note("requested", { request }));
  const note = (type: string, data: object, more = ["", ""]): string =>
    `INSERT INTO note (at, type, data${more[0]}) VALUES ('', '${type}', '${JSON.stringify(data)}'${more[1]})`;
  const record = (data: object): string =>
    `INSERT INTO record (at, account, key, attempt, type, data) VALUES ('', 'a', 'k', 'x', 'intent', '${JSON.stringify(data)}')`;
  const by = { databaseUser: users.aisha };
  const approval = { requested: { sha256: request }, approved: [{ sha256: "f00" }] };
  const tried: [string, string][] = [
    [note("policy", {}), "may not set a policy"],
    [note("approved", { request, approval: "f00" }), "requested this and cannot approve it"],
    [note("approved", { request: "other", approval: "f00" }), "was not recorded in this journal"],
    [note("approved", { request, approval: "f00" }, [", writer", `, '${users.omar}'`]), "permission denied"],
    [`UPDATE note SET writer = '${users.omar}'`, "permission denied"],
    ["DELETE FROM note", "permission denied"],
    [`SET SESSION AUTHORIZATION ${users.omar}; ${note("approved", { request, approval: "f00" })}`, "permission denied"],
    [`SET ROLE ${users.omar}; ${note("approved", { request, approval: "f00" })}`, "permission denied"],
    [`SET ROLE selfbill_writer; ${note("approved", { request, approval: "f00" })}`, "cannot approve it"],
    [record({ by, approval }), "was not given here by another database user"],
    [record({ by, approval: { ...approval, approved: [] } }), "was not given here by another database user"],
    [record({ by: { databaseUser: users.omar } }), "names another database user"],
    ["ALTER TABLE note DISABLE TRIGGER note_rule", "must be owner"],
    ["DROP TRIGGER record_rule ON record", "must be owner"],
    ["CREATE OR REPLACE FUNCTION is_owner(oid) RETURNS boolean LANGUAGE sql AS 'SELECT true'", "permission denied"],
    ["CREATE SCHEMA mine", "permission denied"],
  ];
  for (const [sql, words] of tried)
    expect([sql, psql(users.aisha, sql)]).toEqual([sql, expect.stringContaining(words)]);
  expect(psql(users.omar, note("approved", { request, approval: "f00" }))).toBe("done");
  expect(psql(users.aisha, record({ by, approval }))).toBe("done");
  expect(omar.name).toBe("Omar");
});
