import { openApprovalFile, userOfKey } from "../../approval/index.ts";
import { fail, ok, type Problem, problem, type Result, suggest } from "../../problem/index.ts";
import { delegationRows } from "../approving/delegation-rows.ts";
import type { QueuedDecision } from "../approving/queue.ts";
import { queueRows } from "../approving/queue-rows.ts";
import type { ByWhom } from "../places/move.ts";
import { keptTexts } from "../store/kept-texts.ts";
import type { ServerAddress } from "./address.ts";
import { asOwner, type OwnersJournal } from "./as-owner.ts";
import { knowsTeam } from "./company-rights.ts";
import { ownerRole } from "./four-eyes-sql.ts";
import { readerRole, writerRole } from "./schema.ts";

/** The requests, approvals and delegations that ended when a user was removed from a team. */
export interface Revoked {
  /** Hashes (SHA-256, hex) of this user's requests that were not sent. */
  readonly requests: readonly string[];
  /** Hashes of other users' unsent requests that this user, or a delegate of this user, had approved. */
  readonly approvals: readonly string[];
  /**
   * Hashes (SHA-256, hex) of delegations that had not ended: those by this user, and those that name this user as the
   * delegate in place of a key.
   */
  readonly delegations: readonly string[];
  /** Number of the user's documents without a result. */
  readonly open: number;
  /**
   * Whether the user still has one of the journal's roles, because the owner may not revoke it or another role
   * includes it.
   */
  readonly keepsRole: boolean;
}

/**
 * Rights that a readmitted user already has and that readmission does not grant; they usually come from the
 * administrator.
 */
interface Admitted {
  /** Whether the database user has LOGIN. */
  readonly canSignIn: boolean;
  /** Whether the database user has the role that may send. */
  readonly canSend: boolean;
}

type Wanted = Pick<ByWhom, "by" | "now"> & { readonly user: string };

/**
 * Removes a user from the team, in one transaction. From then on, the server records nothing from this user except
 * the results of what they sent; their requests and approvals no longer count, and they lose the roles that the
 * journal's owner may revoke. Problems: `bad-usage`, `not-found`, any problem from `asOwner`.
 */
export function revokeOnServer(address: ServerAddress, wanted: Wanted): Promise<Result<Revoked>> {
  return asOwner(address, "team revoke", (journal) => journal.database.transaction(() => revoked(journal, wanted)));
}

function revoked(journal: OwnersJournal, { user, by, now }: Wanted): Result<Revoked> {
  const { database, notes } = journal;
  const wrong = notInTeam(journal, user, false);
  if (wrong) return fail(wrong);
  const waiting = queueRows({ database, kept: keptTexts(database) }).open();
  const requests = waiting.filter(({ writer }) => writer === user).map(({ hash }) => hash);
  const lent = delegationsOf(user, database);
  const isTheirs = ({ writer, isRejection, text = "" }: QueuedDecision): boolean => {
    if (isRejection || writer === user) return !isRejection;
    const { delegation } = openApprovalFile(text, { users: true }) ?? {};
    return delegation !== undefined && lent.includes(delegation.hash);
  };
  const approvals = waiting
    .filter(({ writer, decisions }) => writer !== user && decisions.some(isTheirs))
    .map(({ hash }) => hash);
  const at = new Date(now).toISOString();
  notes.add({ at, type: "revoked", data: { user, by, requests, approvals, delegations: lent } });
  database.exec(withoutRoles(user));
  const open = `SELECT count(*) AS open FROM unsettled JOIN record ON record.attempt = unsettled.attempt AND record.type = 'intent'
    WHERE record.data::jsonb#>>'{by,databaseUser}' = ?`;
  return ok({
    ...{ requests, approvals, delegations: lent },
    open: Number(database.get(open, user)?.open),
    keepsRole: database.get(`${roleSql} AS keeps FROM pg_roles WHERE rolname = ?`, user)?.keeps === true,
  });
}

/**
 * Returns the hashes of delegations that have not ended: those by this user, and those that name this user as the
 * delegate in place of a key.
 */
function delegationsOf(user: string, database: OwnersJournal["database"]): string[] {
  return delegationRows(database)
    .all()
    .flatMap(({ signed: { hash, delegation }, writer, ended }) => {
      const isTheirs = writer === user || userOfKey(delegation.to.key) === user;
      return isTheirs && ended === undefined ? [hash] : [];
    });
}

/**
 * Readmits a user to the team. Does not restore anything that the removal ended. Problems: as for `revokeOnServer`.
 */
export function admitOnServer(address: ServerAddress, { user, by, now }: Wanted): Promise<Result<Admitted>> {
  return asOwner(address, "team admit", (journal) =>
    journal.database.transaction(() => {
      const wrong = notInTeam(journal, user, true);
      if (wrong) return fail(wrong);
      journal.notes.add({ at: new Date(now).toISOString(), type: "admitted", data: { user, by } });
      const sql = `SELECT rolcanlogin AS enters, pg_has_role(oid, '${writerRole}', 'MEMBER') AS sends FROM pg_roles WHERE rolname = ?`;
      const { enters, sends } = journal.database.get(sql, user) ?? {};
      return ok({ canSignIn: enters === true, canSend: sends === true });
    }),
  );
}

/**
 * Checks whether this owner can sign in and add or remove this person. Call it before asking the owner anything.
 * Problems: as for `revokeOnServer`.
 */
export function canChangeTeam(
  address: ServerAddress,
  { user, action }: { readonly user: string; readonly action: "revoke" | "admit" },
): Promise<Result<void>> {
  return asOwner(address, `team ${action}`, (journal) => {
    const wrong = notInTeam(journal, user, action === "admit");
    return wrong ? fail(wrong) : ok(undefined);
  });
}

const roles = [writerRole, readerRole, ownerRole];
const roleSql = `SELECT ${roles.map((role) => `pg_has_role(oid, '${role}', 'MEMBER')`).join(" OR ")}`;

/**
 * Returns SQL that revokes the journal's roles from a user. A role that cannot be revoked here stays, and is
 * reported.
 */
function withoutRoles(user: string): string {
  const name = `'${user.replaceAll("'", "''")}'`;
  return `DO $$ BEGIN
    IF to_regrole(quote_ident(${name})) IS NOT NULL THEN EXECUTE format('REVOKE ${roles.join(", ")} FROM %I', ${name}); END IF;
  EXCEPTION WHEN insufficient_privilege THEN NULL;
  END $$`;
}

/** Returns a problem unless the user can be revoked and is in the required state: outside the team if `isOut`. */
function notInTeam({ database }: OwnersJournal, user: string, isOut: boolean): Problem | undefined {
  if (!knowsTeam(database)) {
    const message =
      "The rules of the server are those of an earlier selfbill, which knows no team. Nothing was changed.";
    return problem("bad-usage", message, `Bring them up to date: ${suggest`journal init`}`);
  }
  const sql = `SELECT is_revoked(?) AS is_out,
    (SELECT rolsuper OR pg_has_role(oid, (SELECT relowner FROM pg_class WHERE oid = 'record'::regclass), 'MEMBER')
      FROM pg_roles WHERE rolname = ?) AS owns,
    EXISTS (SELECT FROM pg_roles WHERE rolname = ?) OR EXISTS (SELECT FROM note WHERE writer = ?) AS is_known`;
  const { is_out, owns, is_known } = database.get(sql, user, user, user, user) ?? {};
  const seeList = "Who is in the team: selfbill team list";
  if (is_known !== true)
    return problem("not-found", `No database user is called ${JSON.stringify(user)}. Nothing was changed.`, seeList);
  if (owns === true) {
    const message = `The database user ${user} owns the tables or is a superuser, whom no rule holds. Nothing was changed.`;
    return problem("bad-usage", message, "Whoever runs the server takes that from them first.");
  }
  if ((is_out === true) === isOut) return undefined;
  const message = `The database user ${user} is ${isOut ? "not out of the team" : "out of the team already"}. Nothing was changed.`;
  return problem("bad-usage", message, seeList);
}
