import { expect, test } from "vitest";
import { seal } from "../../src/approval/envelope.ts";
import { type Policy, writeDelegationFile } from "../../src/approval/index.ts";
import { doctor } from "../../src/commands/doctor.ts";
import { history } from "../../src/commands/history.ts";
import { journal as journalCommand } from "../../src/commands/journal.ts";
import { delegate } from "../../src/extras/four-eyes/delegate.ts";
import { report as reportCommand } from "../../src/extras/reports/command.ts";
import { admitOnServer, revokeOnServer } from "../../src/journal/admin.ts";
import { sha256 } from "../../src/journal/index.ts";
import { writeJson } from "../../src/json/index.ts";
import type { Report } from "../../src/report/index.ts";
import { delegationOf, type Holder, signedPolicy } from "../support/approvals.ts";
import { line } from "../support/documents.ts";
import { intent } from "../support/intents.ts";
import { given } from "../support/journal-file.ts";
import { runCommand } from "../support/run-command.ts";
import { requestsIn, serverDesks } from "../support/server-desks.ts";
import { placeOf } from "../support/server-journal.ts";
import { nth } from "../support/thirty.ts";
import { codes, yaml } from "../support/two-desks.ts";

type Desks = Awaited<ReturnType<typeof serverDesks>>;
const always = { from: "2026-06-01", until: "2099-12-31" };
const said = (what: unknown): string => JSON.stringify(what);
const who = { by: "the owner", now: Date.parse("2026-06-19T08:00:00Z") };

/** Makes desks at which Sara may only make requests: without a delegation, she cannot approve anything. */
async function onLeave(change: (here: Desks) => Partial<Policy> = () => ({})) {
  const here = await serverDesks({}, { withSara: true });
  const { aisha, omar, sara, owner, users, sandbox } = here;
  const person = ({ name, publicKey }: Holder, may: Policy["people"][number]["may"]) => ({ name, key: publicKey, may });
  const people = [person(aisha, ["request"]), person(omar, ["approve"]), person(sara, ["request"])];
  const own = { number: "2", business_profile: sandbox.businessProfileId, people, ...change(here) };
  given(await here.as(users.boss).policies.set(signedPolicy(here.policy(own), owner), "boss"));
  const [omarKey, saraKey] = [here.keyOf(here.desks.omar, omar), here.keyOf(here.desks.aisha, sara)];
  /** Each call uses a new session, because a session in which the server refused a record writes nothing more. */
  return {
    ...here,
    saraKey,
    delegated: (more: object = always): Promise<Report> =>
      runCommand(delegate, here.deskOf(users.omar), ["Sara"], { key: omarKey, ...more }),
    /** Approves as Sara, in Omar's place. */
    approved: (number: string, more: object = {}): Promise<Report> =>
      here.approved([number], { for: "Omar", ...more }, here.deskOf(users.sara), sara),
    sentBy: (file: string): Promise<Report> => here.send([file], {}, here.deskOf(users.aisha)),
    insert: (user: string, type: string, data: object): string =>
      here.psql(user, `INSERT INTO note (at, type, data) VALUES ('', '${type}', '${writeJson(data as never)}')`),
  };
}

type OnLeave = Awaited<ReturnType<typeof onLeave>>;

/** Requests the n-th document as Aisha; returns its file and the number of the request. */
async function requested(here: OnLeave, n: number) {
  const file = yaml(here.desks.aisha, `${n}.yaml`, nth(n, { document_lines: [line({ quantity: String(n) })] }));
  const asked = await here.requested([file]);
  const { sha256: hash } = requestIn(asked);
  return { file, hash, number: hash.slice(0, 12) };
}

const requestIn = (report: Report) =>
  (report.view as unknown as { data: { request: { sha256: string } } }).data.request;

/** Returns the row of a delegation, as `delegate` records it. */
const rowOf = ({ hash, envelope }: ReturnType<typeof delegationOf>) => ({
  delegation: hash,
  envelope: writeJson(envelope),
});

const noDelegation = "no delegation that counts today lets the database user";

test("whom an approver named approves in their place, and both names are shown everywhere", async () => {
  const here = await onLeave();
  const { file, number } = await requested(here, 1);
  expect(codes(await here.approved(number))).toEqual(["not-found"]);
  expect((await here.delegated()).outcome).toBe("done");
  const desk = here.deskOf(here.users.sara);
  const listed = await here.listed(desk, { key: here.saraKey });
  expect(requestsIn(listed)).toMatchObject([
    { waits_for_you: true, waits_for_you_for: "Omar", can_approve: ["Omar", "Sara for Omar"] },
  ]);
  expect(said(listed)).toContain(`selfbill approve ${number} --for Omar --key ME.key`);
  expect(codes(await here.approved(number, { for: undefined }))).toEqual(["key-unusable"]);
  expect((await here.approved(number)).outcome).toBe("done");
  expect(requestsIn(await here.listed(here.desks.aisha))).toMatchObject([
    { state: "approved", decisions: [{ by: "Sara", for: "Omar" }] },
  ]);
  expect((await here.sentBy(file)).outcome).toBe("done");
  expect(await here.sent()).toBe(1);
  expect(said(await runCommand(history, here.desks.aisha, [], {}))).toContain('"Sara for Omar"');
  const of = async (user: string): Promise<number> => {
    const report = await runCommand(history, here.desks.aisha, [], { user });
    return (report.view as unknown as { data: { history: unknown[] } }).data.history.length;
  };
  expect((await here.sentBy(yaml(here.desks.aisha, "2.yaml", nth(2)))).outcome).toBe("usage");
  for (const user of ["Aisha", "sara", "OMAR", here.users.aisha]) expect([user, await of(user)]).toEqual([user, 1]);
  for (const user of ["Owner", here.users.omar, "ais"]) expect([user, await of(user)]).toEqual([user, 0]);
  const month = { by: "user", month: "2026-06" } as const;
  expect(said(await runCommand(reportCommand, here.desks.aisha, [], month))).toContain("Sara for Omar");
  expect(said(await runCommand(delegate, here.desks.aisha))).toContain('"Sara for Omar","2026-06-01","2099-12-31"');
  const { openedJournal: journal } = here.desks.boss;
  expect(given(await journal.policies.unapproved({ bodies: true }))).toEqual([]);
  expect(given(await journal.verify()).damage).toBeUndefined();
});

test("outside of its days, by the server's clock, nobody approves under a delegation", async () => {
  const here = await onLeave();
  const { file, hash, number } = await requested(here, 1);
  expect((await here.delegated({ from: "2026-06-01", until: "2026-06-30" })).outcome).toBe("done");
  // The clocks of the test's computers say June; the server uses its own.
  const refused = await here.approved(number);
  expect(codes(refused)).toEqual(["approval-invalid"]);
  expect(said(refused.problems)).toContain(noDelegation);
  for (const days of [{ until: "2026-06-30" }, { from: "2099-01-01" }]) {
    const row = rowOf(delegationOf(here.omar, here.sara, { ...days, business_profiles: [profileOf(here)] }));
    expect(here.insert(here.users.omar, "delegated", row)).toBe("done");
    const approval = { request: hash, approval: "f00", delegation: row.delegation };
    for (const type of ["approved", "rejected"])
      expect(here.insert(here.users.sara, type, approval)).toContain(noDelegation);
  }
  expect(codes(await here.sentBy(file))).toEqual(["approval-missing"]);
  expect(await here.sent()).toBe(0);
});

const profileOf = (here: OnLeave): string => here.sandbox.businessProfileId.toLowerCase();

test("a delegation of another company, of somebody without the right, or to another person lets nobody approve", async () => {
  const here = await onLeave();
  const { hash } = await requested(here, 1);
  const { users, omar, sara, aisha } = here;
  const own = { business_profiles: [profileOf(here)] };
  const rows: [string, ReturnType<typeof rowOf>][] = [
    [users.omar, rowOf(delegationOf(omar, sara, { business_profiles: ["sbx-other"] }))],
    // The delegation is recorded by Sara's own user, by the requester's, and again by a user other than Omar's.
    [users.sara, rowOf(delegationOf(omar, sara, own))],
    [users.aisha, rowOf(delegationOf(aisha, sara, own))],
  ];
  for (const [user, row] of rows) {
    expect(here.insert(user, "delegated", row)).toBe("done");
    const approval = { request: hash, approval: "f00", delegation: row.delegation };
    expect(here.insert(users.sara, "approved", approval)).toContain(noDelegation);
  }
  const [[, first]] = rows as [(typeof rows)[0]];
  expect(here.insert(users.boss, "delegated", first)).toContain("the delegation is recorded already");
  expect(here.insert(users.omar, "delegated", { ...first, delegation: "f00" })).toContain(
    "is not one of the database user",
  );
  expect(here.insert(users.boss, "undelegated", first)).toContain("cannot end it");
  expect(here.insert(users.sara, "approved", { request: hash, approval: "f", delegation: "f" })).toContain(
    noDelegation,
  );
});

test("nobody approves their own request through a delegation, nor one of the approver", async () => {
  const here = await onLeave();
  const { users, insert } = here;
  const asked = await here.requested([yaml(here.desks.aisha, "own.yaml", nth(1))], { key: here.saraKey });
  const { sha256: own } = requestIn(asked);
  await here.delegated();
  expect(codes(await here.approved(own.slice(0, 12)))).toEqual(["approval-invalid"]);
  const [{ signed } = { signed: { hash: "" } }] = given(await here.as(users.boss).policies.delegations.all());
  const account = `sandbox:${here.sandbox.businessProfileId}`;
  for (const user of [users.sara, users.omar]) {
    expect(insert(user, "requested", { request: user, account, keys: [] })).toBe("done");
    const approval = { request: user, approval: "f00", delegation: signed.hash };
    const refused = insert(users.sara, "approved", approval);
    expect(refused).toContain(user === users.sara ? "requested this and cannot approve it" : noDelegation);
  }
});

test("a forged delegation is not believed, whoever recorded it, and nothing is sent under it", async () => {
  const here = await onLeave();
  const { file, hash, number } = await requested(here, 1);
  const { sara, omar, users } = here;
  const text = writeJson(delegationOf(omar, sara, { business_profiles: [profileOf(here)] }).delegation as never);
  const envelope = seal("delegation", text, { publicKey: omar.publicKey, sign: sara.sign });
  const row = { delegation: sha256(text), envelope: writeJson(envelope) };
  // Two people conspire: the server cannot verify signatures, so it lets them record a forged delegation.
  expect(here.insert(users.boss, "delegated", row)).toBe("done");
  expect(codes(await here.approved(number))).toEqual(["not-found"]);
  const forged = here.desks.aisha.file("delegation.json", writeDelegationFile(envelope));
  expect(codes(await here.approved(number, { for: forged }))).toEqual(["approval-invalid"]);
  expect(here.insert(users.sara, "approved", { request: hash, approval: "f00", delegation: row.delegation })).toBe(
    "done",
  );
  expect(codes(await here.sentBy(file))).toEqual(["approval-missing"]);
  expect(await here.sent()).toBe(0);
  await namesForged(here, `(Sara for Omar, 2026-06-01 until 2099-12-31), recorded by the database user ${users.boss}`);
});

/** Expects `journal verify` and `doctor` to name the one forged delegation. */
async function namesForged(here: OnLeave, record: string): Promise<void> {
  const boss = here.deskOf(here.users.boss);
  const verified = await runCommand(journalCommand, boss, ["verify"], {});
  // A record made by another program is not in the chain.
  expect(codes(verified)).toEqual(["journal-unusable"]);
  expect(said(verified.problems.at(-1))).toMatch(/"delegation-forged".* note \d+, outside of the chain/);
  expect(said(verified.problems.at(-1))).toContain(record);
  const examined = said(await runCommand(doctor, boss, [], { offline: true }));
  expect(examined).toContain("none that an approver signed");
  expect(examined).toContain(record);
}

test("the owner of the tables inserts a forged delegation without the server's rules: verify names it, nothing is sent", async () => {
  const here = await onLeave();
  const { file, hash, number } = await requested(here, 1);
  const { sara, omar, users, hand, schema } = here;
  const text = writeJson(delegationOf(omar, sara, { business_profiles: [profileOf(here)] }).delegation as never);
  const envelope = seal("delegation", text, { publicKey: omar.publicKey, sign: sara.sign });
  const row = writeJson({ delegation: sha256(text), envelope: writeJson(envelope) } as never);
  hand.exec(`ALTER TABLE ${schema}.note DISABLE TRIGGER ALL`);
  hand.exec(`INSERT INTO ${schema}.note (at, type, data, writer) VALUES ('', 'delegated', '${row}', '${users.omar}')`);
  hand.exec(`ALTER TABLE ${schema}.note ENABLE TRIGGER ALL`);
  expect(codes(await here.approved(number))).toEqual(["not-found"]);
  const approval = { request: hash, approval: "f00", delegation: sha256(text) };
  expect(here.insert(users.sara, "approved", approval)).toBe("done");
  expect(codes(await here.sentBy(file))).toEqual(["approval-missing"]);
  await namesForged(here, `(Sara for Omar, 2026-06-01 until 2099-12-31), recorded by the database user ${users.omar}`);
  expect((await here.sentBy(file)).outcome).not.toBe("done");
  expect(await here.sent()).toBe(0);
});

test("a delegation ends when its approver ends it: what was approved under it is no longer sent", async () => {
  const here = await onLeave();
  const [first, second] = [await requested(here, 1), await requested(here, 2)];
  await here.delegated();
  await here.approved(first.number);
  expect((await here.delegated({ end: true })).outcome).toBe("done");
  expect(codes(await here.delegated({ end: true }))).toEqual(["not-found"]);
  expect(codes(await here.approved(second.number))).toEqual(["approval-invalid"]);
  const not = await here.sentBy(first.file);
  expect([codes(not), said(not)]).toEqual([["approval-invalid"], expect.stringContaining("it was ended")]);
  expect(here.psql(here.users.aisha, await claimOf(here, first.hash))).toContain(
    "was not given here by another database user",
  );
  expect(await here.sent()).toBe(0);
});

/**
 * Writes the SQL that records an attempt with the approvals of a request in the journal, as another program would.
 */
async function claimOf(here: OnLeave, request: string): Promise<string> {
  const { users, sandbox } = here;
  const account = `sandbox:${sandbox.businessProfileId}`;
  const noted = given(await here.as(users.boss).notes());
  const [asked, approved] = ["requested", "approved"].map((type) =>
    noted.find((each) => each.type === type && each.data.request === request),
  );
  const by = { name: "Sara", key: here.sara.publicKey, at: "", sha256: asked?.data.approval };
  const forWhom = { name: "Omar", key: here.omar.publicKey, sha256: approved?.data.delegation };
  const [key = ""] = (approved?.data.keys ?? []) as string[];
  const approval = {
    policy: { number: "2", hash: "" },
    requested: { ...by, key: here.aisha.publicKey, sha256: request },
    approved: [{ ...by, sha256: approved?.data.approval, for: forWhom }],
    day: "2099-01-01",
    grossInAed: "1",
    files: [],
  };
  const what = { ...intent({ account, businessProfileId: sandbox.businessProfileId }), key, approval };
  const data = JSON.stringify({ ...what, by: { databaseUser: users.aisha } });
  return `INSERT INTO record (at, account, key, attempt, type, data) VALUES ('', '${account}', '${key}', 'x', 'intent', '${data}')`;
}

test("what the server compares when a document is claimed: another program cannot use a delegation that does not count", async () => {
  const here = await onLeave();
  const { hash, number } = await requested(here, 1);
  await here.delegated();
  await here.approved(number);
  const claim = await claimOf(here, hash);
  const refused = "was not given here by another database user";
  const wrong = [
    [`"name":"Sara","key":"${here.sara.publicKey}"`, `"name":"Sara","key":"${here.aisha.publicKey}"`],
    [/,"for":\{[^}]*\}/, ""],
  ] as const;
  for (const [of, into] of wrong) {
    const changed = claim.replace(of, into);
    expect(changed).not.toBe(claim);
    expect(here.psql(here.users.aisha, changed)).toContain(refused);
  }
  // Makes the last day pass early, which only the owner of the tables can do.
  const { hand, schema } = here;
  const rules = hand.get(`SELECT pg_get_functiondef('${schema}.lent_by'::regproc) AS text`);
  hand.exec(String(rules?.text).replaceAll("clock_timestamp()", "timestamptz '2100-01-01'"));
  expect(here.psql(here.users.aisha, claim)).toContain(refused);
  hand.exec(String(rules?.text));
  expect(here.psql(here.users.aisha, claim)).toBe("done");
});

test.each(["omar", "sara"] as const)("a delegation ends when %s leaves the team, and stays ended", async (user) => {
  const here = await onLeave();
  const { file, number, hash } = await requested(here, 1);
  await here.delegated();
  await here.approved(number);
  const left = given(await revokeOnServer(placeOf(here.folder), { ...who, user: here.users[user] }));
  const { length } = left.delegations;
  expect([left.approvals, length]).toEqual([[hash], user === "omar" ? 1 : 0]);
  expect((await here.sentBy(file)).outcome).toBe("usage");
  given(await admitOnServer(placeOf(here.folder), { ...who, user: here.users[user] }));
  here.hand.exec(`GRANT selfbill_writer TO ${here.users[user]}`);
  expect((await here.sentBy(file)).outcome).toBe("usage");
  expect(codes(await here.approved(number))).toEqual(["approval-invalid"]);
  expect(here.psql(here.users.aisha, await claimOf(here, hash))).toContain(
    "was not given here by another database user",
  );
  expect((await here.delegated({ ...always, from: "2026-06-02" })).outcome).toBe("done");
  expect((await here.approved(number)).outcome).toBe("done");
  expect((await here.sentBy(file)).outcome).toBe("done");
});

test("the rights of the approver's database user count, for each company, and not those of the delegate", async () => {
  const rights = ({ users }: Desks): Partial<Policy> => ({
    rights: [
      { user: users.aisha, may: ["request", "send"] },
      { user: users.omar, may: ["approve"] },
      { user: users.sara, may: ["request"] },
    ],
  });
  const here = await onLeave(rights);
  const { file, number } = await requested(here, 1);
  await here.delegated();
  expect((await here.approved(number)).outcome).toBe("done");
  expect((await here.sentBy(file)).outcome).toBe("done");
  const next = await requested(here, 2);
  const [row] = here.hand.all(
    `DELETE FROM ${here.schema}.company_right WHERE database_user = '${here.users.omar}' RETURNING *`,
  );
  expect(row).toMatchObject({ may: "approve" });
  expect(codes(await here.approved(next.number))).toEqual(["approval-invalid"]);
  expect(codes(await here.delegated())).toEqual(["no-right"]);
});

test("without keys: the server's users stand for both, and nobody delegates as another user", async () => {
  const people = ({ users }: Desks): Partial<Policy> => ({
    keys: "optional",
    people: [
      { name: "Aisha", key: `user:${users.aisha}`, may: ["request"] },
      { name: "Omar", key: `user:${users.omar}`, may: ["approve"] },
      { name: "Sara", key: `user:${users.sara}`, may: ["request"] },
    ],
  });
  const here = await onLeave(people);
  const { users } = here;
  const file = yaml(here.desks.aisha, "1.yaml", nth(1));
  const asked = await here.requested([file], { key: undefined });
  const { sha256: hash } = requestIn(asked);
  const asUser = (name: string, user: string): Holder => ({
    ...here.omar,
    name,
    publicKey: `user:${user}`,
    sign: () => "",
  });
  const [omar, sara] = [asUser("Omar", users.omar), asUser("Sara", users.sara)];
  const row = rowOf(delegationOf(omar, sara, { business_profiles: [profileOf(here)] }));
  for (const user of [users.sara, users.boss])
    expect(here.insert(user, "delegated", row)).toContain(`is not one of the database user ${user}`);
  expect((await here.delegated({ ...always, key: undefined })).outcome).toBe("done");
  const [first] = given(await here.as(users.boss).policies.delegations.all());
  const approval = { request: hash, approval: "f00", delegation: first?.signed.hash };
  expect(here.insert(users.boss, "approved", approval)).toContain(noDelegation);
  expect((await here.approved(hash.slice(0, 12), { key: undefined })).outcome).toBe("done");
  expect((await here.sentBy(file)).outcome).toBe("done");
  const { policies } = here.desks.boss.openedJournal;
  expect(given(await policies.unapproved({ bodies: true }))).toEqual([]);
  expect(given(await policies.approvalsGiven())).toEqual({ signed: 0, byUser: new Map([[users.sara, 1]]) });
  const next = yaml(here.desks.aisha, "2.yaml", nth(2));
  const { sha256: unsent } = requestIn(await here.requested([next], { key: undefined }));
  expect((await here.approved(unsent.slice(0, 12), { key: undefined })).outcome).toBe("done");
  const left = given(await revokeOnServer(placeOf(here.folder), { ...who, user: users.sara }));
  expect([left.approvals, left.delegations]).toEqual([[unsent], [first?.signed.hash]]);
  given(await admitOnServer(placeOf(here.folder), { ...who, user: users.sara }));
  const [ended] = given(await policies.delegations.all());
  expect(ended?.ended).toBe(`the database user ${users.sara}, to whom it was given, left the team since`);
  expect((await here.sentBy(next)).outcome).toBe("usage");
});

test("with the rules of an earlier selfbill on the server nobody delegates", async () => {
  const here = await onLeave();
  const { file, number } = await requested(here, 1);
  await here.delegated();
  await here.approved(number);
  here.hand.exec(`COMMENT ON FUNCTION ${here.schema}.record_rule() IS 'rules 4'`);
  const refused = await here.delegated();
  expect([codes(refused), said(refused)]).toEqual([
    ["approval-invalid"],
    expect.stringContaining("selfbill journal init"),
  ]);
  expect(codes(await here.sentBy(file))).toEqual(["approval-invalid"]);
});
