import type { ServerDatabase } from "../../database/index.ts";
import { outOfTeam } from "./company-rights.ts";
import { isOwner } from "./four-eyes.ts";
import { ownerRole } from "./four-eyes-sql.ts";
import type { ServerIdentity } from "./identity.ts";

/** The state of a journal's server, for its administrator, limited to what this user may see. */
export interface ServerAbout extends ServerIdentity {
  readonly version: string;
  readonly encoding: string;
  readonly database: string;
  readonly user: string;
  /** Whether the user may record, may set approval policies, owns the tables, or is a superuser. */
  readonly may: { readonly send: boolean; readonly setPolicies: boolean; readonly own: boolean; readonly all: boolean };
  /** Whether this user was removed from the team but still has a role. */
  readonly isOut: boolean;
  /**
   * Encryption of the connection; absent if it is not encrypted. `until`: when the server's certificate expires, in
   * Unix milliseconds.
   */
  readonly tls?: { readonly protocol: string; readonly until?: number | undefined } | undefined;
  readonly isStandby: boolean;
  /** Number of connected standbys and other programs that receive the write-ahead log. */
  readonly receivers: number;
  /** The server setting `synchronous_standby_names`; empty if commits do not wait for a standby. */
  readonly synchronousStandbyNames: string;
  /** Size of the journal's tables with their indexes, and of the whole database. */
  readonly bytes: number;
  readonly databaseBytes: number;
  /** Open sessions for this journal and for the whole server, and the server's maximum. */
  readonly sessions: { readonly here: number; readonly all: number; readonly most: number };
  /** The server's clock, in Unix milliseconds. */
  readonly now: number;
}

/**
 * Returns the state of the server, limited to what this user may see. Must not be called inside a transaction. Read
 * access is enough.
 */
export function aboutServer(database: ServerDatabase, identity: ServerIdentity): ServerAbout {
  const sql = `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
    current_database() AS database, session_user AS user, has_table_privilege('seen', 'INSERT') AS send,
    pg_has_role(session_user, '${ownerRole}', 'MEMBER') AS policies,
    (SELECT rolsuper FROM pg_roles WHERE rolname = session_user) AS "all",
    (SELECT count(*) FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup') AS receivers,
    current_setting('synchronous_standby_names') AS names,
    (SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r') AS bytes,
    pg_database_size(current_database()) AS whole,
    (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = current_setting('application_name')) AS here,
    (SELECT count(*) FROM pg_stat_activity WHERE datname IS NOT NULL) AS sessions,
    current_setting('max_connections')::int AS most,
    floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`;
  const told = database.get(sql) ?? {};
  return {
    ...identity,
    version: String(told.version),
    encoding: String(told.encoding),
    database: String(told.database),
    user: String(told.user),
    may: {
      send: told.send === true && !database.isStandby,
      setPolicies: told.policies === true,
      own: isOwner(database, "record"),
      all: told.all === true,
    },
    isOut: outOfTeam(database) !== undefined,
    tls: database.tls,
    isStandby: database.isStandby,
    receivers: Number(told.receivers),
    synchronousStandbyNames: String(told.names),
    bytes: Number(told.bytes),
    databaseBytes: Number(told.whole),
    sessions: { here: Number(told.here), all: Number(told.sessions), most: Number(told.most) },
    now: Number(told.now),
  };
}
