import type { Database } from "../../database/index.ts";
import { numberBook } from "../numbering/numbers.ts";
import { triedIndex } from "../tried/tried-index.ts";
import { addingRecords } from "./adding.ts";
import { type Chain, chainOf } from "./chain.ts";
import { createdDocuments } from "./created-documents.ts";
import { deciding, sameReference } from "./deciding.ts";
import { endings } from "./endings.ts";
import { intentIn, recordOf, recordsOfAttempt, recordsOfAttempts } from "./record-rows.ts";
import type { Intent, Lately } from "./records.ts";
import { supplierIndex } from "./sent-to.ts";
import { spellingOf } from "./spelling.ts";

/**
 * Reads and adds records, and keeps beside them what makes them found. Adding belongs inside a transaction. With `follow: false` the tries
 * are left to `tried.catchUp`.
 */
export function recordsTable(
  database: Database,
  chain: Pick<Chain, "append" | "holds"> = chainOf(database),
  { follow = true }: { readonly follow?: boolean } = {},
) {
  const created = createdDocuments(database);
  const bySupplier = supplierIndex(database);
  const numbers = numberBook(database);
  const checked = deciding(database, chain);
  const ofAttempt = recordsOfAttempt(database);
  const ofAttempts = recordsOfAttempts(database);
  const tried = triedIndex(database, ofAttempt, ofAttempts);
  const ends = endings(database, created);
  const follows = follow ? tried.follow : () => undefined;
  return {
    ...created,
    ...addingRecords(database, { chain, bySupplier, numbers, ends, follow: follows }),
    otherWith: ends.otherWith,
    bySupplier,
    tried,
    numbers,
    ofAttempt,
    ofAttempts,
    /** A record that must be as it was recorded. */
    only: (sequence: number) => checked.only(sequence),
    /** Throws for a journal that is damaged where it matters here. */
    ofKey: (account: string, key: string) => checked.ofKey(account, key),
    after: (sequence: number, most: number) =>
      database.all("SELECT * FROM record WHERE sequence > ? ORDER BY sequence LIMIT ?", sequence, most).map(recordOf),
    keysOfNumber: (intent: Intent) => checked.otherKeys(intent, "number"),
    /** By the numbers given out: records that somebody removed were there all the same. */
    everSent(): boolean {
      const one = "SELECT count(*) FROM (SELECT 1 FROM created LIMIT 1) AS one";
      return Number(database.get(`SELECT ${spellingOf(database).lastRecord} + (${one}) AS ever`)?.ever) > 0;
    },
    hasUnsettled: () => database.get("SELECT 1 FROM unsettled LIMIT 1") !== undefined,
    /** Of the same supplier and amounts, and either of the same day or of the same reference and near in time. */
    keysOfTwins: (intent: Intent) => [
      ...new Set([...checked.otherKeys(intent, "twin"), ...sameReference(database, intent)]),
    ],
    unsettled: () => database.all("SELECT * FROM unsettled ORDER BY rowid"),
    lately(account: string): Lately {
      const unsettled = database.all("SELECT attempt FROM unsettled WHERE account = ?", account);
      const open = unsettled.flatMap((row) => intentIn(ofAttempt(String(row.attempt))) ?? []);
      // Not by its index, or SQLite sorts all records of the account: the last one is near the end.
      const sql = `SELECT at FROM record WHERE ${spellingOf(database).unindexed}account = ? ORDER BY sequence DESC LIMIT 1`;
      const record = database.get(sql, account);
      const created = "SELECT max(created_at) AS at FROM created WHERE account = ?";
      const at = record?.at ?? database.get(created, account)?.at;
      return { last: typeof at === "string" ? at : undefined, open };
    },
  };
}

export type RecordsTable = ReturnType<typeof recordsTable>;
