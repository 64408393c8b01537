import type { Right } from "../../approval/index.ts";
import type { Database } from "../../database/index.ts";
import { type Problem, problem, typed } from "../../problem/index.ts";
import type { CompanyRight } from "../approving/team.ts";

/** Databases that support teams, remembered because a server never loses that support. */
const known = new WeakSet<Database>();

/** Whether the journal supports teams: false for a file, and for a server with rules from an earlier version. */
export function knowsTeam(database: Database): boolean {
  if (database.engine === "sqlite") return false;
  const isKnown =
    known.has(database) || database.get("SELECT to_regclass('company_right') IS NOT NULL AS found")?.found === true;
  if (isKnown) known.add(database);
  return isKnown;
}

/** Returns the rights of all users, sorted by company and user; empty if there are none. */
export function companyRights(database: Database): CompanyRight[] {
  if (!knowsTeam(database)) return [];
  const sql = `SELECT business_profile, database_user, array_to_json(array_agg(may ORDER BY may)) AS may FROM company_right
    GROUP BY business_profile, database_user ORDER BY business_profile, database_user`;
  return database.all(sql).map(({ business_profile, database_user, may }) => ({
    businessProfile: String(business_profile),
    user: String(database_user),
    may: (typeof may === "string" ? JSON.parse(may) : may) as Right[],
  }));
}

/**
 * Returns a problem if the user of this session was removed from the team, even if the user still has one of the
 * journal's roles; undefined otherwise.
 */
export function outOfTeam(database: Database): Problem | undefined {
  if (!knowsTeam(database)) return undefined;
  const sql =
    "SELECT session_user AS user, is_owner('record'::regclass::oid) AS owns, is_revoked(session_user) AS left";
  const { user, owns, left } = database.get(sql) ?? {};
  if (left !== true || owns === true) return undefined;
  const message = `Nothing was sent: the database user ${user} is no longer in the team of this journal, and can only read it.`;
  const hint = `The owner of the tables can take this user in again: selfbill team admit ${typed(String(user))} --journal postgres://OWNER@HOST/DATABASE`;
  return problem("no-right", message, hint);
}

/** Explains why the user of this session does not have this right for the account's company; undefined if they do. */
export function mayNotHere(database: Database, account: string, what: Right): string | undefined {
  if (!knowsTeam(database)) return undefined;
  const sql = `SELECT session_user AS user, is_owner('record'::regclass::oid) AS owns, is_revoked(session_user) AS left,
    profile_of(?) AS profile, may_here(session_user, profile_of(?), ?) AS may`;
  const { user, owns, left, profile, may } = database.get(sql, account, account, what) ?? {};
  if (owns === true) return undefined;
  if (left === true) return `the database user ${user} is no longer in the team of this journal`;
  return may === true ? undefined : `the database user ${user} may not ${what} for business profile ${profile}`;
}

/** SQL condition for a request or an approval that has ended because the user who recorded it left the team. */
export const endedWith = (database: Database, row: string): string =>
  knowsTeam(database) ? `is_ended(${row}.writer, ${row}.sequence)` : "FALSE";
