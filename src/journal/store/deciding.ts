import type { Database, DatabaseRow } from "../../database/index.ts";
import { alikeKey, daysOfReference, isNear, referenceKeys } from "../keys/alike.ts";
import { twinKey } from "../keys/intent-key.ts";
import type { Chain, ChainedRow } from "./chain.ts";
import { intentIn, recordOf, recordRows } from "./record-rows.ts";
import type { Intent, JournalRecord } from "./records.ts";
import { JournalDamage, secondPath } from "./second-path.ts";
import { supplierIndex } from "./sent-to.ts";
import { spellingOf } from "./spelling.ts";

const mostAlike = 100;

/**
 * The queries that determine whether a document is sent. Each query uses two separate indexes, and each row is
 * checked against the chain.
 */
export function deciding(database: Database, chain: Pick<Chain, "altered">) {
  const second = secondPath(database);
  const { among } = spellingOf(database);
  const believed = (rows: readonly DatabaseRow[]): JournalRecord[] => {
    if (rows.length === 0) return [];
    const altered = chain.altered("record", new Map(rows.map((row) => [Number(row.sequence), chainedRow(row)])));
    if (altered !== undefined) throw new JournalDamage(`record ${altered} is not as it was recorded`);
    return rows.map(recordOf);
  };
  /** Returns the records with these numbers, in this order. Throws if one is missing. */
  const these = (sequences: readonly number[]): JournalRecord[] => {
    if (sequences.length === 0) return [];
    const rows = database.all(`SELECT * FROM record WHERE sequence ${among.numbers}`, JSON.stringify(sequences));
    const bySequence = new Map(rows.map((row) => [Number(row.sequence), row]));
    return believed(
      sequences.map((sequence) => {
        const row = bySequence.get(sequence);
        if (row === undefined) throw new JournalDamage(`record ${sequence} is missing`);
        return row;
      }),
    );
  };
  return {
    only: (sequence: number): JournalRecord => these([sequence])[0] as JournalRecord,
    ofKey(account: string, key: string): JournalRecord[] {
      const sql = "SELECT * FROM record WHERE account = ? AND key = ? ORDER BY sequence";
      const found = believed(database.all(sql, account, key));
      const here = new Set(found.map((each) => each.sequence));
      const there = second.find("key", account, key);
      const missed = these(there.filter((each) => !here.has(each)));
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
      const again = these(second.find(column, account, value)).flatMap((each) =>
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

function chainedRow({ at, account, key, attempt, type, data }: DatabaseRow): ChainedRow {
  return { at, account, key, attempt, type, data } as unknown as ChainedRow;
}

/** Returns the keys of other documents that have the same reference and a date close to that of the intent. */
export function sameReference(database: Database, intent: Intent): string[] {
  const { ofAttempts } = recordRows(database);
  const index = supplierIndex(database);
  const own = daysOfReference(intent);
  return referenceKeys(intent).flatMap((reference) => {
    const attempts = index.attempts(intent.account, reference, undefined, mostAlike).map(({ attempt }) => attempt);
    const records = ofAttempts(attempts);
    const others = attempts.flatMap((attempt) => intentIn(records.get(attempt) ?? []) ?? []);
    // A general reference that equals another document's order number is not a cost centre, so the longer of the two
    // periods applies.
    const near = others.filter(
      (each) =>
        each.key !== intent.key && isNear(each.issueDate, intent.issueDate, Math.max(own, daysOfReference(each))),
    );
    return near.filter((each) => alikeKey.reference(each) === reference).map(({ key }) => key);
  });
}

/** Returns a key for the document's number, because numbers are unique per kind and supplier. */
export function numberKey(intent: Intent): string | undefined {
  return intent.documentNumber && JSON.stringify([intent.kind, intent.supplier.id, intent.documentNumber]);
}
