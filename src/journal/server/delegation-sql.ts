import { withinPath } from "./within-path.ts";

/**
 * Returns the SQL for delegations. A delegation is a note recorded by the approver's own database user. The server
 * compares the delegation's dates with its own clock when the approval is recorded, and when the document is claimed
 * and sent. A delegation ends when the approver records its end, or when either person leaves the team. The
 * approver's rights apply. Idempotent.
 */
export function delegationsOnServer(s: string): string {
  const within = withinPath(s);
  return `CREATE INDEX IF NOT EXISTS note_delegation ON note ((data::jsonb->>'delegation')) WHERE type IN ('delegated', 'undelegated');
  CREATE OR REPLACE FUNCTION signed_in(envelope text) RETURNS bytea LANGUAGE sql IMMUTABLE ${within} AS
    $$ SELECT decode(envelope::jsonb->>'payload', 'base64') $$;
  CREATE OR REPLACE FUNCTION lent_by(lent text, who text, key text, whose text, asked text, policy jsonb) RETURNS text
    LANGUAGE sql STABLE ${within} AS $$
    SELECT given.writer FROM ${s}.note AS given,
      LATERAL (SELECT convert_from(${s}.signed_in(given.data::jsonb->>'envelope'), 'UTF8')::jsonb AS said) AS opened
    WHERE given.type = 'delegated' AND given.data::jsonb->>'delegation' = lent
      AND said#>>'{to,key}' = coalesce(key, said#>>'{to,key}')
      AND ${s}.stands_for(who, said#>>'{to,key}', NULL, policy) AND ${s}.stands_for(given.writer, said#>>'{by,key}', 'approve', policy)
      AND said->'business_profiles' ? ${s}.profile_of(whose) AND ${s}.may_here(given.writer, ${s}.profile_of(whose), 'approve')
      AND (clock_timestamp() AT TIME ZONE 'Asia/Dubai')::date BETWEEN (said#>>'{from}')::date AND (said#>>'{until}')::date
      AND given.writer <> who AND given.writer NOT IN (SELECT ${s}.requested_by(asked))
      AND NOT ${s}.is_ended(given.writer, given.sequence) AND NOT ${s}.is_ended(who, given.sequence)
      AND NOT EXISTS (SELECT FROM ${s}.note WHERE type = 'undelegated' AND data::jsonb->>'delegation' = lent)
    LIMIT 1 $$;
  CREATE OR REPLACE FUNCTION in_place_of(who text, one jsonb, whose text, asked text, policy jsonb) RETURNS text
    LANGUAGE sql STABLE ${within} AS $$
    SELECT CASE WHEN one ? 'for' THEN ${s}.lent_by(one#>>'{for,sha256}', who, one->>'key', whose, asked, policy)
      WHEN ${s}.stands_for(who, one->>'key', 'approve', policy) AND ${s}.may_here(who, ${s}.profile_of(whose), 'approve') THEN who END $$;
  ${demandDelegation(s)}`;
}

/** SQL for a function that raises an error unless the user of this session may record this delegation or its end. */
const demandDelegation = (s: string): string => `CREATE OR REPLACE FUNCTION demand_delegation(what text, data jsonb)
    RETURNS void LANGUAGE plpgsql STABLE ${withinPath(s)} AS $$
  DECLARE
    signed bytea := ${s}.signed_in(data->>'envelope');
    lent text := data->>'delegation';
  BEGIN
    IF what = 'undelegated' THEN
      IF NOT EXISTS (SELECT FROM ${s}.note AS given WHERE type = 'delegated' AND given.data::jsonb->>'delegation' = lent
          AND writer = session_user) THEN
        RAISE EXCEPTION 'the database user % did not record this delegation and cannot end it', session_user;
      END IF;
      RETURN;
    END IF;
    IF encode(sha256(signed), 'hex') IS DISTINCT FROM lent
      OR NOT coalesce(${s}.stands_for(session_user, convert_from(signed, 'UTF8')::jsonb#>>'{by,key}', 'approve', NULL), false) THEN
      RAISE EXCEPTION 'the delegation is not one of the database user %', session_user;
    END IF;
    IF EXISTS (SELECT FROM ${s}.note AS given WHERE type = 'delegated' AND given.data::jsonb->>'delegation' = lent) THEN
      RAISE EXCEPTION 'the delegation is recorded already';
    END IF;
  END $$;`;
