import type { Database } from "../../database/index.ts";
import { pairKey, supplierKeys } from "../../document/index.ts";
import { alikeKeysOf, lookAlikeKeys } from "../keys/alike.ts";
import { type NameWriter, namesIn, recordName } from "./names.ts";
import { backward, onward } from "./onward.ts";
import type { RecordRows } from "./record-rows.ts";
import type { Intent, JournalRecord } from "./records.ts";

/** A document that left this computer and may exist. */
export interface SentDocument {
  readonly intent: Intent;
  /** Id and number are absent while the document is in doubt. */
  readonly id?: string | undefined;
  readonly documentNumber?: string | undefined;
}

type Supplier = Pick<Intent, "account" | "supplier">;

function keysOfSupplier({ supplier: { id, name, trn, entry } }: Supplier): string[] {
  const names = { name, trn, tin: trn === "" ? id : trn.slice(0, 10), entry };
  return [...supplierKeys(names), pairKey(names), ...lookAlikeKeys(name, "own")];
}

const indexTables = ["supplied", "alike"] as const;

/** Keys of similar documents have a table of their own. */
const tableOf = (key: string): (typeof indexTables)[number] => (key.startsWith("alike ") ? "alike" : "supplied");

const placeOf = (account: string, key: string) => [tableOf(key), recordName(account, key)] as const;

/**
 * Number of suppliers whose keys are cached: consecutive records often concern the same ones, and hashing the keys
 * takes time.
 */
const cachedSuppliers = 1_000;

function onceForEach<T>(made: (of: Supplier) => T): (of: Supplier) => T {
  const cached = new Map<string, T>();
  return ({ account, supplier }) => {
    const who = JSON.stringify([account, supplier]);
    const known = cached.get(who);
    if (known !== undefined) return known;
    const result = made({ account, supplier });
    if (cached.size >= cachedSuppliers) cached.clear();
    cached.set(who, result);
    return result;
  };
}

/** Indexes intents by supplier and by similarity. */
export function supplierIndex(database: Database, names: NameWriter = namesIn(database)) {
  const placesOf = onceForEach((of) => keysOfSupplier(of).map((key) => placeOf(of.account, key)));
  const add = (intent: Intent, sequence: number): void => {
    const own = alikeKeysOf(intent).map((key) => placeOf(intent.account, key));
    for (const [table, name] of [...placesOf(intent), ...own]) names.add(table, name, sequence);
  };
  return {
    /** Indexes an intent. Call it in the transaction that adds the intent. */
    add,
    /** Returns attempts, newest first: those before a given record, or all of them. */
    attempts(
      account: string,
      key: string,
      before: number | undefined,
      most: number,
    ): { attempt: string; at: number }[] {
      const sql = `SELECT record.attempt AS attempt, record.sequence AS at FROM ${tableOf(key)} AS index_of
        JOIN record ON record.sequence = index_of.record
        WHERE index_of.name = ? AND index_of.record < ? ORDER BY index_of.record DESC LIMIT ?`;
      return database
        .all(sql, recordName(account, key), before ?? Number.MAX_SAFE_INTEGER, most)
        .map((row) => ({ attempt: String(row.attempt), at: Number(row.at) }));
    },
    /** Indexes a journal that was written before the index existed. Call it inside a transaction. */
    fill(): void {
      const page = 1_000;
      for (let after = 0; ; ) {
        const sql =
          "SELECT sequence, data FROM record WHERE type = 'intent' AND sequence > ? ORDER BY sequence LIMIT ?";
        const rows = database.all(sql, after, page);
        // JSON.parse loses nothing: code in this folder wrote the data, as in record-rows.ts.
        for (const { sequence, data } of rows) add(JSON.parse(String(data)) as Intent, Number(sequence));
        if (rows.length < page) return;
        after = onward(after, rows.at(-1)?.sequence);
      }
    },
    isMissing: (): boolean =>
      indexTables.some((table) => database.get(`SELECT 1 FROM ${table} LIMIT 1`) === undefined) &&
      database.get("SELECT 1 FROM record LIMIT 1") !== undefined,
  };
}

/** Returns at most `most` documents that may exist and have this key, newest first. */
export function sentUnder(
  { bySupplier, ofAttempts }: Tables,
  account: string,
  key: string,
  most: number,
): SentDocument[] {
  const found: SentDocument[] = [];
  const supplierKeysOf = onceForEach(keysOfSupplier);
  const isOwn = (intent: Intent): boolean =>
    intent.account === account && (supplierKeysOf(intent).includes(key) || alikeKeysOf(intent).includes(key));
  for (let before: number | undefined; ; ) {
    const attempts = bySupplier.attempts(account, key, before, most);
    const records = ofAttempts(attempts.map(({ attempt }) => attempt));
    for (const { attempt } of attempts) {
      const sent = sentDocument(records.get(attempt) ?? []);
      if (sent && isOwn(sent.intent)) found.push(sent);
      if (found.length >= most) return found;
    }
    if (attempts.length < most) return found;
    before = backward(before ?? Number.MAX_SAFE_INTEGER, attempts.at(-1)?.at);
  }
}

interface Tables {
  readonly bySupplier: ReturnType<typeof supplierIndex>;
  readonly ofAttempts: RecordRows["ofAttempts"];
}

/** Returns the document of an attempt from its records; undefined if it was not sent or is known not to exist. */
function sentDocument(records: readonly JournalRecord[]): SentDocument | undefined {
  let intent: Intent | undefined;
  let found: SentDocument | undefined;
  for (const each of records) {
    if (each.type === "intent") intent = each.data;
    else if (intent === undefined) return undefined;
    else if (each.type === "armed") found = { intent };
    else if (each.data.verdict === "created")
      found = { intent, id: each.data.id, documentNumber: each.data.documentNumber };
    else found = each.data.verdict === "in-doubt" ? { intent } : undefined;
  }
  return found;
}
