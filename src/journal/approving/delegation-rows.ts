import {
  claimedDelegation,
  type EndedDelegations,
  openDelegation,
  type SignedDelegation,
  userOfKey,
} from "../../approval/index.ts";
import type { Database } from "../../database/index.ts";
import { isJsonObject, type JsonValue, parseJson } from "../../json/index.ts";
import { suggest } from "../../problem/index.ts";
import { knowsTeam } from "../server/company-rights.ts";
import { hasOldRules } from "../server/four-eyes.ts";
import type { ForgedDelegation, RecordedDelegation } from "./delegations.ts";

/** Reads the delegations in a journal. Every call must be made inside a transaction or a read. */
export function delegationRows(database: Database) {
  const isServer = database.engine !== "sqlite";
  const whyEnded = (hash: string): string | undefined => {
    if (database.get(isServer ? endOnServer : endInFile, hash) !== undefined) return "it was ended";
    if (!isServer) return undefined;
    if (hasOldRules(database))
      return `the rules of the server are those of an earlier selfbill: ${suggest`journal init`}`;
    const row = database.get(recorded(database, " AND data::jsonb->>'delegation' = ?"), hash);
    if (row === undefined) return "it is not recorded in this journal";
    const signed = signedIn(row);
    if (signed === undefined) return "the approver did not sign what is recorded in this journal";
    if (row.is_ended === true) return `the database user ${row.writer}, who gave it, left the team since`;
    const delegate = userOfKey(signed.delegation.to.key);
    if (delegate === undefined || !isGone(delegate, row.sequence)) return undefined;
    return `the database user ${delegate}, to whom it was given, left the team since`;
  };
  const isGone = (user: string, since: unknown): boolean =>
    knowsTeam(database) && database.get("SELECT is_ended(?, ?) AS gone", user, Number(since))?.gone === true;
  const rows = () => (isServer ? database.all(recorded(database, "")) : []);
  return {
    ended: (hashes: readonly string[]): EndedDelegations =>
      new Map(
        [...new Set(hashes)].flatMap((hash) => {
          const why = whyEnded(hash);
          return why === undefined ? [] : [[hash, why] as const];
        }),
      ),
    all: (): RecordedDelegation[] =>
      rows().flatMap((row) => {
        const signed = signedIn(row);
        return signed ? [{ signed, writer: String(row.writer), ended: whyEnded(signed.hash) }] : [];
      }),
    forged: (): ForgedDelegation[] => rows().flatMap((row) => (signedIn(row) ? [] : [forgedIn(row, database)])),
  };
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns a recorded delegation; undefined if its approver did not sign it or, for an approver without a key, if
 * another user recorded it.
 */
function signedIn({ data, writer }: Row): SignedDelegation | undefined {
  const { envelope, hash } = partsOf(data);
  const signed = openDelegation(envelope, { users: true });
  if (signed === undefined || signed.hash !== hash) return undefined;
  const user = userOfKey(signed.delegation.by.key);
  return user === undefined || user === writer ? signed : undefined;
}

function forgedIn({ data, at, writer, sequence }: Row, database: Database): ForgedDelegation {
  const link = database.get("SELECT sequence FROM link WHERE source = 'note' AND row = ?", Number(sequence));
  const record = link === undefined ? `note ${sequence}, outside of the chain` : `entry ${link.sequence}`;
  return { record, at: String(at), writer: String(writer), claimed: claimedDelegation(partsOf(data).envelope) };
}

function partsOf(data: unknown): { readonly envelope: JsonValue | undefined; readonly hash: JsonValue | undefined } {
  const note = parseJson(String(data));
  const { envelope, delegation } = note.ok && isJsonObject(note.value) ? note.value : {};
  const json = parseJson(String(envelope));
  return { envelope: json.ok ? json.value : undefined, hash: delegation };
}

/**
 * Returns the delegations that had ended before a link of the chain was written, so that a document sent at that point
 * can be checked later.
 */
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
  `SELECT sequence, at, data, writer, ${knowsTeam(database) ? "is_ended(writer, sequence)" : "FALSE"} AS is_ended FROM note
    WHERE type = 'delegated'${more} ORDER BY sequence`;
