import type { Database } from "../../database/index.ts";
import { grouped } from "./grouped.ts";
import type { Intent, JournalRecord } from "./records.ts";
import { spellingOf } from "./spelling.ts";

export interface RecordRows {
  ofAttempt(attempt: string): readonly JournalRecord[];
  ofAttempts(attempts: readonly string[]): ReadonlyMap<string, readonly JournalRecord[]>;
  /** Returns the attempts with a record that contains the document's id, in the order of those records. */
  naming(account: string, id: string): string[];
}

export function recordRows(database: Database): RecordRows {
  const { among, position } = spellingOf(database);
  const many = `SELECT * FROM record WHERE attempt ${among.texts}`;
  return {
    ofAttempt: (attempt) =>
      database.all("SELECT * FROM record WHERE attempt = ? ORDER BY sequence", attempt).map(recordOf),
    ofAttempts(attempts) {
      if (attempts.length === 0) return new Map();
      const found = database.all(many, JSON.stringify(attempts)).map(recordOf);
      return grouped(
        found.sort((a, b) => a.sequence - b.sequence),
        ({ attempt }) => attempt,
      );
    },
    naming(account, id) {
      const sql = `SELECT attempt FROM record WHERE type IN ('result', 'resolved') AND account = ?
        AND ${position}(data, ?) > 0 GROUP BY attempt ORDER BY min(sequence)`;
      return database.all(sql, account, JSON.stringify(id)).map((row) => String(row.attempt));
    },
  };
}

export function recordsOfKeys(
  database: Database,
  account: string,
  keys: readonly string[],
): ReadonlyMap<string, readonly JournalRecord[]> {
  const sql = `SELECT * FROM record WHERE account = ? AND key ${spellingOf(database).among.texts}`;
  const found = keys.length === 0 ? [] : database.all(sql, account, JSON.stringify(keys)).map(recordOf);
  return grouped(
    found.sort((a, b) => a.sequence - b.sequence),
    ({ key }) => key,
  );
}

export function intentIn(records: readonly JournalRecord[]): Intent | undefined {
  return records.find((each) => each.type === "intent")?.data as Intent | undefined;
}

export function recordOf(row: Record<string, unknown>): JournalRecord {
  return {
    sequence: Number(row.sequence),
    at: String(row.at),
    account: String(row.account),
    key: String(row.key),
    attempt: String(row.attempt),
    type: String(row.type),
    // JSON.parse loses no precision: code in this folder wrote the data, and all its numbers are integers, not amounts.
    data: JSON.parse(String(row.data)),
  } as JournalRecord;
}
