import type { Database } from "../../database/index.ts";
import { grouped } from "./grouped.ts";
import type { Intent, JournalRecord } from "./records.ts";
import { spellingOf } from "./spelling.ts";

/** Reads the records of an attempt, in order. */
export function recordsOfAttempt(database: Database) {
  return (attempt: string): JournalRecord[] =>
    database.all("SELECT * FROM record WHERE attempt = ? ORDER BY sequence", attempt).map(recordOf);
}

/** Reads the records of many attempts by one statement; by attempt, each in order. */
export function recordsOfAttempts(database: Database) {
  const sql = `SELECT * FROM record WHERE attempt IN (${spellingOf(database).listOf.texts})`;
  return (attempts: readonly string[]): ReadonlyMap<string, readonly JournalRecord[]> => {
    if (attempts.length === 0) return new Map();
    const found = database.all(sql, JSON.stringify(attempts)).map(recordOf);
    return grouped(
      found.sort((a, b) => a.sequence - b.sequence),
      ({ attempt }) => attempt,
    );
  };
}

/** The intent among the records of an attempt. */
export function intentIn(records: readonly JournalRecord[]): Intent | undefined {
  return records.find((each) => each.type === "intent")?.data as Intent | undefined;
}

/** The record that a row is. */
export function recordOf(row: Record<string, unknown>): JournalRecord {
  return {
    sequence: Number(row.sequence),
    at: String(row.at),
    account: String(row.account),
    key: String(row.key),
    attempt: String(row.attempt),
    type: String(row.type),
    // Written by this room: texts, and whole numbers that are no amounts.
    data: JSON.parse(String(row.data)),
  } as JournalRecord;
}
