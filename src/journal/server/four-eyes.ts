import { type ApprovalFile, userOfKey } from "../../approval/index.ts";
import type { Database } from "../../database/index.ts";
import { knowsTeam } from "./company-rights.ts";
import { rulesVersion } from "./four-eyes-sql.ts";

/**
 * Explains why the request and its approvals do not count as recorded by different database users, which a journal on a
 * server requires (four-eyes-sql.ts makes the server enforce this as well). Undefined if they do, for a journal in a
 * file, and for the owner of the tables.
 */
export function notByTwoUsers(database: Database, files: readonly ApprovalFile[]): string | undefined {
  if (database.engine === "sqlite" || isOwner(database, "record")) return undefined;
  const approvers = new Set<string>();
  for (const { request, hash, decision } of files) {
    const row = database.get("SELECT min(writer) AS writer FROM approved_by(?, ?) AS writer", request.hash, hash);
    if (typeof row?.writer !== "string")
      return `the approval of ${decision.by.name} is not recorded in this journal by another database user than who requested it`;
    approvers.add(row.writer);
    const left = endedSince(database, request.hash, hash);
    if (left !== undefined) return left;
  }
  return approvers.size < files.length ? "two approvals are recorded by the same database user" : undefined;
}

/**
 * Explains that a request or an approval ended before it was used, because its database user has left the team;
 * undefined if neither ended.
 */
function endedSince(database: Database, request: string, approval: string): string | undefined {
  if (!knowsTeam(database)) return undefined;
  const sql = `SELECT type, writer FROM note WHERE data::jsonb->>'request' = ? AND is_ended(writer, sequence)
    AND (type = 'requested' OR (type = 'approved' AND data::jsonb->>'approval' = ?)) LIMIT 1`;
  const row = database.get(sql, request, approval);
  const what = row?.type === "requested" ? "requested" : "approved";
  return row && `the database user ${row.writer}, who ${what} it, left the team since`;
}

/**
 * Explains which database user, named in a file in place of a key, did not record the request, approval or delegation
 * in this journal. Undefined if all of them did, or if the files have signatures. Only the server can tell, because it
 * stores who recorded each row.
 */
export function notByNamedUsers(database: Database, files: readonly ApprovalFile[]): string | undefined {
  for (const { request, hash, decision, delegation } of files) {
    const requester = userOfKey(request.request.by.key);
    const approver = userOfKey(decision.by.key);
    const lender = userOfKey(delegation?.delegation.by.key ?? "");
    if (requester === undefined && approver === undefined && lender === undefined) continue;
    if (database.engine === "sqlite")
      return "it has no signature, and this journal is not on a server that knows its users";
    const asked = "SELECT 1 AS found FROM requested_by(?) AS writer WHERE writer = ?";
    if (requester !== undefined && !database.get(asked, request.hash, requester))
      return `the database user ${requester} did not record the request of ${request.request.by.name} in this journal`;
    const given = "SELECT 1 AS found FROM approved_by(?, ?) AS writer WHERE writer = ?";
    if (approver !== undefined && !database.get(given, request.hash, hash, approver))
      return `the database user ${approver} did not record the approval of ${decision.by.name} in this journal`;
    if (lender !== undefined && !database.get(lent, delegation?.hash ?? "", lender))
      return `the database user ${lender} did not record the delegation to ${decision.by.name} in this journal`;
  }
  return undefined;
}

const lent = "SELECT 1 AS found FROM note WHERE type = 'delegated' AND data::jsonb->>'delegation' = ? AND writer = ?";

export function mayNotSetPolicies(database: Database): boolean {
  if (database.engine === "sqlite" || isOwner(database, "note")) return false;
  return database.get("SELECT pg_has_role(session_user, 'selfbill_owner', 'MEMBER') AS may")?.may !== true;
}

/** Whether the server enforces rules from an earlier version. */
export function hasOldRules(database: Database): boolean {
  if (database.engine === "sqlite") return false;
  const sql = "SELECT obj_description('record_rule()'::regprocedure, 'pg_proc') AS version";
  const [number = 1] = /\d+$/.exec(String(database.get(sql)?.version)) ?? [];
  return Number(number) < rulesVersion;
}

export function isOwner(database: Database, table: string): boolean {
  return database.get("SELECT is_owner(?::regclass::oid) AS is_owner", table)?.is_owner === true;
}
