import { openPolicy, profilesOf, type Right } from "../../approval/index.ts";
import type { Database } from "../../database/index.ts";
import { businessProfileName } from "../../document/index.ts";
import { parseJson } from "../../json/index.ts";
import { companyRights, knowsTeam, mayNotHere, outOfTeam } from "../server/company-rights.ts";
import type { CompanyRight, TeamMember, TeamRole } from "./team.ts";

/**
 * Reads the team and its rights, which are empty unless the journal is on a server. Must be called inside a transaction
 * or a read.
 */
export function teamRows(database: Database, textInForce: (businessProfileId: string) => string | undefined) {
  return {
    rights: (): CompanyRight[] => companyRights(database),
    mayNot: (account: string, what: Right): string | undefined => mayNotHere(database, account, what),
    whyOut: () => outOfTeam(database),
    forgedRights: (): string[] => (knowsTeam(database) ? forgedRights(database, textInForce) : []),
    members: (): TeamMember[] => (database.engine === "sqlite" ? [] : members(database)),
  };
}

/** Compares the table with the signed policy, because the owner of the tables could change rows. */
function forgedRights(database: Database, textInForce: (businessProfileId: string) => string | undefined): string[] {
  const there = companyRights(database);
  const sql = "SELECT DISTINCT data::jsonb->>'business_profile' AS profile FROM note WHERE type = 'policy'";
  const profiles = [
    ...database.all(sql).map(({ profile }) => String(profile)),
    ...there.map((each) => each.businessProfile),
  ];
  const linesOf = (all: readonly CompanyRight[]): string =>
    all
      .flatMap(({ user, may }) => may.map((each) => `${user} ${each}`))
      .sort()
      .join("\n");
  return [...new Set(profiles)].filter((profile) => {
    const own = there.filter(({ businessProfile }) => businessProfile === profile);
    return linesOf(own) !== linesOf(signedRights(profile, textInForce(profile)));
  });
}

function signedRights(profile: string, text: string | undefined): CompanyRight[] {
  const json = text === undefined ? undefined : parseJson(text);
  const signed = json?.ok ? openPolicy(json.value) : undefined;
  if (!signed || !profilesOf(signed.policy).includes(profile)) return [];
  const may = new Map<string, Set<Right>>();
  for (const right of signed.policy.rights ?? []) {
    if (right.business_profiles?.every((named) => businessProfileName(named) !== profile)) continue;
    may.set(right.user, new Set([...(may.get(right.user) ?? []), ...right.may]));
  }
  return [...may].map(([user, all]) => ({ businessProfile: profile, user, may: [...all].sort() }));
}

const rolesSql = `SELECT rolname AS user,
    pg_has_role(oid, (SELECT relowner FROM pg_class WHERE oid = 'record'::regclass), 'MEMBER') AS owner,
    pg_has_role(oid, 'selfbill_owner', 'MEMBER') AS policy, pg_has_role(oid, 'selfbill_writer', 'MEMBER') AS writes,
    pg_has_role(oid, 'selfbill_reader', 'MEMBER') AS reads
  FROM pg_roles WHERE rolcanlogin AND NOT rolsuper`;

/** Selects when each user last recorded something. */
const lastSql = `SELECT name, max(at) AS at FROM (
    SELECT data::jsonb#>>'{by,databaseUser}' AS name, at FROM record WHERE type = 'intent'
    UNION ALL SELECT writer, at FROM note) AS each WHERE name IS NOT NULL GROUP BY name`;

const namesSql = `SELECT DISTINCT ON (writer) writer, data FROM note WHERE type IN ('requested', 'approved', 'rejected')
  ORDER BY writer, sequence DESC`;

const hereSql = `SELECT DISTINCT usename AS name FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = current_setting('application_name')`;

const revokedSql = `SELECT DISTINCT ON (data::jsonb->>'user') data::jsonb->>'user' AS name, type, at FROM note
  WHERE type IN ('revoked', 'admitted') ORDER BY data::jsonb->>'user', sequence DESC`;

function members(database: Database): TeamMember[] {
  const rights = companyRights(database);
  const roles = new Map<string, TeamRole[]>();
  for (const { user, owner, policy, writes, reads } of database.all(rolesSql)) {
    const all = { owner, policy, writes, reads };
    const own = (["owner", "policy", "writes", "reads"] as const).filter((each) => all[each] === true);
    if (own.length > 0) roles.set(String(user), own);
  }
  const lastAt = byName(database.all(lastSql), "at");
  const names = new Map(database.all(namesSql).map(({ writer, data }) => [String(writer), nameIn(String(data))]));
  const here = new Set(database.all(hereSql).map(({ name }) => String(name)));
  const revoked = byName(
    database.all(revokedSql).filter(({ type }) => type === "revoked"),
    "at",
  );
  const all = new Set([...roles.keys(), ...lastAt.keys(), ...revoked.keys(), ...rights.map(({ user }) => user)]);
  return [...all].sort().map((user) => ({
    user,
    roles: roles.get(user) ?? [],
    rights: rights.filter((each) => each.user === user),
    name: names.get(user),
    isHere: here.has(user),
    lastAt: lastAt.get(user),
    revokedAt: revoked.get(user),
  }));
}

function byName(rows: readonly Record<string, unknown>[], column: string): Map<string, string> {
  return new Map(rows.map((row) => [String(row.name), String(row[column])]));
}

function nameIn(data: string): string | undefined {
  const { by } = JSON.parse(data) as { by?: unknown };
  const name = typeof by === "object" && by !== null && "name" in by ? by.name : by;
  return typeof name === "string" ? name : undefined;
}
