import { dollarRates, knownRates, lowestRates } from "../../document/index.ts";
import { delegationsOnServer } from "./delegation-sql.ts";
import { teamOnServer } from "./team-sql.ts";
import { withinPath } from "./within-path.ts";

/** The role that may set the approval policy; the owner of the tables may do so too. */
export const ownerRole = "selfbill_owner";

/**
 * Notes that only the owner of the tables may write: for changes to the team, closing the journal, and resolving
 * damage.
 */
const ownersNotes = [
  ...["revoked", "admitted", "repaired", "damage-accepted", "restored", "purged", "merged", "imported", "taken-over"],
  ...["moved", "put-aside", "backup", "to-new-computer", "arrived", "stays-open", "opened"],
];

/**
 * The version of the rules that the server enforces, to be increased with every change. A server with rules from an
 * earlier version keeps working.
 */
export const rulesVersion = 5;

/**
 * Returns the SQL for the rules that the server itself enforces for every client program. The server stamps rows with
 * the time of its own clock, and notes also with the user of the session. Only an owner sets a policy. Users cannot
 * record approvals of their own requests. A document is recorded as about to be sent only with the approvals that the
 * policy in force requires, for exactly that content, recorded by users other than the requester. Amounts come from
 * the record and the policy from its note, so there is no copy that could differ. The server cannot verify a
 * signature: selfbill does so before it sends and in `journal verify`. The owner of the tables is exempt, because the
 * owner could remove these rules anyway. Every function qualifies table names with the schema and never searches the
 * session's temporary tables, which anybody may create under any name. Idempotent.
 */
export function fourEyesOnServer(schemaName: string): string {
  const s = schemaName;
  const within = withinPath(s);
  return `ALTER TABLE note ADD COLUMN IF NOT EXISTS writer TEXT COLLATE "C" NOT NULL DEFAULT session_user;
  CREATE INDEX IF NOT EXISTS note_request ON note ((data::jsonb->>'request')) WHERE type IN ('requested', 'approved');
  CREATE INDEX IF NOT EXISTS note_policy ON note (sequence) WHERE type = 'policy';
  CREATE OR REPLACE FUNCTION is_owner(relation oid) RETURNS boolean LANGUAGE sql STABLE ${within} AS
    $$ SELECT pg_catalog.pg_has_role(session_user, (SELECT relowner FROM pg_catalog.pg_class WHERE oid = relation), 'MEMBER') $$;
  CREATE OR REPLACE FUNCTION requested_by(asked text) RETURNS SETOF text LANGUAGE sql STABLE ${within} AS
    $$ SELECT writer FROM ${s}.note WHERE type = 'requested' AND data::jsonb->>'request' = asked $$;
  CREATE OR REPLACE FUNCTION approved_by(asked text, approval text) RETURNS SETOF text LANGUAGE sql STABLE ${within} AS
    $$ SELECT writer FROM ${s}.note WHERE type = 'approved' AND data::jsonb->>'request' = asked AND data::jsonb->>'approval' = approval
       AND writer NOT IN (SELECT ${s}.requested_by(asked)) $$;
  ${userRule(s)}
  ${teamOnServer(s)}
  ${delegationsOnServer(s)}
  ${stampRule(s)}
  ${noteRule(s)}
  ${need(s)}
  ${recordRule(s)}
  COMMENT ON FUNCTION record_rule() IS 'rules ${rulesVersion}';`;
}

/**
 * Lets only users with one of the journal's roles use the database, and forbids temporary tables in it. If others
 * share the database, its owner grants them CONNECT by name. Idempotent.
 */
export function rightsOnDatabase(roles: readonly string[]): string {
  const all = roles.join(", ");
  const lacking = roles.map((role) => `NOT has_database_privilege('${role}', current_database(), 'CONNECT')`);
  return `DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('selfbill rights'));
    IF has_database_privilege('public', current_database(), 'CONNECT') OR has_database_privilege('public', current_database(), 'TEMP')
      OR ${lacking.join(" OR ")} THEN
      EXECUTE format('GRANT CONNECT ON DATABASE %I TO ${all}', current_database());
      EXECUTE format('REVOKE TEMPORARY, CONNECT ON DATABASE %I FROM PUBLIC', current_database());
    END IF;
  END $$;`;
}

/**
 * SQL for a function that tests whether a database user may act as the person with this key, and whether the policy
 * allows that person the action; without `what`, the person only has to be in the policy. The server cannot verify the
 * signature of a key, so it accepts any user for a key.
 */
const userRule = (
  s: string,
): string => `CREATE OR REPLACE FUNCTION stands_for(who text, key text, what text, policy jsonb)
    RETURNS boolean LANGUAGE sql IMMUTABLE ${withinPath(s)} AS $$
    SELECT CASE WHEN key LIKE 'user:%' THEN key = 'user:' || who AND (policy IS NULL OR coalesce(policy->>'keys' = 'optional', false)
      AND EXISTS (SELECT FROM jsonb_array_elements(policy->'people') AS one
        WHERE one->>'key' = key AND (what IS NULL OR one->'may' ? what)))
      ELSE true END $$;`;

/** Stamps rows with the server's time, because the client's clock may be wrong or manipulated. */
const stampRule = (s: string): string => {
  const tables = ["record", "note", "seen"].map(
    (table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS stamped timestamptz;
  CREATE OR REPLACE TRIGGER stamp_rule BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ${s}.stamp_rule();`,
  );
  return `CREATE OR REPLACE FUNCTION stamp_rule() RETURNS trigger LANGUAGE plpgsql ${withinPath(s)} AS
    $$ BEGIN NEW.stamped := pg_catalog.clock_timestamp(); RETURN NEW; END $$;
  ${tables.join("\n  ")}`;
};

const noteRule = (s: string): string => `CREATE OR REPLACE FUNCTION note_rule() RETURNS trigger LANGUAGE plpgsql
    ${withinPath(s)} AS $$
  DECLARE
    asked text := NEW.data::jsonb->>'request';
    whose text;
  BEGIN
    NEW.writer := session_user;
    IF ${s}.is_owner(TG_RELID) THEN RETURN NEW; END IF;
    PERFORM ${s}.demand_member();
    IF NEW.type IN (${ownersNotes.map((type) => `'${type}'`).join(", ")}) THEN
      RAISE EXCEPTION 'the database user % may not record "%", which only the owner of the tables may', session_user, NEW.type;
    END IF;
    IF NEW.type = 'policy' AND NOT pg_catalog.pg_has_role(session_user, '${ownerRole}', 'MEMBER') THEN
      RAISE EXCEPTION 'the database user % may not set a policy, which only ${ownerRole} may', session_user;
    END IF;
    SELECT data::jsonb->>'account' INTO whose FROM ${s}.note
      WHERE type = 'requested' AND data::jsonb->>'request' = asked AND NOT ${s}.is_ended(writer, sequence) LIMIT 1;
    IF NEW.type = 'approved' AND NOT FOUND THEN
      RAISE EXCEPTION 'the request was not recorded in this journal, or its requester left the team';
    END IF;
    IF NEW.type = 'requested' THEN PERFORM ${s}.demand_right(NEW.data::jsonb->>'account', 'request'); END IF;
    IF NEW.type IN ('delegated', 'undelegated') THEN PERFORM ${s}.demand_delegation(NEW.type, NEW.data::jsonb); END IF;
    IF NEW.type IN ('approved', 'rejected') AND NEW.data::jsonb ? 'delegation' THEN
      IF ${s}.lent_by(NEW.data::jsonb->>'delegation', session_user, NULL, whose, asked,
          ${s}.policy_of(jsonb_build_object('businessProfileId', ${s}.profile_of(whose)), whose)) IS NULL THEN
        RAISE EXCEPTION 'no delegation that counts today lets the database user % decide this in another person''s place', session_user;
      END IF;
    ELSIF NEW.type IN ('approved', 'rejected') THEN PERFORM ${s}.demand_right(whose, 'approve');
    END IF;
    IF NEW.type = 'approved' AND session_user IN (SELECT ${s}.requested_by(asked)) THEN
      RAISE EXCEPTION 'the database user % requested this and cannot approve it', session_user;
    END IF;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER note_rule BEFORE INSERT ON note FOR EACH ROW EXECUTE FUNCTION ${s}.note_rule();`;

/** Returns the SQL equivalent of `needsApproval`. */
function need(s: string): string {
  const within = withinPath(s);
  const listOf = (codes: Iterable<string>): string => [...codes].map((code) => `'${code}'`).join(", ");
  const lowest = [...lowestRates].map(([code, least]) => `('${code}', ${least})`).join(", ");
  const near = [...knownRates.tied].map(([code, [least, most]]) => {
    const [from, to] = code === "USD" ? dollarRates : [least, most];
    return `WHEN '${code}' THEN rate NOT BETWEEN ${from} AND ${to}`;
  });
  return `CREATE OR REPLACE FUNCTION counted_amount(told jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE ${within} AS $$
    SELECT round(abs((told#>>'{totals,tax_inclusive_amount}')::numeric) * CASE WHEN told->>'currency' = 'AED' THEN 1 ELSE
      greatest((told#>>'{exchangeRate,rate}')::numeric,
        (SELECT least FROM (VALUES ${lowest}) AS lowest (code, least) WHERE code = told->>'currency')) END, 2) $$;
  CREATE OR REPLACE FUNCTION rate_is_doubtful(code text, rate numeric) RETURNS boolean LANGUAGE sql IMMUTABLE ${within} AS $$
    SELECT code <> 'AED' AND (rate IS NULL OR code NOT IN (${listOf(lowestRates.keys())}) OR CASE code ${near.join(" ")}
      ELSE CASE WHEN code IN (${listOf(knownRates.dearer)}) THEN rate <= 1 OR rate > ${knownRates.dearest} ELSE rate <= 0 OR rate >= 1 END END) $$;
  CREATE OR REPLACE FUNCTION needs_approval(told jsonb, policy jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE ${within} AS $$
    SELECT coalesce(${s}.counted_amount(told) < (policy->>'approval_from')::numeric, false) IS FALSE
      OR coalesce(${s}.rate_is_doubtful(told->>'currency', (told#>>'{exchangeRate,rate}')::numeric), true)
      OR coalesce(told->'overridden' ? '--accept-changed-supplier', false) $$;
  CREATE OR REPLACE FUNCTION policy_of(told jsonb, whose text) RETURNS jsonb LANGUAGE sql STABLE ${within} AS $$
    SELECT convert_from(decode((data::jsonb->>'envelope')::jsonb->>'payload', 'base64'), 'UTF8')::jsonb FROM ${s}.note
      WHERE type = 'policy' AND (data::jsonb->>'business_profile' = lower(btrim(told->>'businessProfileId'))
        OR right(lower(whose), length(data::jsonb->>'business_profile') + 1) = ':' || (data::jsonb->>'business_profile'))
      ORDER BY sequence DESC LIMIT 1 $$;`;
}

const recordRule = (
  s: string,
): string => `CREATE OR REPLACE FUNCTION must_be_approved(told jsonb, whose text) RETURNS void LANGUAGE plpgsql
    STABLE ${withinPath(s)} AS $$
  DECLARE
    policy jsonb := ${s}.policy_of(told, whose);
    asked text := told#>>'{approval,requested,sha256}';
    named bigint;
    given bigint;
  BEGIN
    IF NOT told ? 'approval' THEN
      IF policy IS NOT NULL AND ${s}.needs_approval(told, policy) THEN
        RAISE EXCEPTION 'policy % asks for an approval of this document, and none is recorded', policy->>'number';
      END IF;
      RETURN;
    END IF;
    SELECT count(*), least(count(DISTINCT approver), count(DISTINCT place)) INTO named, given
      FROM jsonb_array_elements(told#>'{approval,approved}') AS one
      LEFT JOIN LATERAL (SELECT writer AS approver, ${s}.in_place_of(writer, one, whose, asked, policy) AS place FROM ${s}.note
        WHERE type = 'approved' AND data::jsonb->>'request' = asked AND data::jsonb->>'approval' = one->>'sha256'
          AND (NOT data::jsonb ? 'keys' OR data::jsonb->'keys' ? (told->>'key'))
          AND data::jsonb->>'delegation' IS NOT DISTINCT FROM one#>>'{for,sha256}' AND NOT ${s}.is_ended(writer, sequence)
          AND writer NOT IN (SELECT ${s}.requested_by(asked))
        ORDER BY place, writer LIMIT 1) AS found ON found.place IS NOT NULL;
    IF named = 0 OR given < named THEN
      RAISE EXCEPTION 'the approval was not given here by another database user than who requested it, for this document';
    END IF;
    IF NOT EXISTS (SELECT FROM ${s}.note WHERE type = 'requested' AND data::jsonb->>'request' = asked
        AND ${s}.stands_for(writer, told#>>'{approval,requested,key}', 'request', policy)
        AND ${s}.may_here(writer, ${s}.profile_of(whose), 'request') AND NOT ${s}.is_ended(writer, sequence)) THEN
      RAISE EXCEPTION 'the request was not recorded here by the database user whom the approval names';
    END IF;
    IF policy IS NULL THEN RETURN; END IF;
    IF given < (policy->>'approvals')::bigint OR told#>>'{approval,policy,number}' IS DISTINCT FROM policy->>'number' THEN
      RAISE EXCEPTION 'policy % asks for the approval of % people, given under it', policy->>'number', policy->>'approvals';
    END IF;
    IF coalesce((told#>>'{approval,day}')::date < ((clock_timestamp() - interval '1 hour') AT TIME ZONE 'Asia/Dubai')::date, true) THEN
      RAISE EXCEPTION 'the approval counts to a day that is over';
    END IF;
  END $$;
  CREATE OR REPLACE FUNCTION record_rule() RETURNS trigger LANGUAGE plpgsql ${withinPath(s)} AS $$
  DECLARE told jsonb;
  BEGIN
    IF ${s}.is_owner(TG_RELID) THEN RETURN NEW; END IF;
    IF NEW.type = 'armed' THEN
      SELECT data::jsonb INTO told FROM ${s}.record WHERE attempt = NEW.attempt AND type = 'intent';
      IF told IS NULL OR told ? 'takenOver' THEN RAISE EXCEPTION 'nothing was to be sent by this attempt'; END IF;
      PERFORM ${s}.must_be_approved(told, NEW.account);
      RETURN NEW;
    END IF;
    told := NEW.data::jsonb;
    IF told#>>'{by,databaseUser}' IS DISTINCT FROM session_user THEN
      RAISE EXCEPTION 'the record names another database user than %', session_user;
    END IF;
    IF told->>'key' <> NEW.key OR told->>'account' <> NEW.account THEN
      RAISE EXCEPTION 'the record is of another content or account than it says';
    END IF;
    IF NOT told ? 'takenOver' THEN PERFORM ${s}.must_be_approved(told, NEW.account); END IF;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER record_rule BEFORE INSERT ON record FOR EACH ROW WHEN (NEW.type IN ('intent', 'armed'))
    EXECUTE FUNCTION ${s}.record_rule();`;
