import { createHash } from "node:crypto";
import type { Database } from "../../database/index.ts";
import type { JournalRecord } from "../store/records.ts";
import { seenOf } from "../store/seen-states.ts";
import { type Past, pastOf } from "./past.ts";

/** Reads all records of a try, in order. */
export type OfAttempt = (attempt: string) => readonly JournalRecord[];

/** What a try is found by. */
export type TriedBy = "id" | "number" | "file" | "content" | "replaces";

/** The state of a document that needs nobody any more. */
const approved = "APPROVED";
/** So many records are taken over in one transaction. */
const page = 1_000;

/**
 * Keeps the tables of `triedSchema` beside the records: each is what its records and later states say, and nothing else, so that it can be
 * made again from the start. Only ever written inside a transaction.
 */
export function triedIndex(database: Database, ofAttempt: OfAttempt) {
  const marks = marksOf(database);

  function* named(by: TriedBy, value: string, before = Number.MAX_SAFE_INTEGER): Generator<Past> {
    for (let from = before; ; ) {
      const rows = database.all(
        `SELECT tried.record AS record, attempt FROM tried_name JOIN tried ON tried.record = tried_name.record
         WHERE tried_name.name = ? AND tried_name.record < ? ORDER BY tried_name.record DESC LIMIT ?`,
        ...[hashOf(by, value), from, few],
      );
      for (const { attempt } of rows) {
        const past = pastOf(ofAttempt(String(attempt)));
        if (past && is(past, by, value)) yield past;
      }
      if (rows.length < few) return;
      from = Number(rows.at(-1)?.record);
    }
  }

  /** What is to stand in `unfinished` of a document; undefined when nothing. */
  const openOf = (account: string, id: string): Open | undefined => {
    for (const past of named("id", id)) {
      if (past.state !== "created" || past.intent.account !== account) continue;
      const state = seenOf(database, account, id).at(-1)?.state ?? past.result?.overallStatus;
      return state === approved ? undefined : { account, id, state, number: past.documentNumber ?? "", past };
    }
    return undefined;
  };
  const refresh = (account: string, id: string): void => {
    const open = openOf(account, id);
    if (open === undefined) database.run("DELETE FROM unfinished WHERE account = ? AND id = ?", account, id);
    else
      database.run(
        "INSERT OR REPLACE INTO unfinished (account, id, state, number, record) VALUES (?, ?, ?, ?, ?)",
        ...[account, id, open.state ?? null, open.number, open.past.record],
      );
  };
  const supplierOf = ({ account, supplier: { id, name, trn } }: Past["intent"]): number => {
    const whose = [account, id, name, trn];
    const known = "SELECT number FROM tried_with WHERE account = ? AND id = ? AND name = ? AND trn = ?";
    database.run("INSERT OR IGNORE INTO tried_with (account, id, name, trn) VALUES (?, ?, ?, ?)", ...whose);
    return Number(database.get(known, ...whose)?.number);
  };
  const take = (attempt: string): void => {
    const records = ofAttempt(attempt);
    const past = pastOf(records);
    if (past === undefined) return;
    const { record, at, state, intent } = past;
    database.run(
      `INSERT INTO tried (record, attempt, at, kind, state, supplier) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (record) DO UPDATE SET state = excluded.state`,
      ...[record, attempt, at, intent.kind, state, supplierOf(intent)],
    );
    for (const name of namesOf(past, records))
      database.run("INSERT OR IGNORE INTO tried_name (name, record) VALUES (?, ?)", name, record);
    for (const id of idsIn(records)) refresh(intent.account, id);
  };

  return {
    named,
    openOf,
    /** Right after a record of this try was added. What is behind is left to `catchUp`: a long journal holds up nothing that is sent. */
    follow(attempt: string): void {
      marks.step("record", () => take(attempt));
    },
    /** The same for a later state of a document. */
    followSeen(account: string, id: string): void {
      marks.step("seen", () => refresh(account, id));
    },
    isBehind: (): boolean => marks.isBehind("record") || marks.isBehind("seen"),
    /** Takes over some of what was recorded since; to be called until nothing is behind. */
    catchUp(): void {
      const next = (of: Followed): Record<string, unknown>[] =>
        database.all(`SELECT * FROM ${of} WHERE sequence > ? ORDER BY sequence LIMIT ?`, marks.get(of), page);
      const records = next("record");
      for (const attempt of new Set(records.map((row) => String(row.attempt)))) take(attempt);
      marks.reach("record", records);
      if (records.length > 0) return;
      const seen = next("seen");
      for (const { account, id } of seen) refresh(String(account), String(id));
      marks.reach("seen", seen);
    },
  };
}

/** Tables that are followed. */
type Followed = "record" | "seen";

/** How far each of them was followed. */
function marksOf(database: Database) {
  const number = (sql: string, ...values: number[]): number =>
    Number(Object.values(database.get(sql, ...values) ?? {})[0] ?? 0);
  const last = (of: Followed): number => number(`SELECT max(sequence) FROM ${of}`);
  const get = (of: Followed): number => number(`SELECT ${of} FROM followed WHERE one = 1`);
  const set = (of: Followed, to: number): void => {
    database.run(
      `INSERT INTO followed (one, record, seen) VALUES (1, ?, ?) ON CONFLICT (one) DO UPDATE SET ${of} = excluded.${of}`,
      of === "record" ? to : 0,
      of === "seen" ? to : 0,
    );
  };
  return {
    get,
    isBehind: (of: Followed): boolean => get(of) < last(of),
    /** Does the work for the row that was added last, when nothing before it is missing. */
    step(of: Followed, work: () => void): void {
      const added = last(of);
      if (get(of) !== number(`SELECT max(sequence) FROM ${of} WHERE sequence < ?`, added)) return;
      work();
      set(of, added);
    },
    reach(of: Followed, rows: readonly Record<string, unknown>[]): void {
      const to = rows.at(-1);
      if (to !== undefined) set(of, Number(to.sequence));
    },
  };
}

export type TriedIndex = ReturnType<typeof triedIndex>;

/** A document that exists and is not known to be approved. */
interface Open {
  readonly account: string;
  readonly id: string;
  /** The last one that is known. */
  readonly state: string | undefined;
  readonly number: string;
  /** The try that made it what it is. */
  readonly past: Past;
}

/** So many rows are read at a time where mostly one is wanted. */
const few = 20;

/** Whether a try is what its name promises: a hash may be that of something else, and a later record may have changed it. */
function is({ id, documentNumber, intent }: Past, by: TriedBy, value: string): boolean {
  switch (by) {
    case "id":
      return id === value;
    case "number":
      return documentNumber === value;
    case "file":
      return intent.file === value;
    case "content":
      return intent.contentHash === value;
    case "replaces":
      return intent.replaces === value;
  }
}

/** Every name that the records of a try ever gave it. */
export function namesOf({ intent }: Past, records: readonly JournalRecord[]): Set<number> {
  const numbers = records.flatMap(({ data }) => ("documentNumber" in data ? (data.documentNumber ?? []) : []));
  return new Set([
    hashOf("file", intent.file),
    hashOf("content", intent.contentHash),
    ...(intent.replaces === undefined ? [] : [hashOf("replaces", intent.replaces)]),
    ...numbers.map((each) => hashOf("number", each)),
    ...idsIn(records).map((each) => hashOf("id", each)),
  ]);
}

export function idsIn(records: readonly JournalRecord[]): string[] {
  const ids = records.flatMap(({ type, data }) =>
    (type === "result" || type === "resolved") && data.id !== undefined ? [data.id] : [],
  );
  return [...new Set(ids)];
}

/** 48 bits of a hash: enough to find a few candidates. */
function hashOf(by: TriedBy, value: string): number {
  return createHash("sha256").update(`${by}\n${value}`).digest().readUIntBE(0, 6);
}
