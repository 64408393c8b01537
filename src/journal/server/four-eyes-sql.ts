/** The role that sets the policy of approvals; whoever made the tables may do so too. */
export const ownerRole = "selfbill_owner";

/**
 * What the server itself holds to, whatever program speaks to it: it stamps every note with the user of its session; only an owner sets a
 * policy; nobody records an approval of what they requested; and no document is recorded as approved whose approvals were not given here by
 * other users than who requested it. It cannot verify a signature: selfbill does, before. The owner of the tables is free of it, who could
 * remove these rules as well. Repeatable.
 */
export function fourEyesOnServer(schemaName: string): string {
  return `ALTER TABLE note ADD COLUMN IF NOT EXISTS writer TEXT COLLATE "C" NOT NULL DEFAULT session_user;
  CREATE INDEX IF NOT EXISTS note_request ON note ((data::jsonb->>'request')) WHERE type IN ('requested', 'approved');
  CREATE OR REPLACE FUNCTION is_owner(relation oid) RETURNS boolean LANGUAGE sql STABLE AS
    $$ SELECT pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = relation), 'MEMBER') $$;
  CREATE OR REPLACE FUNCTION requested_by(asked text) RETURNS SETOF text LANGUAGE sql STABLE SET search_path = ${schemaName} AS
    $$ SELECT writer FROM note WHERE type = 'requested' AND data::jsonb->>'request' = asked $$;
  CREATE OR REPLACE FUNCTION approved_by(asked text, approval text) RETURNS SETOF text LANGUAGE sql STABLE SET search_path = ${schemaName} AS
    $$ SELECT writer FROM note WHERE type = 'approved' AND data::jsonb->>'request' = asked AND data::jsonb->>'approval' = approval
       AND writer NOT IN (SELECT requested_by(asked)) $$;
  ${noteRule(schemaName)}
  ${recordRule(schemaName)}`;
}

const noteRule = (
  schemaName: string,
): string => `CREATE OR REPLACE FUNCTION note_rule() RETURNS trigger LANGUAGE plpgsql
    SET search_path = ${schemaName} AS $$
  DECLARE asked text := NEW.data::jsonb->>'request';
  BEGIN
    NEW.writer := session_user;
    IF is_owner(TG_RELID) THEN RETURN NEW; END IF;
    IF NEW.type = 'policy' AND NOT pg_has_role(session_user, '${ownerRole}', 'MEMBER') THEN
      RAISE EXCEPTION 'the database user % may not set a policy, which only ${ownerRole} may', session_user;
    END IF;
    IF NEW.type = 'approved' AND NOT EXISTS (SELECT requested_by(asked)) THEN
      RAISE EXCEPTION 'the request was not recorded in this journal';
    END IF;
    IF NEW.type = 'approved' AND session_user IN (SELECT requested_by(asked)) THEN
      RAISE EXCEPTION 'the database user % requested this and cannot approve it', session_user;
    END IF;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER note_rule BEFORE INSERT ON note FOR EACH ROW EXECUTE FUNCTION note_rule();`;

const recordRule = (
  schemaName: string,
): string => `CREATE OR REPLACE FUNCTION record_rule() RETURNS trigger LANGUAGE plpgsql
    SET search_path = ${schemaName} AS $$
  DECLARE
    told jsonb := NEW.data::jsonb;
    asked text := told#>>'{approval,requested,sha256}';
    needed bigint;
    given bigint;
  BEGIN
    IF is_owner(TG_RELID) THEN RETURN NEW; END IF;
    IF told#>>'{by,databaseUser}' IS DISTINCT FROM session_user THEN
      RAISE EXCEPTION 'the record names another database user than %', session_user;
    END IF;
    IF NOT told ? 'approval' THEN RETURN NEW; END IF;
    SELECT count(*), count(DISTINCT approver) INTO needed, given
      FROM jsonb_array_elements(told#>'{approval,approved}') AS one
      LEFT JOIN LATERAL (SELECT min(by_whom) AS approver FROM approved_by(asked, one->>'sha256') AS by_whom) AS found ON true;
    IF needed = 0 OR given < needed THEN
      RAISE EXCEPTION 'the approval was not given here by another database user than who requested it';
    END IF;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER record_rule BEFORE INSERT ON record FOR EACH ROW WHEN (NEW.type = 'intent')
    EXECUTE FUNCTION record_rule();`;
