import type { Database } from "../../database/index.ts";
import { statusName } from "../../states/index.ts";
import { seenOf } from "../store/seen-states.ts";
import { type Followed, marksOf } from "./followed.ts";
import { type Past, pastOf } from "./past.ts";
import {
  allNamed,
  idsIn,
  type LastAsked,
  lastNamed,
  namesOf,
  type OfAttempt,
  type OfAttempts,
  type TriedBy,
  triesNamed,
} from "./tried-names.ts";

/** So many records are taken over in one transaction. */
const page = 1_000;

/**
 * Keeps the tables of `triedSchema` beside the records: each is what its records and later states say, and nothing else, so that it can be
 * made again from the start. Only ever written inside a transaction.
 */
export function triedIndex(database: Database, ofAttempt: OfAttempt, ofAttempts: OfAttempts) {
  const marks = marksOf(database);
  const { openOf, refresh } = unfinishedRows(database, ofAttempts);
  const take = (attempt: string): void => {
    const records = ofAttempt(attempt);
    const past = pastOf(records);
    if (past === undefined) return;
    const { record, at, state, intent } = past;
    database.run(
      `INSERT INTO tried (record, attempt, at, kind, state, supplier) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (record) DO UPDATE SET state = excluded.state`,
      ...[record, attempt, at, intent.kind, state, supplierOf(database, intent)],
    );
    for (const name of namesOf(past, records))
      database.run("INSERT INTO tried_name (name, record) VALUES (?, ?) ON CONFLICT DO NOTHING", name, record);
    for (const id of idsIn(records)) refresh(intent.account, id);
  };

  return {
    /** The tries that have this value now, the newest first. */
    named: (by: TriedBy, value: string): Generator<Past> => triesNamed(database, ofAttempts, by, value),
    /** Of each the last one that has this value and fits. */
    lastNamed: (asked: readonly LastAsked[]) => lastNamed(database, ofAttempts, asked),
    /** Of each every one that has this value. */
    allNamed: (asked: readonly (readonly [by: TriedBy, value: string])[]) => allNamed(database, ofAttempts, asked),
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

export type TriedIndex = ReturnType<typeof triedIndex>;

/** Keeps `unfinished`: the documents that exist and are not known to be approved. */
function unfinishedRows(database: Database, ofAttempts: OfAttempts) {
  /** What is to stand in `unfinished` of a document; undefined when nothing. */
  const openOf = (account: string, id: string): Open | undefined => {
    for (const past of triesNamed(database, ofAttempts, "id", id)) {
      if (past.state !== "created" || past.intent.account !== account) continue;
      const state = seenOf(database, account, id).at(-1)?.state ?? past.result?.overallStatus;
      return state === statusName.approved
        ? undefined
        : { account, id, state, number: past.documentNumber ?? "", past };
    }
    return undefined;
  };
  const refresh = (account: string, id: string): void => {
    const open = openOf(account, id);
    if (open === undefined) database.run("DELETE FROM unfinished WHERE account = ? AND id = ?", account, id);
    else
      database.run(
        `INSERT INTO unfinished (account, id, state, number, record) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (account, id) DO UPDATE SET state = excluded.state, number = excluded.number, record = excluded.record`,
        ...[account, id, open.state ?? null, open.number, open.past.record],
      );
  };
  return { openOf, refresh };
}

/** The number of a supplier, which is given to everything that tells one apart. */
function supplierOf(database: Database, { account, supplier: { id, name, trn } }: Past["intent"]): number {
  const whose = [account, id, name, trn];
  const known = "SELECT number FROM tried_with WHERE account = ? AND id = ? AND name = ? AND trn = ?";
  const add = "INSERT INTO tried_with (account, id, name, trn) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING";
  database.run(add, ...whose);
  return Number(database.get(known, ...whose)?.number);
}

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
