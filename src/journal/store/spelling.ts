import { type Database, isDiskError } from "../../database/index.ts";

/** `quick_check` skips the slowest part of `integrity_check`: comparing indexes with their tables. */
type PageCheck = "integrity_check" | "quick_check";

/** The SQL that differs between engines; all other SQL is the same for both. */
export interface Spelling {
  /** Placed before a column: prevents the use of an index. */
  readonly unindexed: string;
  /**
   * Placed after a table: makes SQLite use this index or, without a name, none; empty for PostgreSQL, whose planner
   * decides.
   */
  readonly indexedBy: (index?: string) => string;
  /** A join that reads the left table first. */
  readonly joinInOrder: string;
  /** The function that finds one string in another, counting from 1; 0 if it is missing. */
  readonly position: string;
  /**
   * Placed after a column: tests whether its value is in a JSON array, which is bound to one `?`. Uses an index on
   * the column.
   */
  readonly among: Readonly<Record<"texts" | "numbers", string>>;
  /** The highest record number ever assigned, even if that record was removed; 0 if there is none. */
  readonly lastRecord: string;
  /** Condition for records with unreadable data; an engine without such a test fails when it reads them. */
  readonly unreadable: string;
  /** Hashes of the content that notes list as purged. */
  readonly purgedHashes: string;
  /** Errors that the engine finds in its own pages; undefined if there are none. */
  readonly damage: (database: Database, of: string, check?: PageCheck) => string | undefined;
  /** Lets the current transaction stay idle for a long time, for instance while results are computed. */
  readonly takeTime: (database: Database) => void;
  /** SQL for the JSON text of a member of a JSON column. */
  readonly member: (column: string, name: string) => string;
}

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
    damage(database, of, check = "integrity_check") {
      const found = String(database.get(`PRAGMA ${check}(${of})`)?.[check]);
      if (found === "ok") return undefined;
      // The check goes on after a page that the disk could not read, and tells the error's number.
      const errcode = Number(/error code=(\d+)/.exec(found)?.[1]);
      const unread = Object.assign(new Error("disk I/O error"), { errcode });
      if (isDiskError(unread)) throw unread;
      return found;
    },
    takeTime: () => undefined,
    member: (column, name) => `json_extract(${column}, '$.${name}')`,
  },
  postgres: {
    unindexed: "",
    indexedBy: () => "",
    joinInOrder: "JOIN",
    position: "strpos",
    // Avoids IN (SELECT …), for which the planner expects half of the table to match and scans all of it.
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

export function spellingOf({ engine }: Pick<Database, "engine">): Spelling {
  return spellings[engine];
}
