import { createHash } from "node:crypto";
import type { Database } from "../database/index.ts";
import type { Intent, JournalRecord } from "./records.ts";

/** A document that left this computer and may exist. */
export interface SentDocument {
  readonly intent: Intent;
  /** Both absent as long as it is in doubt. */
  readonly id?: string | undefined;
  readonly documentNumber?: string | undefined;
}

/** Who a supplier is, by everything that tells it apart. */
export interface SupplierNames {
  readonly name: string;
  readonly trn: string;
  readonly tin: string;
  /** Name of its entry in the supplier book. */
  readonly entry?: string | undefined;
}

/** Names under which documents to a supplier are found, the surest first; `both` is its name together with its TRN. */
export function supplierKeys({ entry, trn, tin, name }: SupplierNames): string[] {
  const number = trn || tin;
  return [
    ...(entry === undefined ? [] : [`entry ${folded(entry)}`]),
    ...(number === "" ? [] : [`number ${number}`]),
    ...(tin === "" || tin === number ? [] : [`tin ${tin}`]),
    ...(name === "" ? [] : [`name ${folded(name)}`]),
  ];
}

/** The key of a supplier's name together with its TRN. */
export function pairKey({ name, trn }: Pick<SupplierNames, "name" | "trn">): string {
  return `both ${folded(name)} ${trn}`;
}

function folded(name: string): string {
  return name.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}

/** Every key that an intent is found by. */
function keysOf({ supplier: { id, name, trn, entry } }: Intent): string[] {
  const names = { name, trn, tin: trn === "" ? id : trn.slice(0, 10), entry };
  return [...supplierKeys(names), pairKey(names)];
}

/** The intents by supplier, kept beside the records. A key is kept as 48 bits of its hash, which is enough to find a few candidates. */
export function supplierIndex(database: Database) {
  const add = (intent: Intent, sequence: number): void => {
    for (const key of keysOf(intent))
      database.run(
        "INSERT OR IGNORE INTO supplied (name, record) VALUES (?, ?)",
        hashOf(intent.account, key),
        sequence,
      );
  };
  return {
    /** Inside the transaction that adds the intent, right after it. */
    addLast(intent: Intent): void {
      add(intent, Number(database.get("SELECT max(sequence) AS last FROM record")?.last));
    },
    /** Attempts under a key, the newest first: those before a record, or all. */
    attempts(
      account: string,
      key: string,
      before: number | undefined,
      most: number,
    ): { attempt: string; at: number }[] {
      const sql = `SELECT record.attempt AS attempt, record.sequence AS at FROM supplied JOIN record ON record.sequence = supplied.record
        WHERE supplied.name = ? AND supplied.record < ? ORDER BY supplied.record DESC LIMIT ?`;
      return database
        .all(sql, hashOf(account, key), before ?? Number.MAX_SAFE_INTEGER, most)
        .map((row) => ({ attempt: String(row.attempt), at: Number(row.at) }));
    },
    /** Makes the index of a journal that was written before there was one; inside a transaction. */
    fill(): void {
      const page = 1_000;
      for (let after = 0; ; ) {
        const sql =
          "SELECT sequence, data FROM record WHERE type = 'intent' AND sequence > ? ORDER BY sequence LIMIT ?";
        const rows = database.all(sql, after, page);
        // Written by this room, as in records-table.
        for (const { sequence, data } of rows) add(JSON.parse(String(data)) as Intent, Number(sequence));
        if (rows.length < page) return;
        after = Number(rows.at(-1)?.sequence);
      }
    },
    isMissing: (): boolean =>
      database.get("SELECT 1 FROM supplied LIMIT 1") === undefined &&
      database.get("SELECT 1 FROM record LIMIT 1") !== undefined,
  };
}

function hashOf(account: string, key: string): number {
  return createHash("sha256").update(`${account}\n${key}`).digest().readUIntBE(0, 6);
}

/** Documents under a key that may exist, the newest first; at most `most` of them. */
export function sentUnder(
  { bySupplier, ofAttempt }: Tables,
  account: string,
  key: string,
  most: number,
): SentDocument[] {
  const found: SentDocument[] = [];
  for (let before: number | undefined; ; ) {
    const attempts = bySupplier.attempts(account, key, before, 2 * most);
    for (const { attempt } of attempts) {
      const sent = sentDocument(ofAttempt(attempt), account, key);
      if (sent) found.push(sent);
      if (found.length >= most) return found;
    }
    if (attempts.length < 2 * most) return found;
    before = attempts.at(-1)?.at;
  }
}

interface Tables {
  readonly bySupplier: ReturnType<typeof supplierIndex>;
  readonly ofAttempt: (attempt: string) => readonly JournalRecord[];
}

/** The document of an attempt, unless it is known not to exist; `key` must be one of its own. */
function sentDocument(records: readonly JournalRecord[], account: string, key: string): SentDocument | undefined {
  let intent: Intent | undefined;
  let found: SentDocument | undefined;
  for (const each of records) {
    if (each.type === "intent") intent = each.data;
    else if (intent === undefined) return undefined;
    else if (each.type === "armed") found = { intent };
    else if (each.data.verdict === "created")
      found = { intent, id: each.data.id, documentNumber: each.data.documentNumber };
    else if (each.data.verdict !== "in-doubt") found = undefined;
  }
  return found?.intent.account === account && keysOf(found.intent).includes(key) ? found : undefined;
}
