import type { Database } from "../../database/index.ts";
import { type NameWriter, namesIn, recordName } from "./names.ts";

/** The kinds of names in the second index. */
export type SecondName = "key" | "number" | "twin" | "series" | "numbered" | "approved";

/**
 * A second index, in a separate tree, of the records that determine whether a document is sent. Each query that
 * determines this uses both the usual index and this one: a single damaged page cannot make both wrong in the same
 * way, so a difference means damage. This costs a few rows per document sent; comparing all indexes with their tables
 * would read the whole file. If only this index finds a row, the caller checks it against its query.
 */
export function secondPath(database: Database, names: NameWriter = namesIn(database)) {
  return {
    /** Indexes a record under a name. Call it in the transaction that adds the record. */
    add(name: SecondName, account: string, value: string, record: number): void {
      names.add("known", hashOf(name, account, value), record);
    },
    find: (name: SecondName, account: string, value: string): number[] =>
      database
        .all("SELECT record FROM known WHERE name = ? ORDER BY record", hashOf(name, account, value))
        .map((row) => Number(row.record)),
    /** Returns the record numbers after a given one. */
    findAfter: (name: SecondName, account: string, value: string, after: number): number[] =>
      database
        .all(
          "SELECT record FROM known WHERE name = ? AND record > ? ORDER BY record",
          hashOf(name, account, value),
          after,
        )
        .map((row) => Number(row.record)),
    /** Returns the five highest record numbers, newest first. */
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

/** Thrown when a journal contradicts itself, or a part of it is missing. */
export class JournalDamage extends Error {}

function hashOf(name: SecondName, account: string, value: string): number {
  return recordName(name, account, value);
}
