import { expect, onTestFinished, test } from "vitest";
import { openServer } from "../../src/database/postgres/open.ts";
import { gulfDay } from "../../src/document/index.ts";
import { type Intent, type Journal, sha256 } from "../../src/journal/index.ts";
import { approvalOf, openedApproval, requestFor, signedPolicy } from "../support/approvals.ts";
import { firm } from "../support/firm.ts";
import { forge } from "../support/forged.ts";
import { intent } from "../support/intents.ts";
import { given } from "../support/journal-file.ts";
import { placeOf } from "../support/server-journal.ts";

type Firm = Awaited<ReturnType<typeof firm>>;

/** A document for AED 10,500 including VAT, as Aisha's program would record it. */
function documentOf({ users }: Firm, change: Parameters<typeof intent>[0] = {}): Intent {
  const by = { machine: "desk-1", user: "aisha", databaseUser: users.aisha };
  return intent({ by, totals: { tax_inclusive_amount: "10500", payable_amount: "10500" }, ...change });
}

const record = (what: object, { type = "intent", account = "sandbox:SBX-1", attempt = "AAAAAAA2" } = {}): string => {
  const { key = "k" } = what as { key?: string };
  return `INSERT INTO record (at, account, key, attempt, type, data) VALUES
    ('2026-06-15T10:00:00.000Z', '${account}', '${key}', '${attempt}', '${type}', '${JSON.stringify(what)}');`;
};

const note = (type: string, data: object): string =>
  `INSERT INTO note (at, type, data) VALUES ('', '${type}', '${JSON.stringify(data)}');`;

function approvalIn({ aisha, omar }: Firm, keys: readonly string[], policy: { number: string; hash: string }) {
  const request = requestFor(aisha, keys);
  const file = approvalOf(request, omar);
  const opened = openedApproval(request, omar);
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Dubai" }).format(new Date());
  const requested = { name: "Aisha", key: aisha.publicKey, at: request.request.at, sha256: request.hash };
  const approved = [{ name: "Omar", key: omar.publicKey, at: opened.decision.at, sha256: opened.hash }];
  return { request, file, opened, approval: { policy, requested, approved, day, grossInAed: "10500", files: [] } };
}

/** Records the request as Aisha and the approval as Omar. */
async function approved(here: Firm, keys: readonly string[], withKeys = true) {
  const { now } = given(await here.as(here.users.boss).policies.of("SBX-1"));
  const found = approvalIn(here, keys, { number: now?.policy.number ?? "", hash: now?.hash ?? "" });
  const { request, opened } = found;
  given(await here.as(here.users.aisha).note("requested", { request: request.hash }));
  const data = { request: request.hash, approval: opened.hash, by: "Omar", ...(withKeys ? { keys } : {}) };
  given(await here.as(here.users.omar).note("approved", data));
  return found;
}

/** Sets a policy in which Omar is a database user without a key. */
async function withUsers(here: Firm): Promise<void> {
  const next = here.policy({ number: "2", keys: "optional" });
  const people = next.people.map((each) => (each.name === "Omar" ? { ...each, key: `user:${here.users.omar}` } : each));
  given(await here.as(here.users.boss).policies.set(signedPolicy({ ...next, people }, here.owner), "boss"));
}

/** Records a document as Aisha with a modified program; returns `done` or the server's error. */
function forged(here: Firm, what: Intent, how: Parameters<typeof forge>[2] = {}): string {
  const place = placeOf(here.folder);
  const database = given(openServer({ ...place.server, user: here.users.aisha }, here.schema));
  onTestFinished(() => database.close());
  try {
    forge(database, what, how);
    return "done";
  } catch (error) {
    return (error as Error).message;
  }
}

async function verified(journal: Journal): Promise<string> {
  const { damage } = given(await journal.verify());
  const lacking = given(await journal.policies.unapproved({ bodies: true }));
  return [damage ?? "sound", ...lacking.map(({ why }) => why)].join("; ");
}

interface Way {
  /** Makes an attempt as Aisha; returns the server's response. */
  readonly does: (here: Firm) => string | Promise<string>;
  /** The server's error; if there is none, `listed` is what `journal verify` reports afterwards. */
  readonly refused?: string;
  readonly listed?: string;
}

const bare = (here: Firm): string => record(documentOf(here));
const asAisha =
  (sql: (here: Firm) => string) =>
  (here: Firm): string =>
    here.psql(here.users.aisha, sql(here));
/** Lets Aisha create temporary tables first, which every server allows unless its owner forbids it. */
const withTemporary = (sql: (here: Firm) => string) => (here: Firm) => {
  here.hand.exec(`GRANT TEMPORARY ON DATABASE postgres TO ${here.users.aisha}`);
  return asAisha(sql)(here);
};
const none = "policy 1 asks for an approval of this document, and none is recorded";
const shadow = (here: Firm): string =>
  `CREATE TEMP TABLE pg_class AS SELECT 'record'::regclass::oid AS oid, '${here.users.aisha}'::regrole::oid AS relowner;`;

const ways: Record<string, Way> = {
  "a document without an approval": { does: asAisha(bare), refused: none },
  "temporary tables, which she may not make": {
    does: asAisha(shadow),
    refused: "permission denied to create temporary",
  },
  "a temporary pg_class that makes her the owner": {
    does: withTemporary((here) => shadow(here) + bare(here)),
    refused: none,
  },
  "a temporary note table without a policy": {
    does: withTemporary((here) => `CREATE TEMP TABLE note (LIKE ${here.schema}.note); ${bare(here)}`),
    refused: none,
  },
  "a temporary record table, in which nothing is armed": {
    does: withTemporary(
      (here) => `CREATE TEMP TABLE record AS SELECT 'AAAAAAA2' AS attempt, 'intent' AS type, '{}' AS data;
        ${record({}, { type: "armed" }).replace("INTO record", `INTO ${here.schema}.record`)}`,
    ),
    refused: "nothing was to be sent by this attempt",
  },
  "temporary functions and operators": {
    does: withTemporary(
      (here) => `CREATE FUNCTION pg_temp.needs_approval(jsonb, jsonb) RETURNS boolean LANGUAGE sql AS 'SELECT false';
        CREATE FUNCTION pg_temp.pg_has_role(name, oid, text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
        CREATE FUNCTION pg_temp.no(numeric, numeric) RETURNS boolean LANGUAGE sql AS 'SELECT true';
        CREATE OPERATOR pg_temp.< (LEFTARG = numeric, RIGHTARG = numeric, FUNCTION = pg_temp.no);
        SET search_path = pg_temp, ${here.schema}, pg_catalog; ${bare(here)}`,
    ),
    refused: none,
  },
  "a schema of her own": { does: asAisha(() => "CREATE SCHEMA mine"), refused: "permission denied" },
  "no rules": { does: asAisha(() => "ALTER TABLE record DISABLE TRIGGER ALL"), refused: "must be owner" },
  "a rule dropped": { does: asAisha(() => "DROP TRIGGER record_rule ON record"), refused: "must be owner" },
  "a rule of her own in its place": {
    does: asAisha(() => "CREATE OR REPLACE FUNCTION must_be_approved(jsonb, text) RETURNS void LANGUAGE sql AS ''"),
    refused: "permission denied",
  },
  "the session of a replica, in which no rule runs": {
    does: asAisha((here) => `SET session_replication_role = replica; ${bare(here)}`),
    refused: "permission denied",
  },
  "a rule that turns inserts away": {
    does: asAisha(() => "CREATE RULE aside AS ON INSERT TO note DO INSTEAD NOTHING"),
    refused: "must be owner",
  },
  "a record changed": { does: asAisha(() => "UPDATE record SET data = '{}'"), refused: "permission denied" },
  "the policy deleted": { does: asAisha(() => "DELETE FROM note WHERE type = 'policy'"), refused: "permission denied" },
  "all notes at once": { does: asAisha(() => "TRUNCATE note"), refused: "permission denied" },
  "a policy of her own": {
    does: asAisha(() => note("policy", { business_profile: "sbx-1", number: "2", envelope: "{}" })),
    refused: "may not set a policy",
  },
  "the owner's role, which she gives to herself": {
    does: asAisha(({ users }) => `GRANT selfbill_owner TO ${users.aisha}`),
    refused: "role",
  },
  "Omar's role": { does: asAisha(({ users }) => `SET ROLE ${users.omar}`), refused: "permission denied" },
  "Omar's session": {
    does: asAisha(({ users }) => `SET SESSION AUTHORIZATION ${users.omar}`),
    refused: "permission denied",
  },
  "a function with the rights of who made it": {
    does(here) {
      here.hand.exec(`GRANT CREATE ON SCHEMA public TO ${here.users.aisha}`);
      const made = `SET check_function_bodies = off;
        CREATE FUNCTION public.as_${here.schema}() RETURNS void SECURITY DEFINER LANGUAGE sql AS $$ ${bare(here)} $$`;
      return here.psql(here.users.aisha, `${made}; SELECT public.as_${here.schema}()`);
    },
    refused: none,
  },
  "COPY, which needs no INSERT": {
    does: asAisha((here) => {
      const what = documentOf(here);
      const row = ["2026-06-15", what.account, what.key, "AAAAAAA2", "intent", JSON.stringify(what)].join("\t");
      return `COPY record (at, account, key, attempt, type, data) FROM stdin;\n${row}\n\\.\n`;
    }),
    refused: none,
  },
  "Omar's name in her record": {
    does: asAisha((here) => {
      const by = { machine: "desk-1", user: "omar", databaseUser: here.users.omar };
      return record(documentOf(here, { by }));
    }),
    refused: "names another database user",
  },
  "an approval of her own request": {
    async does(here) {
      const { request, opened } = approvalIn(here, [documentOf(here).key], { number: "1", hash: "" });
      given(await here.as(here.users.aisha).note("requested", { request: request.hash }));
      return here.psql(here.users.aisha, note("approved", { request: request.hash, approval: opened.hash }));
    },
    refused: "requested this and cannot approve it",
  },
  "an approval that nobody recorded": {
    does: (here) => {
      const what = documentOf(here);
      const { approval } = approvalIn(here, [what.key], { number: "1", hash: "" });
      return here.psql(here.users.aisha, record({ ...what, approval }));
    },
    refused: "not given here by another database user",
  },
  "Omar's approval of another document": {
    async does(here) {
      const { approval } = await approved(here, [documentOf(here, { content: "another" }).key]);
      return here.psql(here.users.aisha, record({ ...documentOf(here), approval }));
    },
    refused: "for this document",
  },
  "Omar's approval of another document, recorded by an earlier selfbill": {
    async does(here) {
      const { approval, file } = await approved(here, [documentOf(here, { content: "another" }).key], false);
      const files = [sha256(file)];
      return forged(here, { ...documentOf(here), approval: { ...approval, files } }, { texts: [file, "{}"] });
    },
    listed: "none of its content was given",
  },
  "an approval that names no files": {
    async does(here) {
      const { approval } = await approved(here, [documentOf(here).key]);
      return forged(here, { ...documentOf(here), approval });
    },
    listed: "none of its content was given",
  },
  "Omar, without a key, by somebody else's note": {
    async does(here) {
      const what = documentOf(here);
      const { request, opened, approval } = await approved(here, [what.key]);
      await withUsers(here);
      const boss = here.as(here.users.boss);
      given(await boss.note("approved", { request: request.hash, approval: sha256("posed"), keys: [what.key] }));
      const policy = { ...approval.policy, number: "2" };
      const named = approval.approved.map((each) => ({
        ...each,
        key: `user:${here.users.omar}`,
        sha256: sha256("posed"),
      }));
      expect(opened.hash).toBe(approval.approved[0]?.sha256);
      return here.psql(here.users.aisha, record({ ...what, approval: { ...approval, policy, approved: named } }));
    },
    refused: "was not given here by another database user",
  },
  "a database user in place of a key who is none of the people": {
    async does(here) {
      const what = documentOf(here);
      const { request, approval } = await approved(here, [what.key]);
      await withUsers(here);
      const boss = here.as(here.users.boss);
      given(await boss.note("approved", { request: request.hash, approval: sha256("posed"), keys: [what.key] }));
      const policy = { ...approval.policy, number: "2" };
      const named = approval.approved.map((each) => ({
        ...each,
        key: `user:${here.users.boss}`,
        sha256: sha256("posed"),
      }));
      return here.psql(here.users.aisha, record({ ...what, approval: { ...approval, policy, approved: named } }));
    },
    refused: "was not given here by another database user",
  },
  "an approval under a policy that is no more in force": {
    async does(here) {
      const found = await approved(here, [documentOf(here).key]);
      const later = signedPolicy(here.policy({ number: "2" }), here.owner);
      given(await here.as(here.users.boss).policies.set(later, "boss"));
      return here.psql(here.users.aisha, record({ ...documentOf(here), approval: found.approval }));
    },
    refused: "policy 2 asks for the approval of 1 people, given under it",
  },
  "a day that is over, whose limit is not used": {
    async does(here) {
      const { approval } = await approved(here, [documentOf(here).key]);
      return here.psql(here.users.aisha, record({ ...documentOf(here), approval: { ...approval, day: "2026-01-01" } }));
    },
    refused: "counts to a day that is over",
  },
  "an exchange rate that makes it small": {
    does: asAisha((here) => record(documentOf(here, { currency: "USD", exchangeRate: { rate: "0.001" } }))),
    refused: none,
  },
  "a business profile in other letters": {
    does: asAisha((here) => record(documentOf(here, { businessProfileId: "sbx-1 " }))),
    refused: none,
  },
  "another business profile in the same account": {
    does: asAisha((here) => record(documentOf(here, { businessProfileId: "OTHER" }))),
    refused: none,
  },
  "the key of another content in the row than in the record": {
    does: asAisha((here) => record(documentOf(here)).replace(documentOf(here).key, "k")),
    refused: "of another content or account",
  },
  "something taken over that is sent": {
    does: asAisha((here) => {
      const what = { ...documentOf(here), takenOver: true };
      return `BEGIN; ${record(what)} ${record({ key: what.key }, { type: "armed" })} COMMIT`;
    }),
    refused: "nothing was to be sent by this attempt",
  },
  "something sent in another way, and taken over": {
    does(here) {
      const issueDate = gulfDay(new Date());
      return forged(here, { ...documentOf(here, { issueDate }), takenOver: true }, { armed: false, takenOver: true });
    },
    listed: "taken over from the service",
  },
  "a smaller amount in the record than in the body": {
    does(here) {
      const what = documentOf(here, { totals: { tax_inclusive_amount: "1", payable_amount: "1" } });
      return forged(here, what);
    },
    listed: "the body that was sent is not in the journal",
  },
  "a link of the chain changed": { does: asAisha(() => "UPDATE link SET hash = ''"), refused: "permission denied" },
  "a record without a link": {
    does: asAisha((here) => record(documentOf(here, { totals: { tax_inclusive_amount: "1" } }))),
    listed: 'rows of its table "record" are not in its chain',
  },
  "a link with a hash of her own": {
    does: asAisha(
      (here) => `${record(documentOf(here, { totals: { tax_inclusive_amount: "1" } }))}
        INSERT INTO link (sequence, source, row, hash) SELECT max(sequence) + 1, 'record', 1, 'f00' FROM link`,
    ),
    listed: "is not as it was recorded",
  },
  "a record before the first one": {
    does: asAisha(
      (here) => `${record(documentOf(here, { totals: { tax_inclusive_amount: "1" } }))
        .replace("(at,", "(sequence, at,")
        .replace("('2026", "(-1, '2026")}
        INSERT INTO link (sequence, source, row, hash) SELECT max(sequence) + 1, 'record', -1, 'f00' FROM link`,
    ),
    listed: "is not at the place where it was recorded",
  },
  "a created document in the tables alone": {
    does: asAisha(
      () => `INSERT INTO created (sequence, account, kind, id, document_number, file, version, created_at, currency, payable_amount, lines)
        VALUES (99, 'sandbox:SBX-1', 'invoice', 'id-9', '', '', '', '', 'AED', '1', '[]')`,
    ),
    listed: "created",
  },
  "a lock that nobody gets past": {
    does: asAisha(() => "BEGIN; LOCK TABLE note IN ACCESS EXCLUSIVE MODE"),
    refused: "permission denied",
  },
};

test.each(Object.entries(ways))("psql around the policy: %s", async (_, { does, refused, listed }) => {
  const here = await firm({ approval_from: "5000" });
  const before = await verified(here.as(here.users.boss));
  const said = await does(here);
  if (refused !== undefined) {
    expect(said).not.toBe("done");
    expect(said).toContain(refused);
    expect(await verified(here.as(here.users.boss))).toBe(before);
  } else {
    expect(said).toBe("done");
    expect(await verified(here.as(here.users.boss))).toContain(listed);
  }
});

test("more than twenty ways are tried", () => {
  expect(Object.keys(ways).length).toBeGreaterThan(20);
});
