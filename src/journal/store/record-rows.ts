import type { Database } from "../../database/index.ts";
import type { Intent, JournalRecord } from "./records.ts";

/** Reads the records of an attempt, in order. */
export function recordsOfAttempt(database: Database) {
  return (attempt: string): JournalRecord[] =>
    database.all("SELECT * FROM record WHERE attempt = ? ORDER BY sequence", attempt).map(recordOf);
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
