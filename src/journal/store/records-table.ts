import type { Database } from "../../database/index.ts";
import { alikeKeys, isNear } from "../alike.ts";
import { twinKey } from "../intent-key.ts";
import { numberBook } from "../numbers.ts";
import { supplierIndex } from "../sent-to.ts";
import { triedIndex } from "../tried/tried-index.ts";
import { type Chain, type ChainedRow, chainOf } from "./chain.ts";
import { createdDocuments, createdOf } from "./created-documents.ts";
import type { AttemptResult, CreatedDocument, Intent, JournalRecord, Lately, Resolution } from "./records.ts";
import { JournalDamage, type SecondName, secondPath } from "./second-path.ts";

/** So many documents of one reference are compared, the newest first. */
const mostAlike = 100;

type NewRecord = Pick<JournalRecord, "at" | "account" | "key" | "attempt">;

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
  const second = secondPath(database);
  const numbers = numberBook(database);
  const checked = deciding(database, chain);
  const ofAttempt = (attempt: string) =>
    database.all("SELECT * FROM record WHERE attempt = ? ORDER BY sequence", attempt).map(fromRow);
  const tried = triedIndex(database, ofAttempt);
  const add = (record: NewRecord, type: JournalRecord["type"], data: object): number => {
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
    second.add("key", account, key, lastRow);
    if (follow) tried.follow(attempt);
    return lastRow;
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
  const sameReference = (intent: Intent): string[] => {
    const { reference } = alikeKeys(intent);
    if (reference === undefined) return [];
    const attempts = bySupplier.attempts(intent.account, reference, undefined, mostAlike);
    const others = attempts.flatMap(({ attempt }) => intentIn(ofAttempt(attempt)) ?? []);
    const near = others.filter((each) => each.key !== intent.key && isNear(each.issueDate, intent.issueDate));
    return near.filter((each) => alikeKeys(each).reference === reference).map(({ key }) => key);
  };
  const unsettle = ({ attempt, account, key }: NewRecord): void => {
    const sql = "INSERT INTO unsettled (attempt, account, key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
    database.run(sql, attempt, account, key);
  };
  /** The document of other content that an id belongs to. */
  const otherWith = (record: NewRecord, id: string | undefined): CreatedDocument | undefined => {
    const known = id === undefined ? undefined : created.withId(record.account, id);
    if (!known) return undefined;
    const records = ofAttempt(record.attempt);
    const intent = intentIn(records);
    const isOwn = intent?.replaces === id || endOf(records)?.id === id || known.contentHash === intent?.contentHash;
    return isOwn ? undefined : known;
  };
  /** An id is another one's, or nobody's: what stands beside the records follows the attempts that still have it. */
  const forget = (record: NewRecord, id: string): void => {
    created.remove(record.account, id);
    const sql = `SELECT DISTINCT attempt FROM record
      WHERE type IN ('result', 'resolved') AND account = ? AND attempt <> ? AND instr(data, ?) > 0 ORDER BY sequence`;
    for (const { attempt } of database.all(sql, record.account, record.attempt, JSON.stringify(id))) {
      const records = ofAttempt(String(attempt));
      const end = endOf(records);
      const intent = intentIn(records);
      if (end?.verdict !== "created" || end.id !== id || !intent) continue;
      created.insert(createdOf(intent, id, end.documentNumber ?? intent.documentNumber ?? "", end.at));
    }
  };
  return {
    ...created,
    bySupplier,
    tried,
    numbers,
    ofAttempt,
    /** A record that must be as it was recorded. */
    only: (sequence: number) => checked.only(sequence),
    /** Throws for a journal that is damaged where it matters here. */
    ofKey: (account: string, key: string) => checked.ofKey(account, key),
    after: (sequence: number, most: number) =>
      database.all("SELECT * FROM record WHERE sequence > ? ORDER BY sequence LIMIT ?", sequence, most).map(fromRow),
    keysOfNumber: (intent: Intent) => checked.otherKeys(intent, "number"),
    hasUnsettled: () => database.get("SELECT 1 FROM unsettled LIMIT 1") !== undefined,
    /** Of the same supplier and amounts, and either of the same day or of the same reference and near in time. */
    keysOfTwins: (intent: Intent) => [...new Set([...checked.otherKeys(intent, "twin"), ...sameReference(intent)])],
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
      const row = add(record, "intent", intent);
      bySupplier.addLast(intent);
      if (numbers.keep(intent, record.at))
        for (const [name, value] of numberNames(intent)) second.add(name, intent.account, value, row);
      const [number, twin] = [numberKey(intent), twinKey(intent)];
      const sql = "INSERT INTO intended (account, key, number, twin) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING";
      const { changes } = database.run(sql, intent.account, intent.key, number ?? null, twin);
      if (changes === 0) return;
      second.add("twin", intent.account, twin, row);
      if (number !== undefined) second.add("number", intent.account, number, row);
    },
    /** `data` says where a record that was taken in comes from; an own one has none. */
    addArmed(record: NewRecord, data: object = {}): void {
      add(record, "armed", data);
      const { attempt, account, key } = record;
      database.run("INSERT INTO unsettled (attempt, account, key) VALUES (?, ?, ?)", attempt, account, key);
    },
    otherWith,
    /** A result that names the id of another content is recorded as a doubt; returns what was recorded. */
    addResult(record: NewRecord, result: AttemptResult): AttemptResult {
      const other = result.verdict === "created" ? otherWith(record, result.id) : undefined;
      const recorded = other ? contradicted(result, other) : result;
      add(record, "result", recorded);
      settle(record, recorded);
      return recorded;
    },
    /** As it was recorded once: journals of earlier versions have ids that were named for two contents. */
    addRecorded(record: NewRecord, result: AttemptResult): void {
      add(record, "result", result);
      settle(record, result);
    },
    addResolved(record: NewRecord, resolution: Resolution): void {
      const before = endOf(ofAttempt(record.attempt));
      add(record, "resolved", resolution);
      if (before?.verdict === "created" && before.id !== undefined && before.id !== resolution.id)
        forget(record, before.id);
      if (resolution.verdict === "in-doubt") unsettle(record);
      else settle(record, resolution);
    },
  };
}

export type RecordsTable = ReturnType<typeof recordsTable>;

/** The last word about an attempt. */
function endOf(
  records: readonly JournalRecord[],
): { verdict: string; id?: string | undefined; documentNumber?: string | undefined; at: string } | undefined {
  const last = records.findLast((each) => each.type === "result" || each.type === "resolved");
  return last && (last.type === "result" || last.type === "resolved") ? { ...last.data, at: last.at } : undefined;
}

/** A 201 with the id of a document that has another content: nobody knows what the service made of this one. */
function contradicted(
  { id = "", documentNumber, said, ...rest }: AttemptResult,
  other: CreatedDocument,
): AttemptResult {
  const { status, answerHash } = rest;
  const named = other.documentNumber === "" ? other.id : `${other.documentNumber} (${other.id})`;
  const about = `the document ${named}, which was created on ${other.createdAt.slice(0, 10)} from ${other.file}`;
  const message = `THE SERVICE ANSWERED WITH ANOTHER DOCUMENT'S ID. It answered ${status ?? "201"} (created) and named ${id}, but that is ${about} with other content.`;
  return { verdict: "in-doubt", status, answerHash, told: { id, documentNumber }, said: [message, ...said] };
}

/** The intent among the records of an attempt. */
export function intentIn(records: readonly JournalRecord[]): Intent | undefined {
  return records.find((each) => each.type === "intent")?.data as Intent | undefined;
}

/** By what an intent that took a new number of a series is found a second time. */
export function numberNames({ series }: Intent): readonly (readonly [SecondName, string])[] {
  if (series === undefined) return [];
  return [
    ["series", series.series],
    ["numbered", ""],
  ];
}

/** What a number belongs to: kind and supplier number on their own. */
function numberKey(intent: Intent): string | undefined {
  return intent.documentNumber && JSON.stringify([intent.kind, intent.supplier.id, intent.documentNumber]);
}

/** The questions that decide whether a document is sent: each asked by both ways, and each row held against the chain. */
function deciding(database: Database, chain: Pick<Chain, "holds">) {
  const second = secondPath(database);
  const believed = (row: Record<string, unknown>): JournalRecord => {
    const { at, account, key, attempt, type, data } = row as Record<string, string>;
    const what = { at, account, key, attempt, type, data } as ChainedRow;
    if (!chain.holds("record", Number(row.sequence), what))
      throw new JournalDamage(`record ${row.sequence} is not as it was recorded`);
    return fromRow(row);
  };
  const only = (sequence: number): JournalRecord => {
    const row = database.get("SELECT * FROM record WHERE sequence = ?", sequence);
    if (!row) throw new JournalDamage(`record ${sequence} is missing`);
    return believed(row);
  };
  return {
    only,
    ofKey(account: string, key: string): JournalRecord[] {
      const sql = "SELECT * FROM record WHERE account = ? AND key = ? ORDER BY sequence";
      const found = database.all(sql, account, key).map(believed);
      const here = new Set(found.map((each) => each.sequence));
      const there = second.find("key", account, key);
      const missed = there.filter((each) => !here.has(each)).map(only);
      if (
        missed.some((each) => each.account === account && each.key === key) ||
        [...here].some((each) => !there.includes(each))
      )
        throw new JournalDamage("an index of its records does not agree with them");
      return found;
    },
    otherKeys(intent: Intent, column: "number" | "twin"): string[] {
      const partOf = column === "number" ? numberKey : twinKey;
      const value = partOf(intent);
      if (value === undefined) return [];
      const { account } = intent;
      const keys = database
        .all(`SELECT key FROM intended WHERE account = ? AND ${column} = ?`, account, value)
        .map((row) => String(row.key));
      const again = second
        .find(column, account, value)
        .map(only)
        .flatMap((each) =>
          each.type === "intent" && each.account === account && partOf(each.data) === value ? [each.key] : [],
        );
      if (keys.length !== again.length || keys.some((key) => !again.includes(key)))
        throw new JournalDamage(
          `an index of ${column === "number" ? "numbers" : "like documents"} does not agree with the records`,
        );
      return keys.filter((key) => key !== intent.key);
    },
  };
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
