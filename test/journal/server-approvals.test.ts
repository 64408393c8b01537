import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { needsApproval, openRequestFile } from "../../src/approval/index.ts";
import { lowestRates } from "../../src/document/index.ts";
import { askedOf } from "../../src/journal/approving/approved-sums.ts";
import type { Begun, Intent, Journal } from "../../src/journal/index.ts";
import { initJournal } from "../../src/journal/server/prepare.ts";
import { ok } from "../../src/problem/index.ts";
import { approvalOf, openedApproval, requestFor, signedPolicy } from "../support/approvals.ts";
import { invoice } from "../support/documents.ts";
import { firm } from "../support/firm.ts";
import { intent } from "../support/intents.ts";
import { given } from "../support/journal-file.ts";
import { placeOf } from "../support/server-journal.ts";
import { fileIn, twoDesks, yaml } from "../support/two-desks.ts";

const what = intent();

async function begin(journal: Journal, files: readonly string[]): Promise<Begun> {
  const approval = { files, grossInAed: "10500" };
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

test("an approval of a part of a request lets no other document of it pass, neither here nor for who types SQL", async () => {
  const { aisha, omar, users, as, psql } = await firm();
  const other = intent({ content: "other", documentNumber: "SB-9" });
  const request = requestFor(aisha, [what.key, other.key]);
  const file = approvalOf(request, omar, { documents: [other.key] });
  const { hash } = openedApproval(request, omar, { documents: [other.key] });
  const requester = as(users.aisha);
  given(await requester.note("requested", { request: request.hash }));
  given(await as(users.omar).note("approved", { request: request.hash, approval: hash, keys: [other.key] }));
  expect(await begin(requester, [file])).toMatchObject({
    is: "not-approved",
    problem: { code: "approval-missing", message: expect.stringContaining("without this document") },
  });
  const sql = ({ key, account }: Intent): string => {
    const approval = { requested: { sha256: request.hash }, approved: [{ sha256: hash }], policy: { number: "1" } };
    const data = {
      ...what,
      key,
      account,
      by: { databaseUser: users.aisha },
      approval: { ...approval, day: "2999-01-01" },
    };
    return `INSERT INTO record (at, account, key, attempt, type, data) VALUES ('', '${account}', '${key}', '${key.slice(0, 8)}', 'intent', '${JSON.stringify(data)}')`;
  };
  expect(psql(users.aisha, sql(what))).toContain("was not given here by another database user than who requested it");
  const approval = { files: [file], grossInAed: "10500", changedSupplier: false };
  expect(given(await requester.begin(other, { allowSimilar: true, approval }))).toMatchObject({ is: "begun" });
  expect(psql(users.aisha, sql(other))).toBe("done");
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

test("the server asks for an approval of exactly the documents of which selfbill asks for one", async () => {
  const { hand, policy, schema } = await firm();
  const inForce = policy({ approval_from: "5000" });
  const rates = [
    "0",
    "0.001",
    "0.04",
    "0.96",
    "1",
    "1.0001",
    "3.00",
    "3.60",
    "3.67",
    "3.6725",
    "3.68",
    "3.6801",
    "9.6",
  ];
  const all: Intent[] = [];
  for (const currency of ["AED", "XAU", "PLN", "TRY", ...lowestRates.keys()])
    for (const rate of [...rates, "15", "15.01", undefined])
      for (const gross of ["1", "400", "5000", "5001.01", "100000", "-100000", undefined]) {
        const totals: Record<string, string> = gross === undefined ? {} : { tax_inclusive_amount: gross };
        all.push(intent({ currency, totals, ...(rate === undefined ? {} : { exchangeRate: { rate } }) }));
      }
  all.push(intent({ totals: { tax_inclusive_amount: "1" }, overridden: ["--accept-changed-supplier"] }));
  const sql = `SELECT ${schema}.needs_approval(value, ?::jsonb) AS needs FROM jsonb_array_elements(?::jsonb) WITH ORDINALITY AS each (value, place)
    ORDER BY place`;
  const theirs = hand.all(sql, JSON.stringify(inForce), JSON.stringify(all)).map(({ needs }) => needs);
  const differing = all.flatMap((each, at) => {
    const ours = needsApproval(askedOf(each), inForce);
    return ours === theirs[at] ? [] : [{ ...each.totals, ...each.exchangeRate, currency: each.currency, ours }];
  });
  expect(differing).toEqual([]);
  expect([theirs.length > 1_000, new Set(theirs).size]).toEqual([true, 2]);
});

test("a journal whose rules are those of an earlier version goes on, and says what its owner is to do", async () => {
  const { aisha, omar, users, as, hand, schema, folder } = await firm();
  expect(given(await as(users.aisha).policies.haveOldRules())).toBe(false);
  hand.exec(`COMMENT ON FUNCTION ${schema}.record_rule() IS NULL; DROP TRIGGER stamp_rule ON ${schema}.record`);
  const requester = as(users.aisha);
  expect(given(await requester.policies.haveOldRules())).toBe(true);
  const request = requestFor(aisha, [what.key]);
  given(await requester.note("requested", { request: request.hash }));
  const { hash } = openedApproval(request, omar);
  given(await as(users.omar).note("approved", { request: request.hash, approval: hash, by: "Omar" }));
  expect(await begin(requester, [approvalOf(request, omar)])).toMatchObject({ is: "begun" });
  given(initJournal(hand, schema, placeOf(folder).address));
  expect(given(await requester.policies.haveOldRules())).toBe(false);
});

test("each row has the time of the server's clock, whatever its own time says", async () => {
  const { hand, users, psql, schema } = await firm({ approval_from: "5000" });
  const data = { ...intent({ totals: { tax_inclusive_amount: "1" } }), by: { databaseUser: users.aisha } };
  const forged = `INSERT INTO record (at, account, key, attempt, type, data, stamped) VALUES
    ('1999-01-01T00:00:00.000Z', '${data.account}', '${data.key}', 'x', 'intent', '${JSON.stringify(data)}', '1999-01-01')`;
  expect(psql(users.aisha, forged)).toBe("done");
  const isNow = `SELECT abs(extract(epoch FROM clock_timestamp() - stamped)) < 600 AS is_now FROM ${schema}`;
  expect([hand.get(`${isNow}.record`)?.is_now, hand.get(`${isNow}.note`)?.is_now]).toEqual([true, true]);
});

test("nobody may use the database, or make temporary tables in it, whom no role of the journal allows to", async () => {
  const { hand, users } = await firm();
  const may = (user: string, what: string): unknown =>
    hand.get("SELECT has_database_privilege(?, current_database(), ?) AS may", user, what)?.may;
  const stranger = `${users.aisha}_2`;
  hand.exec(`CREATE ROLE ${stranger} LOGIN`);
  const all = [stranger, users.aisha, users.boss].map((user) => [may(user, "CONNECT"), may(user, "TEMP")]);
  hand.exec(`DROP ROLE ${stranger}`);
  expect(all).toEqual([
    [false, false],
    [true, false],
    [true, false],
  ]);
});

test("approve records on the server only what was not left out", async () => {
  const desks = await twoDesks();
  const { omar, users, as, hand } = await firm();
  const [one, two] = ["one", "two"].map((note) =>
    yaml(desks.desk, `${note}.yaml`, invoice({ note, document_number: note })),
  );
  const request = fileIn(await desks.requested([one ?? "", two ?? ""]));
  const { hash, request: asked } = given(openRequestFile(readFileSync(request, "utf8"), request));
  given(await as(users.aisha).note("requested", { request: hash }));
  const journalPlace = async () => ok({ path: "postgres://test", exists: false, onServer: true });
  Object.assign(desks.other, { journalPlace, journal: async () => ok(as(users.omar)) });
  const report = await desks.approved(request, desks.omar, { except: ["one"] });
  expect([report.outcome, omar.name]).toEqual(["done", "Omar"]);
  const noted = hand
    .all("SELECT data FROM note WHERE type = 'approved'")
    .map(({ data }) => JSON.parse(String(data)).keys);
  expect(noted).toEqual([[asked.documents[1]?.key]]);
});
