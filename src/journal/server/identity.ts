import { type Database, ServerError } from "../../database/index.ts";
import { type Problem, problem, suggest } from "../../problem/index.ts";
import type { Chain } from "../store/chain.ts";
import { journalNotes } from "../store/notes.ts";
import type { JournalNote } from "../store/records.ts";

/**
 * The server, its timeline (a promoted standby or a point-in-time restore begins a new one), and the database on it: a
 * copy of the database beside the original has its own name and object id.
 */
export interface ServerIdentity {
  readonly database: string;
  readonly oid: string;
  readonly system: string;
  readonly timeline: string;
  /**
   * Why the server does not reveal its id to this user; absent if it does. A value hidden from every user is
   * `unknown`.
   */
  readonly hidden?: string | undefined;
}

/** The note that records the server's identity. */
export const serverNote = "server";

/**
 * Returns the identity of the server and its timeline. Must not be called inside a transaction. Reads the timeline from
 * the log being written: the last checkpoint is easier to query, but still shows the old timeline for a moment after a
 * standby is promoted.
 */
export function whichServer(database: Database): ServerIdentity {
  let hidden: string | undefined;
  const ask = (sql: string): string => {
    try {
      return String(database.get(sql)?.told ?? "unknown");
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      if (error.code === "42501") hidden = error.message;
      return "unknown";
    }
  };
  const system = ask("SELECT system_identifier::text AS told FROM pg_control_system()");
  const timeline = ask(
    "SELECT CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS told",
  );
  const found = database.get(
    "SELECT current_database() AS name, oid::text AS oid FROM pg_database WHERE datname = current_database()",
  );
  const which = { database: String(found?.name), oid: String(found?.oid), system, timeline };
  return hidden === undefined ? which : { ...which, hidden };
}

type Noted = JournalNote["data"];

/**
 * Records the server's identity, unless it is already recorded with its database, which earlier versions left out. Call
 * it inside a transaction.
 */
export function noteServer(database: Database, chain: Chain, now: ServerIdentity, at: string): void {
  const notes = journalNotes(database, chain);
  const noted = notes.ofType(serverNote).at(-1)?.data;
  if (needsNote(noted, now)) notes.add({ at, type: serverNote, data: notedNow(now, noted) });
}

/**
 * Whether there is no note, or one of an earlier version and of this server, so that its database can be added to it.
 */
export function needsNote(noted: Noted | undefined, now: ServerIdentity): boolean {
  return noted === undefined || (noted.oid === undefined && now.hidden === undefined && isSameServer(noted, now));
}

/** Returns what is recorded of a server; what this user may not know stays as it was recorded. */
function notedNow({ system, timeline, database, oid, hidden }: ServerIdentity, noted: Noted = {}): Noted {
  if (hidden === undefined) return { system, timeline, database, oid };
  return { system: noted.system ?? system, timeline: noted.timeline ?? timeline, database, oid };
}

/** Returns the note of a person's decision to go on with this server in place of the one that was noted. */
export function acceptedServer(now: ServerIdentity, noted: Noted | undefined, by: string): Noted {
  return { ...notedNow(now, noted), ...(noted === undefined ? {} : { retired: noted }), by };
}

const isSameServer = (noted: Noted, now: ServerIdentity): boolean =>
  noted.system === now.system && noted.timeline === now.timeline;

/**
 * Returns a problem if this is not the server recorded in the journal's notes. Problems: `journal-server-changed`,
 * `journal-unusable`.
 */
export function otherServer(where: string, noted: Pick<JournalNote, "data">, now: ServerIdentity): Problem | undefined {
  const { system, database, oid } = noted.data;
  const isOtherDatabase = oid !== undefined && (oid !== now.oid || database !== now.database);
  // Without the right to read the server's id, the database's name and object id are enough.
  if (now.hidden !== undefined && oid === undefined) {
    const message = `Nothing was sent: the server of the journal ${where} does not tell this user which server it is: ${now.hidden}.`;
    const hint =
      "Ask whoever runs it to type: GRANT EXECUTE ON FUNCTION pg_control_system(), pg_walfile_name(pg_lsn), pg_current_wal_lsn() TO selfbill_writer";
    return problem("journal-unusable", message, hint);
  }
  const isSame = now.hidden !== undefined || isSameServer(noted.data, now);
  if (isSame && !isOtherDatabase) return undefined;
  if (isSame || (isOtherDatabase && system === now.system)) {
    const were = `it is the database ${now.database} (object id ${now.oid}), and was ${database} (${oid})`;
    const message = `Nothing was sent: the journal ${where} is another database than before: ${were}. Both would send the same documents if it is a copy.`;
    return problem("journal-server-changed", message, onceRetired());
  }
  const what =
    system === now.system
      ? "a standby took its place, or it was put back to an earlier moment"
      : "it is another server, or a copy of its data on another one";
  const message = `Nothing was sent: the server of the journal ${where} is not as it was: ${what}. What was recorded last may be missing, and could be sent twice.`;
  return problem("journal-server-changed", message, onceForAll());
}

const onceRetired = (): string =>
  `Use the database that was used before. If that one is retired (dropped, renamed, or nobody sends from it any more), go on with this one, once for all who share it: ${suggest`journal accept`}`;
const onceForAll = (): string =>
  `If the server that was used before is lost, go on with this one, which then knows what the service lists; once for all who share it: ${suggest`journal accept`}`;
