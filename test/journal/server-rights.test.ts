import { expect, test } from "vitest";
import type { Policy } from "../../src/approval/index.ts";
import type { Intent, Journal } from "../../src/journal/index.ts";
import { approvalOf, openedApproval, requestFor, signedPolicy } from "../support/approvals.ts";
import { firm } from "../support/firm.ts";
import { intent } from "../support/intents.ts";
import { given } from "../support/journal-file.ts";

/** Documents below this amount need no approval, so that only the privileges matter. */
const small = { totals: { tax_inclusive_amount: "1" } };
const free = { approval_from: "5000" };

type Firm = Awaited<ReturnType<typeof firm>>;

async function inForce({ as, users, owner, policy }: Firm, change: Partial<Policy>): Promise<void> {
  given(await as(users.boss).policies.set(signedPolicy(policy({ ...free, number: "2", ...change }), owner), "boss"));
}

const begin = async (journal: Journal, what: Intent) => given(await journal.begin(what, { allowSimilar: true }));

/** Returns the SQL that inserts a record by hand. */
function recordOf(
  what: Intent,
  user: string,
  change: Partial<Record<"attempt" | "type" | "account", string>> = {},
): string {
  const data = { ...what, by: { databaseUser: user } };
  const { attempt = what.key.slice(0, 8), type = "intent", account = what.account } = change;
  return `INSERT INTO record (at, account, key, attempt, type, data) VALUES ('', '${account}', '${what.key}', '${attempt}', '${type}', '${JSON.stringify(data)}')`;
}

const noteOf = (type: string, data: object): string =>
  `INSERT INTO note (at, type, data) VALUES ('', '${type}', '${JSON.stringify(data)}')`;

const account = "sandbox:SBX-1";
const other = { account: "sandbox:SBX-2", businessProfileId: "SBX-2" };

test("without rights in a policy everybody who writes sends for every company", async () => {
  const here = await firm(free);
  const { as, users } = here;
  expect(given(await as(users.aisha).policies.team.rights())).toEqual([]);
  expect(await begin(as(users.aisha), intent({ ...small, ...other }))).toMatchObject({ is: "begun" });
});

test("with rights nothing is sent for a company without an entry, by selfbill or by SQL", async () => {
  const here = await firm(free);
  const { as, users, psql } = here;
  await inForce(here, { rights: [{ user: users.aisha, may: ["send"] }] });
  const mine = intent(small);
  const theirs = intent({ ...small, ...other, content: "theirs" });
  expect(await begin(as(users.aisha), mine)).toMatchObject({ is: "begun" });
  for (const [user, what] of [
    [users.aisha, theirs],
    [users.omar, mine],
  ] as const) {
    const words = `the database user ${user} may not send for business profile ${what.businessProfileId.toLowerCase()}`;
    expect(await begin(as(user), { ...what, key: `f${what.key.slice(1)}` })).toMatchObject({
      is: "not-approved",
      problem: { code: "no-right", message: `Nothing was sent: ${words}.` },
    });
    expect(psql(user, recordOf(what, user, { attempt: "x" }))).toContain(words);
    expect(psql(user, recordOf(what, user, { attempt: "x", type: "resolved" }))).toContain(words);
  }
  // Records for one company under another company's account are refused.
  expect(psql(users.aisha, recordOf({ ...theirs, account }, users.aisha))).toContain("its account is not");
  expect(psql(users.aisha, recordOf({ ...mine, ...{ account: other.account } }, users.aisha))).toContain(
    "may not send",
  );
  const state = (whose: string) => `INSERT INTO seen (at, account, id, state) VALUES ('', '${whose}', '1', 'APPROVED')`;
  expect(psql(users.aisha, state(other.account))).toContain("has no right for business profile sbx-2");
  expect(psql(users.aisha, state(account))).toBe("done");
});

test("nobody who writes changes the rights, but a policy in force does", async () => {
  const here = await firm(free);
  const { as, users, psql } = here;
  await inForce(here, { rights: [{ user: users.omar, may: ["send"] }] });
  const row = `('sbx-1', '${users.aisha}', 'send')`;
  for (const sql of [`INSERT INTO company_right VALUES ${row}`, "DELETE FROM company_right"])
    expect(psql(users.aisha, sql)).toContain("permission denied");
  expect(psql(users.aisha, "SELECT policy_rights()")).toContain("permission denied");
  expect(given(await as(users.aisha).policies.team.forgedRights())).toEqual([]);
  here.hand.exec(`INSERT INTO ${here.schema}.company_right VALUES ${row}`);
  expect(given(await as(users.aisha).policies.team.forgedRights())).toEqual(["sbx-1"]);
  await inForce(here, { number: "3", rights: [{ user: users.aisha, may: ["send", "request"] }] });
  expect(given(await as(users.aisha).policies.team.rights())).toEqual([
    { businessProfile: "sbx-1", user: users.aisha, may: ["request", "send"] },
  ]);
  expect(given(await as(users.aisha).policies.team.forgedRights())).toEqual([]);
  await inForce(here, { number: "4" });
  expect(given(await as(users.aisha).policies.team.rights())).toEqual([]);
  expect(await begin(as(users.omar), intent(small))).toMatchObject({ is: "begun" });
});

test("a request and an approval need the right of their company, when they are recorded and when the document is sent", async () => {
  const here = await firm();
  const { aisha, omar, as, users, psql } = here;
  const everything = { approval_from: "0" };
  const what = intent();
  const request = requestFor(aisha, [what.key], { policy: "2" });
  const asked = { request: request.hash, account };
  const { hash } = openedApproval(request, omar, { policy: "2" });
  const approved = { request: request.hash, approval: hash, keys: [what.key] };
  const send = { user: users.aisha, may: ["send" as const] };
  await inForce(here, { ...everything, rights: [send] });
  expect(psql(users.aisha, noteOf("requested", asked))).toContain("may not request for business profile sbx-1");
  expect(psql(users.aisha, noteOf("requested", { request: request.hash }))).toContain(
    "may not request for business profile (none)",
  );
  await inForce(here, { ...everything, number: "3", rights: [{ ...send, may: ["send", "request"] }] });
  given(await as(users.aisha).note("requested", asked));
  expect(psql(users.omar, noteOf("approved", approved))).toContain("may not approve for business profile sbx-1");
  expect(psql(users.omar, noteOf("rejected", approved))).toContain("may not approve for business profile sbx-1");
  const all = [
    { ...send, may: ["send" as const, "request" as const] },
    { user: users.omar, may: ["approve" as const] },
  ];
  const third = { ...everything, rights: all };
  await inForce(here, { ...third, number: "4" });
  const now = requestFor(aisha, [what.key], { policy: "4" });
  given(await as(users.aisha).note("requested", { request: now.hash, account }));
  const file = approvalOf(now, omar, { policy: "4" });
  const given4 = openedApproval(now, omar, { policy: "4" });
  given(await as(users.omar).note("approved", { request: now.hash, approval: given4.hash, keys: [what.key] }));
  // Withdraws the right after the approval by deleting its row, because a new policy would end the approval anyway.
  here.hand.exec(`DELETE FROM ${here.schema}.company_right WHERE may = 'approve'`);
  const approval = { files: [file], grossInAed: "10500" };
  const refused = await as(users.aisha).begin(what, { allowSimilar: false, approval });
  expect(JSON.stringify(refused)).toContain("was not given here by another database user than who requested it");
  here.hand.exec(`INSERT INTO ${here.schema}.company_right VALUES ('sbx-1', '${users.omar}', 'approve')`);
  expect(given(await as(users.aisha).begin(what, { allowSimilar: false, approval }))).toMatchObject({ is: "begun" });
});

test("one policy is in force for several companies, each with its own rights", async () => {
  const here = await firm(free);
  const { as, users } = here;
  const rights = [
    { user: users.aisha, may: ["send" as const], business_profiles: ["sbx-2"] },
    { user: users.omar, may: ["send" as const] },
  ];
  await inForce(here, { business_profile: undefined, business_profiles: ["SBX-1", "SBX-2"], rights });
  const boss = as(users.boss);
  for (const profile of ["SBX-1", "SBX-2"]) expect(given(await boss.policies.of(profile)).now?.policy.number).toBe("2");
  expect(given(await boss.policies.team.rights())).toEqual([
    { businessProfile: "sbx-1", user: users.omar, may: ["send"] },
    { businessProfile: "sbx-2", user: users.aisha, may: ["send"] },
    { businessProfile: "sbx-2", user: users.omar, may: ["send"] },
  ]);
  expect(await begin(as(users.aisha), intent(small))).toMatchObject({ is: "not-approved" });
  expect(await begin(as(users.aisha), intent({ ...small, ...other }))).toMatchObject({ is: "begun" });
  const late = signedPolicy(here.policy({ number: "2", business_profile: "SBX-2" }), here.owner);
  expect(await boss.policies.set(late, "boss")).toMatchObject({ ok: false });
  expect(given(await boss.verify()).damage).toBeUndefined();
});

test("only the owner of the tables says that damage is past, or that the journal is closed or open again", async () => {
  const { users, psql, hand, schema } = await firm();
  for (const type of ["repaired", "damage-accepted", "restored", "moved", "opened", "purged", "revoked", "admitted"]) {
    const words = `may not record "${type}", which only the owner of the tables may`;
    for (const user of [users.aisha, users.boss]) expect(psql(user, noteOf(type, { user }))).toContain(words);
  }
  expect(psql(users.aisha, noteOf("damaged", { damage: "x" }))).toBe("done");
  hand.exec(`INSERT INTO ${schema}.note (at, type, data) VALUES ('', 'repaired', '{}')`);
});
