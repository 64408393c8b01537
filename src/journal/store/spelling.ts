import type { Database } from "../../database/index.ts";

/** The parts of the journal's SQL that differ between engines. All other SQL is the same for every engine. */
export interface Spelling {
  /** Before a column: makes a condition for which no index is used. */
  readonly unindexed: string;
  /** After a table: makes SQLite read it through this index or, without a name, through none; empty for PostgreSQL, whose planner decides. */
  readonly indexedBy: (index?: string) => string;
  /** A join that reads the table on its left first. */
  readonly joinInOrder: string;
  /** The function that finds a text in another one, from 1; 0 if it is missing. */
  readonly position: string;
  /** After a column: whether its value is one of those in a JSON array, which one `?` is bound to. Uses an index of the column. */
  readonly among: Readonly<Record<"texts" | "numbers", string>>;
  /** The last number that a record got, even if it was removed; 0 if none did. */
  readonly lastRecord: string;
  /** Condition for records whose data cannot be read; if the engine cannot tell, an error occurs when they are read. */
  readonly unreadable: string;
  /** The hashes of texts that notes say were purged. */
  readonly purgedHashes: string;
  /** Errors that the engine itself finds in its pages; undefined if there are none. */
  readonly damage: (database: Database, of: string) => string | undefined;
  /** Allows a transaction to be idle for long; called inside the transaction, for instance while results are computed from what it read. */
  readonly takeTime: (database: Database) => void;
  /** The JSON text of a member of a column of JSON; SQL. */
  readonly member: (column: string, name: string) => string;
}

/** The only place for SQL that differs between engines. */
const spellings: Readonly<Record<Database["engine"], Spelling>> = {
  sqlite: {
    unindexed: "+",
    indexedBy: (index) => (index === undefined ? "NOT INDEXED" : `INDEXED BY ${index}`),
    joinInOrder: "CROSS JOIN",
    position: "instr",
    among: { texts: "IN (SELECT value FROM json_each(?))", numbers: "IN (SELECT value FROM json_each(?))" },
    lastRecord: "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'record'), 0)",
    unreadable: "NOT json_valid(data)",
    purgedHashes: "SELECT value FROM note, json_each(note.data, '$.hashes') WHERE note.type = 'purged'",
    damage(database, of) {
      const found = String(database.get(`PRAGMA integrity_check(${of})`)?.integrity_check);
      return found === "ok" ? undefined : found;
    },
    takeTime: () => undefined,
    member: (column, name) => `json_extract(${column}, '$.${name}')`,
  },
  postgres: {
    unindexed: "",
    indexedBy: () => "",
    joinInOrder: "JOIN",
    position: "strpos",
    // For IN (SELECT …) the server's planner estimates half of the table, and reads all of it.
    among: {
      texts: "= ANY (ARRAY(SELECT jsonb_array_elements_text(?::jsonb)))",
      numbers: "= ANY (ARRAY(SELECT jsonb_array_elements_text(?::jsonb)::bigint))",
    },
    lastRecord: "coalesce((SELECT max(row) FROM link WHERE source = 'record'), 0)",
    unreadable: "false",
    purgedHashes: "SELECT jsonb_array_elements_text(data::jsonb -> 'hashes') FROM note WHERE type = 'purged'",
    // The server checks its pages itself: data checksums, and pg_amcheck.
    damage: () => undefined,
    takeTime: (database) =>
      void database.get("SELECT set_config('idle_in_transaction_session_timeout', '0', true) AS set"),
    member: (column, name) => `(${column}::jsonb ->> '${name}')`,
  },
};

/** Returns the SQL parts for the engine of a database. */
export function spellingOf({ engine }: Pick<Database, "engine">): Spelling {
  return spellings[engine];
}
