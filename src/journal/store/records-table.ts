import type { Database } from "../../database/index.ts";
import { numberBook } from "../numbering/numbers.ts";
import { type SeenOf, triedIndex } from "../tried/tried-index.ts";
import { addingRecords } from "./adding.ts";
import { type Chain, chainOf } from "./chain.ts";
import { createdDocuments } from "./created-documents.ts";
import { deciding, sameReference } from "./deciding.ts";
import { endings } from "./endings.ts";
import { type NameWriter, namesIn } from "./names.ts";
import { intentIn, type RecordRows, recordOf, recordRows, recordsOfKeys } from "./record-rows.ts";
import type { Intent, Lately } from "./records.ts";
import { secondPath } from "./second-path.ts";
import { seenOfMany } from "./seen-states.ts";
import { supplierIndex } from "./sent-to.ts";
import { spellingOf } from "./spelling.ts";

/** Functions that write and read records in place of the journal's own tables. */
export interface Ways {
  readonly put: Parameters<typeof addingRecords>[1]["put"];
  readonly rows: RecordRows;
  readonly seenOf: SeenOf;
  readonly names: NameWriter;
  /** Called after each record is added. */
  readonly follow: (attempt: string) => void;
}

/** The table of records, and the tables that index it. Add records inside a transaction. */
export function recordsTable(
  database: Database,
  chain: Pick<Chain, "append" | "altered"> = chainOf(database),
  ways: Partial<Ways> = {},
) {
  const { put = putting(database, chain), rows = recordRows(database), names = namesIn(database) } = ways;
  const created = createdDocuments(database);
  const bySupplier = supplierIndex(database, names);
  const second = secondPath(database, names);
  const numbers = numberBook(database);
  const checked = deciding(database, chain);
  const { ofAttempt, ofAttempts } = rows;
  const tried = triedIndex(database, {
    ofAttempts,
    seenOf: ways.seenOf ?? ((documents) => seenOfMany(database, documents)),
    names,
  });
  const ends = endings(database, created, rows);
  const { follow = tried.follow } = ways;
  return {
    ...created,
    ...addingRecords(database, { put, ofAttempt, second, bySupplier, numbers, ends, follow }),
    otherWith: ends.otherWith,
    bySupplier,
    tried,
    numbers,
    ofAttempt,
    ofAttempts,
    /** Returns the records with these keys; for lists only, because they are not checked against the chain. */
    ofKeys: (account: string, keys: readonly string[]) => recordsOfKeys(database, account, keys),
    /** Returns one record, checked against the chain. */
    only: (sequence: number) => checked.only(sequence),
    /** Returns the records with this key. Throws if damage to the journal affects them. */
    ofKey: (account: string, key: string) => checked.ofKey(account, key),
    after: (sequence: number, most: number) =>
      database.all("SELECT * FROM record WHERE sequence > ? ORDER BY sequence LIMIT ?", sequence, most).map(recordOf),
    keysOfNumber: (intent: Intent) => checked.otherKeys(intent, "number"),
    /** Looks at the highest record number ever assigned, so that removed records are noticed. */
    everSent(): boolean {
      const one = "SELECT count(*) FROM (SELECT 1 FROM created LIMIT 1) AS one";
      return Number(database.get(`SELECT ${spellingOf(database).lastRecord} + (${one}) AS ever`)?.ever) > 0;
    },
    hasUnsettled: () => database.get("SELECT 1 FROM unsettled LIMIT 1") !== undefined,
    /** Returns the keys with the same supplier and amounts, and the same day or the same reference and a close date. */
    keysOfTwins: (intent: Intent) => [
      ...new Set([...checked.otherKeys(intent, "twin"), ...sameReference(database, intent)]),
    ],
    unsettled: () => database.all("SELECT * FROM unsettled ORDER BY rowid"),
    lately(account: string): Lately {
      const unsettled = database.all("SELECT attempt FROM unsettled WHERE account = ?", account);
      const open = unsettled.flatMap((row) => intentIn(ofAttempt(String(row.attempt))) ?? []);
      // Avoids the index on the account: SQLite would sort all its records, although the last one is near the end.
      const sql = `SELECT at FROM record WHERE ${spellingOf(database).unindexed}account = ? ORDER BY sequence DESC LIMIT 1`;
      const record = database.get(sql, account);
      const created = "SELECT max(created_at) AS at FROM created WHERE account = ?";
      const at = record?.at ?? database.get(created, account)?.at;
      return { last: typeof at === "string" ? at : undefined, open };
    },
  };
}

export type RecordsTable = ReturnType<typeof recordsTable>;

const insertRecord =
  "INSERT INTO record (at, account, key, attempt, type, data) VALUES (?, ?, ?, ?, ?, ?) RETURNING sequence";

function putting(database: Database, chain: Pick<Chain, "append">): Ways["put"] {
  return ({ at, account, key, attempt }, type, data) => {
    const text = JSON.stringify(data);
    const row = Number(database.get(insertRecord, at, account, key, attempt, type, text)?.sequence);
    chain.append("record", row, { at, account, key, attempt, type, data: text });
    return row;
  };
}
