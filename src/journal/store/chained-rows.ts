import type { Database } from "../../database/index.ts";
import type { ChainedRow, ChainSource } from "./chain.ts";

const select: Readonly<Record<ChainSource, string>> = {
  record: "SELECT at, account, key, attempt, type, data FROM record WHERE sequence = ?",
  seen: "SELECT at, account, '' AS key, id AS attempt, 'seen' AS type, state AS data FROM seen WHERE sequence = ?",
  note: "SELECT at, '' AS account, '' AS key, '' AS attempt, type, data FROM note WHERE sequence = ?",
  text: "SELECT '' AS at, '' AS account, '' AS key, '' AS attempt, 'text' AS type, hash AS data FROM kept WHERE number = ?",
};

/** Every table that the chain vouches for, and the column that numbers its rows. */
export const chainedTables = [
  { source: "record", table: "record", number: "sequence" },
  { source: "seen", table: "seen", number: "sequence" },
  { source: "note", table: "note", number: "sequence" },
  { source: "text", table: "kept", number: "number" },
] as const;

/** A row as the chain hashes it; undefined when it does not exist. */
export function chainedRow(database: Database, source: ChainSource, row: number): ChainedRow | undefined {
  const found = database.get(select[source], row);
  if (!found) return undefined;
  const { at, account, key, attempt, type, data } = found;
  return {
    at: String(at),
    account: String(account),
    key: String(key),
    attempt: String(attempt),
    type: String(type),
    data: String(data),
  };
}

/** A row in words. */
export function rowWords(source: ChainSource, row: number): string {
  const words = { record: "record", seen: "later state", note: "note", text: "kept text" } as const;
  return `${words[source]} ${row}`;
}
