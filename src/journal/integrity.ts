import type { Database } from "../database/index.ts";

/** Below this size a check takes no time that anybody notices, in bytes. */
const small = 16_000_000;
/** A large file that was found sound is believed this long, in milliseconds. */
const believed = 24 * 60 * 60 * 1000;

/** What is wrong with the file; undefined when it is sound. A small file is checked every time, a large one once a day. */
export function unsoundness(database: Database, now: number): string | undefined {
  const number = (sql: string, column: string): number => Number(database.get(sql)?.[column] ?? 0);
  const size = number("PRAGMA page_count", "page_count") * number("PRAGMA page_size", "page_size");
  const checkedAt = number("SELECT at FROM checked WHERE one = 1", "at");
  if (size >= small && now >= checkedAt && now < checkedAt + believed) return undefined;
  const found = String(database.get("PRAGMA quick_check(1)")?.quick_check);
  if (found !== "ok") return found;
  if (size >= small) database.run("INSERT OR REPLACE INTO checked (one, at) VALUES (1, ?)", now);
  return undefined;
}
