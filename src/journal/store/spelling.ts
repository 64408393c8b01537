import type { Database } from "../../database/index.ts";

/** What the journal's SQL says in the words of one engine. Everything else is the same text for all of them. */
export interface Spelling {
  /** Before a column: a condition that no index is to be used for. */
  readonly unindexed: string;
  /** After a table: the index by which it is to be read; none where no name is given. */
  readonly indexedBy: (index?: string) => string;
  /** A join that reads the table on its left first. */
  readonly joinInOrder: string;
  /** The function that finds a text in another one, from 1; 0 where it is missing. */
  readonly position: string;
  /** After a column: whether its value is one of those in a JSON array, which one `?` is bound to. An index of the column is used. */
  readonly among: Readonly<Record<"texts" | "numbers", string>>;
  /** The last number that a record got, also of one that was removed; 0 where none did. */
  readonly lastRecord: string;
  /** Whether the data of a record cannot be read; where that is not asked of the engine, reading them tells. */
  readonly unreadable: string;
  /** The hashes of texts that notes say were purged. */
  readonly purgedHashes: string;
  /** What the engine itself finds wrong with its pages; undefined when nothing. */
  readonly damage: (database: Database, of: string) => string | undefined;
}

/** The only place for SQL that engines read differently. */
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
  },
  postgres: {
    unindexed: "",
    indexedBy: () => "",
    joinInOrder: "JOIN",
    position: "strpos",
    // Of IN (SELECT …) the server guesses half of the table, and reads all of it.
    among: {
      texts: "= ANY (ARRAY(SELECT jsonb_array_elements_text(?::jsonb)))",
      numbers: "= ANY (ARRAY(SELECT jsonb_array_elements_text(?::jsonb)::bigint))",
    },
    lastRecord: "coalesce((SELECT max(row) FROM link WHERE source = 'record'), 0)",
    unreadable: "false",
    purgedHashes: "SELECT jsonb_array_elements_text(data::jsonb -> 'hashes') FROM note WHERE type = 'purged'",
    // The server looks after its pages: data checksums, and pg_amcheck.
    damage: () => undefined,
  },
};

/** How the engine of a database spells what is not the same everywhere. */
export function spellingOf({ engine }: Pick<Database, "engine">): Spelling {
  return spellings[engine];
}
