import { type Database, ServerError } from "../../database/index.ts";
import { type Problem, problem, suggest } from "../../problem/index.ts";
import type { Chain } from "../store/chain.ts";
import { journalNotes } from "../store/notes.ts";

/** The server and its timeline: a promoted standby or a point-in-time restore begins a new one. */
export interface ServerIdentity {
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
  return hidden === undefined ? { system, timeline } : { system, timeline, hidden };
}

/** Records the server's identity, unless it is already recorded. Call it inside a transaction. */
export function noteServer(database: Database, chain: Chain, { system, timeline }: ServerIdentity, at: string): void {
  const notes = journalNotes(database, chain);
  const data = { system, timeline };
  if (notes.ofType(serverNote).length === 0) notes.add({ at, type: serverNote, data });
}

/**
 * Returns a problem if this is not the server recorded in the journal's notes. Problems: `journal-server-changed`,
 * `journal-unusable`.
 */
export function otherServer(
  where: string,
  noted: { readonly at: string; readonly data: Readonly<Record<string, unknown>> },
  now: ServerIdentity,
): Problem | undefined {
  if (now.hidden !== undefined) {
    const message = `Nothing was sent: the server of the journal ${where} does not tell this user which server it is: ${now.hidden}.`;
    const hint =
      "Ask whoever runs it to type: GRANT EXECUTE ON FUNCTION pg_control_system(), pg_walfile_name(pg_lsn), pg_current_wal_lsn() TO selfbill_writer";
    return problem("journal-unusable", message, hint);
  }
  const { system, timeline } = noted.data;
  if (system === now.system && timeline === now.timeline) return undefined;
  const what =
    system === now.system
      ? "a standby took its place, or it was put back to an earlier moment"
      : "it is another server, or a copy of its data on another one";
  const message = `Nothing was sent: the server of the journal ${where} is not as it was: ${what}. What was recorded last may be missing, and could be sent twice.`;
  return problem("journal-server-changed", message, onceForAll());
}

const onceForAll = (): string =>
  `If the server that was used before is lost, go on with this one, which then knows what the service lists; once for all who share it: ${suggest`journal accept`}`;
