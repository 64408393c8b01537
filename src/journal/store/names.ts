import { hash } from "node:crypto";
import type { Database } from "../../database/index.ts";

/** Index tables, in which each row contains a name and the number of a record. */
export type NameTable = "supplied" | "alike" | "known" | "tried_name";

/** Indexes records under names. */
export interface NameWriter {
  /** Call it inside a transaction. Adding a name twice has no effect. */
  add(table: NameTable, name: number, record: number): void;
  /** Writes names that are still buffered; call it before querying names that were just added. */
  written(): void;
}

/**
 * Returns 48 bits of a hash of the strings: enough to find a few candidates, which are then checked against the
 * query.
 */
export function recordName(...texts: readonly string[]): number {
  return Number.parseInt(hash("sha256", texts.join("\n"), "hex").slice(0, 12), 16);
}

export function namesIn(database: Database): NameWriter {
  return {
    add(table, name, record) {
      database.run(`${into(table)} VALUES (?, ?) ON CONFLICT DO NOTHING`, name, record);
    },
    written: () => undefined,
  };
}

/** Number of names buffered before they are written. */
const held = 20_000;
/** Number of names per statement: SQLite binds at most 32,766 values. */
const together = 500;

/** Writes names in sorted batches: written one by one, each would change a different page of a large table. */
export function sortedNames(database: Database): NameWriter {
  const all = new Map<NameTable, Pair[]>();
  const write = (table: NameTable, pairs: Pair[]): void => {
    pairs.sort((a, b) => a.name - b.name || a.record - b.record);
    for (let at = 0; at < pairs.length; at += together) {
      const some = pairs.slice(at, at + together);
      const rows = Array(some.length).fill("(?, ?)").join(", ");
      const values = some.flatMap(({ name, record }) => [name, record]);
      database.run(`${into(table)} VALUES ${rows} ON CONFLICT DO NOTHING`, ...values);
    }
    pairs.length = 0;
  };
  return {
    add(table, name, record) {
      const pairs = all.get(table) ?? [];
      all.set(table, pairs);
      pairs.push({ name, record });
      if (pairs.length >= held) write(table, pairs);
    },
    written() {
      for (const [table, pairs] of all) write(table, pairs);
    },
  };
}

interface Pair {
  readonly name: number;
  readonly record: number;
}

const into = (table: NameTable): string => `INSERT INTO ${table} (name, record)`;
