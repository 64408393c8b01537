import type { Database } from "../../database/index.ts";
import { type NameWriter, namesIn, recordName } from "./names.ts";

/** The kinds of names by which the second path finds a record. */
export type SecondName = "key" | "number" | "twin" | "series" | "numbered" | "approved";

/**
 * Provides a second path to the records that decide whether a document is sent, in a separate tree. Each deciding query
 * is made twice, with the usual index and here: one damaged page cannot make both answers wrong in the same way, so a
 * difference means damage. It costs a few rows per send; comparing all indexes with their tables would cost the whole
 * file. The caller checks a row that only the second path finds against its query.
 */
export function secondPath(database: Database, names: NameWriter = namesIn(database)) {
  return {
    /** Adds a name of a record; call it inside the transaction that adds the record. */
    add(name: SecondName, account: string, value: string, record: number): void {
      names.add("known", hashOf(name, account, value), record);
    },
    find: (name: SecondName, account: string, value: string): number[] =>
      database
        .all("SELECT record FROM known WHERE name = ? ORDER BY record", hashOf(name, account, value))
        .map((row) => Number(row.record)),
    /** Returns the numbers of the records after a given one. */
    findAfter: (name: SecondName, account: string, value: string, after: number): number[] =>
      database
        .all(
          "SELECT record FROM known WHERE name = ? AND record > ? ORDER BY record",
          hashOf(name, account, value),
          after,
        )
        .map((row) => Number(row.record)),
    /** Returns the numbers of the last records, newest first. */
    last: (name: SecondName, account: string, value: string): number[] =>
      database
        .all("SELECT record FROM known WHERE name = ? ORDER BY record DESC LIMIT 5", hashOf(name, account, value))
        .map((row) => Number(row.record)),
    count: (name: SecondName, account: string, value: string): number =>
      Number(
        database.get("SELECT count(*) AS count FROM known WHERE name = ?", hashOf(name, account, value))?.count ?? 0,
      ),
  };
}

/** Two places of a journal contradict each other. */
export class JournalDamage extends Error {}

function hashOf(name: SecondName, account: string, value: string): number {
  return recordName(name, account, value);
}
