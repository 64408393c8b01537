import type { Database } from "../../database/index.ts";
import { spellingOf } from "../store/spelling.ts";

/** Maximum size, in bytes, of a file whose check takes no noticeable time. */
const small = 16_000_000;
/** Milliseconds for which a successful check of a large file remains valid. */
const believed = 24 * 60 * 60 * 1000;
/**
 * The tables that determine whether a document is sent. Stored content, the largest part of a file, is checked
 * against its hashes when read. The indexes of the largest tables are not compared with the tables here: each
 * deciding query uses two separate indexes, and a difference stops the send (Decision 159).
 */
const deciding = {
  record: "quick_check",
  intended: "quick_check",
  link: "quick_check",
  claim: "integrity_check",
  unsettled: "integrity_check",
  created: "integrity_check",
  credited: "integrity_check",
  content: "integrity_check",
  known: "integrity_check",
  numbered: "integrity_check",
} as const;

/**
 * Returns what is wrong with the file; undefined if it is sound. A small file is checked every time; of a large one,
 * the deciding tables are checked once a day. In between, every deciding query is made twice, and every deciding row
 * is checked against the chain (second-path.ts).
 */
export function unsoundness(database: Database, now: number): string | undefined {
  if (database.engine === "postgres") return undefined;
  const { damage } = spellingOf(database);
  if (!isLarge(database)) return damage(database, "1");
  const checkedAt = number(database, "SELECT at FROM checked WHERE one = 1", "at");
  if (now >= checkedAt && now < checkedAt + believed) return undefined;
  for (const [table, check] of Object.entries(deciding)) {
    const why = damage(database, table, check);
    if (why !== undefined) return why;
  }
  database.run("INSERT INTO checked (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at", now);
  return undefined;
}

/** Whether a check of the file takes noticeable time. */
export function isLarge(database: Database): boolean {
  return (
    number(database, "PRAGMA page_count", "page_count") * number(database, "PRAGMA page_size", "page_size") >= small
  );
}

function number(database: Database, sql: string, column: string): number {
  return Number(database.get(sql)?.[column] ?? 0);
}
