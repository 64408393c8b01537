import type { Database } from "../database/index.ts";
import { type Chain, chainOf } from "./chain.ts";
import { createdDocuments, createdOf } from "./created-documents.ts";
import { twinKey } from "./intent-key.ts";
import type { Lately } from "./journal.ts";
import type { AttemptResult, Intent, JournalRecord, Resolution } from "./records.ts";
import { supplierIndex } from "./sent-to.ts";
import { triedIndex } from "./tried-index.ts";

type NewRecord = Pick<JournalRecord, "at" | "account" | "key" | "attempt">;

/**
 * Reads and adds records, and keeps beside them what makes them found. Adding belongs inside a transaction. With `follow: false` the tries
 * are left to `tried.catchUp`.
 */
export function recordsTable(
  database: Database,
  chain: Pick<Chain, "append"> = chainOf(database),
  { follow = true }: { readonly follow?: boolean } = {},
) {
  const created = createdDocuments(database);
  const bySupplier = supplierIndex(database);
  const ofAttempt = (attempt: string) =>
    database.all("SELECT * FROM record WHERE attempt = ? ORDER BY sequence", attempt).map(fromRow);
  const tried = triedIndex(database, ofAttempt);
  const add = (record: NewRecord, type: JournalRecord["type"], data: object): void => {
    const { at, account, key, attempt } = record;
    const text = JSON.stringify(data);
    const { lastRow } = database.run(
      "INSERT INTO record (at, account, key, attempt, type, data) VALUES (?, ?, ?, ?, ?, ?)",
      at,
      account,
      key,
      attempt,
      type,
      text,
    );
    chain.append("record", lastRow, { at, account, key, attempt, type, data: text });
    if (follow) tried.follow(attempt);
  };
  const settle = (record: NewRecord, end: Pick<AttemptResult, "id" | "documentNumber"> & { verdict: string }): void => {
    if (end.verdict === "in-doubt") return;
    database.run("DELETE FROM unsettled WHERE attempt = ?", record.attempt);
    if (end.verdict !== "created" || end.id === undefined) return;
    const intent = intentIn(ofAttempt(record.attempt));
    if (!intent) return;
    const number = end.documentNumber ?? intent.documentNumber ?? "";
    created.insert(createdOf(intent, end.id, number, record.at));
  };
  return {
    ...created,
    bySupplier,
    tried,
    ofAttempt,
    ofKey: (account: string, key: string) =>
      database.all("SELECT * FROM record WHERE account = ? AND key = ? ORDER BY sequence", account, key).map(fromRow),
    after: (sequence: number, most: number) =>
      database.all("SELECT * FROM record WHERE sequence > ? ORDER BY sequence LIMIT ?", sequence, most).map(fromRow),
    keysOfNumber: (intent: Intent) => otherKeys(database, intent, "number", numberKey(intent)),
    keysOfTwins: (intent: Intent) => otherKeys(database, intent, "twin", twinKey(intent)),
    hasUnsettled: () => database.get("SELECT 1 FROM unsettled LIMIT 1") !== undefined,
    unsettled: () => database.all("SELECT * FROM unsettled ORDER BY rowid"),
    lately(account: string): Lately {
      const unsettled = database.all("SELECT attempt FROM unsettled WHERE account = ?", account);
      const open = unsettled.flatMap((row) => intentIn(ofAttempt(String(row.attempt))) ?? []);
      // The plus keeps SQLite from sorting all records of the account: the last one is near the end.
      const record = database.get("SELECT at FROM record WHERE +account = ? ORDER BY sequence DESC LIMIT 1", account);
      const created = "SELECT max(created_at) AS at FROM created WHERE account = ?";
      const at = record?.at ?? database.get(created, account)?.at;
      return { last: typeof at === "string" ? at : undefined, open };
    },
    addIntent(record: NewRecord, intent: Intent): void {
      add(record, "intent", intent);
      bySupplier.addLast(intent);
      database.run(
        "INSERT INTO intended (account, key, number, twin) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        intent.account,
        intent.key,
        numberKey(intent) ?? null,
        twinKey(intent),
      );
    },
    addArmed(record: NewRecord): void {
      add(record, "armed", {});
      const { attempt, account, key } = record;
      database.run("INSERT INTO unsettled (attempt, account, key) VALUES (?, ?, ?)", attempt, account, key);
    },
    addResult(record: NewRecord, result: AttemptResult): void {
      add(record, "result", result);
      settle(record, result);
    },
    addResolved(record: NewRecord, resolution: Resolution): void {
      add(record, "resolved", resolution);
      settle(record, resolution);
    },
  };
}

export type RecordsTable = ReturnType<typeof recordsTable>;

/** The intent among the records of an attempt. */
export function intentIn(records: readonly JournalRecord[]): Intent | undefined {
  return records.find((each) => each.type === "intent")?.data as Intent | undefined;
}

/** What a number belongs to: kind and supplier number on their own. */
function numberKey(intent: Intent): string | undefined {
  return intent.documentNumber && JSON.stringify([intent.kind, intent.supplier.id, intent.documentNumber]);
}

function otherKeys(database: Database, intent: Intent, column: "number" | "twin", value: string | undefined): string[] {
  if (value === undefined) return [];
  return database
    .all(`SELECT key FROM intended WHERE account = ? AND ${column} = ? AND key <> ?`, intent.account, value, intent.key)
    .map((row) => String(row.key));
}

function fromRow(row: Record<string, unknown>): JournalRecord {
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
