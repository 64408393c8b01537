import type { Database } from "../../database/index.ts";
import { spellingOf } from "../store/spelling.ts";

/** Below this size a check takes no time that anybody notices, in bytes. */
const small = 16_000_000;
/** A large file that was found sound is believed this long, in milliseconds. */
const believed = 24 * 60 * 60 * 1000;
/** What decides whether a document is sent. Kept texts, which are most of a large file, are each held against their hash when read. */
const deciding = [
  "record",
  "intended",
  "claim",
  "unsettled",
  "created",
  "credited",
  "content",
  "link",
  "known",
  "numbered",
];

/**
 * What is wrong with the file; undefined when it is sound. A small file is checked every time, of a large one what decides once a day, each
 * with its indexes. In between every deciding question is asked twice, and every row that decides held against the chain (second-path.ts).
 */
export function unsoundness(database: Database, now: number): string | undefined {
  if (database.engine === "postgres") return undefined;
  const number = (sql: string, column: string): number => Number(database.get(sql)?.[column] ?? 0);
  const size = number("PRAGMA page_count", "page_count") * number("PRAGMA page_size", "page_size");
  const wrong = (of: string): string | undefined => spellingOf(database).damage(database, of);
  if (size < small) return wrong("1");
  const checkedAt = number("SELECT at FROM checked WHERE one = 1", "at");
  if (now >= checkedAt && now < checkedAt + believed) return undefined;
  for (const table of deciding) {
    const why = wrong(table);
    if (why !== undefined) return why;
  }
  database.run("INSERT INTO checked (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at", now);
  return undefined;
}
