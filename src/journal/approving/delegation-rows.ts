import { type EndedDelegations, openDelegation } from "../../approval/index.ts";
import type { Database } from "../../database/index.ts";
import { parseJson } from "../../json/index.ts";
import { knowsTeam } from "../server/company-rights.ts";
import { hasOldRules } from "../server/four-eyes.ts";
import type { RecordedDelegation } from "./delegations.ts";

/** Reads the delegations in a journal. Every call belongs inside a transaction or a read. */
export function delegationRows(database: Database) {
  const isServer = database.engine !== "sqlite";
  const whyEnded = (hash: string): string | undefined => {
    if (database.get(isServer ? endOnServer : endInFile, hash) !== undefined) return "it was ended";
    if (!isServer) return undefined;
    if (hasOldRules(database)) return "the rules of the server are those of an earlier selfbill: selfbill journal init";
    const row = database.get(recorded(database, " AND data::jsonb->>'delegation' = ?"), hash);
    if (row === undefined) return "it is not recorded in this journal";
    return row.is_ended === true ? `the database user ${row.writer}, who gave it, left the team since` : undefined;
  };
  return {
    ended: (hashes: readonly string[]): EndedDelegations =>
      new Map(
        [...new Set(hashes)].flatMap((hash) => {
          const why = whyEnded(hash);
          return why === undefined ? [] : [[hash, why] as const];
        }),
      ),
    all(): RecordedDelegation[] {
      if (!isServer) return [];
      return database.all(recorded(database, "")).flatMap(({ data, writer }) => {
        const json = parseJson(String(JSON.parse(String(data)).envelope));
        const signed = json.ok ? openDelegation(json.value, { users: true }) : undefined;
        return signed ? [{ signed, writer: String(writer), ended: whyEnded(signed.hash) }] : [];
      });
    },
  };
}

/** Returns the delegations that had been ended before a link of the chain was written, for checking later what was sent then. */
export function endedBefore(database: Database, hashes: readonly string[], link: number): EndedDelegations {
  const sql = `SELECT note.data FROM note JOIN link ON link.source = 'note' AND link.row = note.sequence
    WHERE note.type = 'undelegated' AND link.sequence < ?`;
  if (hashes.length === 0) return new Map();
  const all = new Set(database.all(sql, link).map(({ data }) => String(JSON.parse(String(data)).delegation)));
  return new Map(hashes.flatMap((hash) => (all.has(hash) ? [[hash, "it had been ended"] as const] : [])));
}

const endInFile = "SELECT 1 AS found FROM note WHERE type = 'undelegated' AND json_extract(data, '$.delegation') = ?";
const endOnServer = "SELECT 1 AS found FROM note WHERE type = 'undelegated' AND data::jsonb->>'delegation' = ?";

const recorded = (database: Database, more: string): string =>
  `SELECT data, writer, ${knowsTeam(database) ? "is_ended(writer, sequence)" : "FALSE"} AS is_ended FROM note
    WHERE type = 'delegated'${more} ORDER BY sequence`;
