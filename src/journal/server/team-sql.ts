import { withinPath } from "./within-path.ts";

/**
 * Returns the SQL for rights by company and user, and for removals from the team. A trigger derives the rights from
 * the signed policy in force, so users cannot write them; while any rights exist, recording for a company requires a
 * right for that company. The result of sending is recorded even if the sender has left the team in the meantime,
 * because others must see it. Idempotent.
 */
export function teamOnServer(s: string): string {
  const within = withinPath(s);
  return `CREATE TABLE IF NOT EXISTS company_right (
    business_profile TEXT COLLATE "C" NOT NULL, database_user TEXT COLLATE "C" NOT NULL, may TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (business_profile, database_user, may));
  CREATE INDEX IF NOT EXISTS note_team ON note ((data::jsonb->>'user'), sequence) WHERE type IN ('revoked', 'admitted');
  CREATE OR REPLACE FUNCTION profile_of(whose text) RETURNS text LANGUAGE sql IMMUTABLE ${within} AS
    $$ SELECT lower(btrim(regexp_replace(whose, '^(\\S+ |(sandbox|tunnel):)', ''))) $$;
  CREATE OR REPLACE FUNCTION may_here(who text, profile text, what text) RETURNS boolean LANGUAGE sql STABLE ${within} AS
    $$ SELECT NOT EXISTS (SELECT FROM ${s}.company_right) OR EXISTS (SELECT FROM ${s}.company_right
       WHERE business_profile = profile AND database_user = who AND may = what) $$;
  CREATE OR REPLACE FUNCTION is_revoked(who text) RETURNS boolean LANGUAGE sql STABLE ${within} AS
    $$ SELECT coalesce((SELECT type = 'revoked' FROM ${s}.note WHERE type IN ('revoked', 'admitted') AND data::jsonb->>'user' = who
       ORDER BY sequence DESC LIMIT 1), false) $$;
  CREATE OR REPLACE FUNCTION is_ended(who text, place bigint) RETURNS boolean LANGUAGE sql STABLE ${within} AS
    $$ SELECT EXISTS (SELECT FROM ${s}.note WHERE type = 'revoked' AND data::jsonb->>'user' = who AND sequence > place) $$;
  ${rightsOfPolicy(s)}
  ${demand(s)}
  ${recordTeamRule(s)}
  ${seenTeamRule(s)}`;
}

/** Returns the SQL for a trigger that replaces the rights that the previous policy granted for the company. */
const rightsOfPolicy = (
  s: string,
): string => `CREATE OR REPLACE FUNCTION policy_rights() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    ${withinPath(s)} AS $$
  DECLARE
    policy jsonb := convert_from(decode((NEW.data::jsonb->>'envelope')::jsonb->>'payload', 'base64'), 'UTF8')::jsonb;
    profile text := NEW.data::jsonb->>'business_profile';
  BEGIN
    DELETE FROM ${s}.company_right WHERE business_profile = profile;
    INSERT INTO ${s}.company_right (business_profile, database_user, may)
      SELECT DISTINCT profile, one->>'user', what
      FROM jsonb_array_elements(policy->'rights') AS one, jsonb_array_elements_text(one->'may') AS what
      WHERE NOT one ? 'business_profiles' OR EXISTS (
        SELECT FROM jsonb_array_elements_text(one->'business_profiles') AS named WHERE lower(btrim(named)) = profile);
    RETURN NULL;
  END $$;
  REVOKE ALL ON FUNCTION policy_rights() FROM PUBLIC;
  CREATE OR REPLACE TRIGGER policy_rights AFTER INSERT ON note FOR EACH ROW WHEN (NEW.type = 'policy')
    EXECUTE FUNCTION ${s}.policy_rights();`;

/**
 * SQL for functions that raise an error unless the user of this session is in the team (`demand_member`) or has a
 * given right for a company (`demand_right`).
 */
const demand = (s: string): string => `CREATE OR REPLACE FUNCTION demand_member() RETURNS void LANGUAGE plpgsql STABLE
    ${withinPath(s)} AS $$ BEGIN
    IF ${s}.is_revoked(session_user) THEN
      RAISE EXCEPTION 'the database user % is no longer in the team of this journal', session_user;
    END IF;
  END $$;
  CREATE OR REPLACE FUNCTION demand_right(whose text, what text) RETURNS void LANGUAGE plpgsql STABLE
    ${withinPath(s)} AS $$ BEGIN
    IF NOT coalesce(${s}.may_here(session_user, ${s}.profile_of(whose), what), false) THEN
      RAISE EXCEPTION 'the database user % may not % for business profile %', session_user, what, coalesce(${s}.profile_of(whose), '(none)');
    END IF;
  END $$;`;

const recordTeamRule = (
  s: string,
): string => `CREATE OR REPLACE FUNCTION record_team_rule() RETURNS trigger LANGUAGE plpgsql ${withinPath(s)} AS $$
  DECLARE named text;
  BEGIN
    IF ${s}.is_owner(TG_RELID) THEN RETURN NEW; END IF;
    IF NEW.type = 'result' AND EXISTS (SELECT FROM ${s}.record AS sent WHERE sent.attempt = NEW.attempt AND sent.type = 'intent'
        AND sent.account = NEW.account AND sent.data::jsonb#>>'{by,databaseUser}' = session_user) THEN
      RETURN NEW;
    END IF;
    PERFORM ${s}.demand_member();
    PERFORM ${s}.demand_right(NEW.account, 'send');
    IF NEW.type = 'intent' AND EXISTS (SELECT FROM ${s}.company_right) THEN
      named := lower(btrim(NEW.data::jsonb->>'businessProfileId'));
      IF named IS DISTINCT FROM ${s}.profile_of(NEW.account) THEN
        RAISE EXCEPTION 'the record is of business profile %, and its account is not', coalesce(named, '(none)');
      END IF;
    END IF;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER team_rule BEFORE INSERT ON record FOR EACH ROW EXECUTE FUNCTION ${s}.record_team_rule();`;

/** SQL for the rule that any right for the company is enough to record later states from the service. */
const seenTeamRule = (
  s: string,
): string => `CREATE OR REPLACE FUNCTION seen_team_rule() RETURNS trigger LANGUAGE plpgsql ${withinPath(s)} AS $$
  BEGIN
    IF ${s}.is_owner(TG_RELID) THEN RETURN NEW; END IF;
    PERFORM ${s}.demand_member();
    IF EXISTS (SELECT FROM ${s}.company_right) AND NOT EXISTS (SELECT FROM ${s}.company_right
        WHERE business_profile = ${s}.profile_of(NEW.account) AND database_user = session_user) THEN
      RAISE EXCEPTION 'the database user % has no right for business profile %', session_user, ${s}.profile_of(NEW.account);
    END IF;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER team_rule BEFORE INSERT ON seen FOR EACH ROW EXECUTE FUNCTION ${s}.seen_team_rule();`;
