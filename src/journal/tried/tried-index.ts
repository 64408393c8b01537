import type { Database } from "../../database/index.ts";
import { statusName } from "../../states/index.ts";
import { stateNow } from "../content/state-now.ts";
import { grouped } from "../store/grouped.ts";
import { idColumn, idFromColumn } from "../store/id-column.ts";
import type { NameWriter } from "../store/names.ts";
import type { SeenState } from "../store/records.ts";
import { spellingOf } from "../store/spelling.ts";
import { type Followed, marksOf } from "./followed.ts";
import { type Past, pastOf } from "./past.ts";
import {
  allNamed,
  idsIn,
  type LastAsked,
  lastNamed,
  namesOf,
  type OfAttempts,
  type TriedBy,
  triesNamed,
} from "./tried-names.ts";

/** Maximum number of records per transaction. */
const page = 1_000;

/** Returns the states of each document, oldest first. */
export type SeenOf = (documents: readonly DocumentId[]) => readonly (readonly SeenState[])[];

/** Readers of the records and later states from which the tables are built, and the writer of names. */
interface Parts {
  readonly ofAttempts: OfAttempts;
  readonly seenOf: SeenOf;
  readonly names: NameWriter;
}

/**
 * Maintains the tables of `triedSchema`, which contain only what records and later states say, so they can be
 * rebuilt. Call its writing methods only inside a transaction.
 */
export function triedIndex(database: Database, parts: Parts) {
  const { ofAttempts, names } = parts;
  const marks = marksOf(database);
  const refresh = unfinishedRows(database, parts);
  /** Updates the tables for these attempts and documents. Call it inside a transaction. */
  const take = (attempts: readonly string[], documents: readonly DocumentId[]): void => {
    const all = ofAttempts(attempts);
    const ids = [...documents];
    for (const attempt of attempts) {
      const records = all.get(attempt) ?? [];
      const past = pastOf(records);
      if (past === undefined) continue;
      const { record, at, state, intent } = past;
      database.run(
        `INSERT INTO tried (record, attempt, at, kind, state, supplier) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (record) DO UPDATE SET state = excluded.state`,
        ...[record, attempt, at, intent.kind, state, supplierOf(database, intent)],
      );
      for (const name of namesOf(past, records)) names.add("tried_name", name, record);
      ids.push(...idsIn(records).map((named) => ({ account: intent.account, ...named })));
    }
    refresh(ids);
  };

  return {
    named: (by: TriedBy, value: string): Generator<Past> => triesNamed(database, ofAttempts, by, value),
    lastNamed: (asked: readonly LastAsked[]) => lastNamed(database, ofAttempts, asked),
    allNamed: (asked: readonly (readonly [by: TriedBy, value: string])[]) => allNamed(database, ofAttempts, asked),
    /**
     * Updates the tables for an attempt. Call it right after adding a record of the attempt. Leaves older records to
     * `catchUp`, so that a long journal does not delay sending.
     */
    follow(attempt: string): void {
      marks.step("record", () => take([attempt], []));
    },
    followSeen(account: string, id: string): void {
      marks.step("seen", () => take([], eitherType({ account, id })));
    },
    take,
    isBehind: (): boolean => marks.isBehind("record") || marks.isBehind("seen"),
    reach: marks.reach,
    /** Processes some of the rows recorded since the last update; call it until `isBehind` is false. */
    catchUp(): void {
      const next = (of: Followed): Record<string, unknown>[] =>
        database.all(`SELECT * FROM ${of} WHERE sequence > ? ORDER BY sequence LIMIT ?`, marks.get(of), page);
      const records = next("record");
      marks.reach("record", records.at(-1)?.sequence);
      take([...new Set(records.map((row) => String(row.attempt)))], []);
      if (records.length > 0) return;
      const seen = next("seen");
      marks.reach("seen", seen.at(-1)?.sequence);
      const documents = seen.flatMap(({ account, id }) =>
        eitherType({ account: String(account), id: idFromColumn(String(id)).id }),
      );
      take([], documents);
    },
  };
}

export type TriedIndex = ReturnType<typeof triedIndex>;

function unfinishedRows(database: Database, { ofAttempts, seenOf, names }: Parts) {
  const remove = `DELETE FROM unfinished WHERE account = ? AND id ${spellingOf(database).among.texts}`;
  const insert = `INSERT INTO unfinished (account, id, state, number, record) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (account, id) DO UPDATE SET state = excluded.state, number = excluded.number, record = excluded.record`;
  return (documents: readonly DocumentId[]): void => {
    if (documents.length === 0) return;
    const seen = seenOf(documents);
    const told = documents.map((document, at) => ({ ...document, states: seen[at] ?? [] }));
    // Only the attempt tells what the answer to create told; it is not read where the last word is an approval.
    const rest = told.filter(({ states }) => states.at(-1)?.state !== statusName.approved);
    const asked = rest.map((each): LastAsked => ["id", each.id, isMadeAs(each)]);
    if (asked.length > 0) names.written();
    // The attempts that determined the current content of each document.
    const made = lastNamed(database, ofAttempts, asked);
    for (const [account, some] of grouped(documents, (each) => each.account))
      database.run(remove, account, JSON.stringify(some.map(({ id, idType }) => idColumn(id, idType))));
    for (const [at, { account, id, idType, states }] of rest.entries()) {
      const past = made[at];
      const { state } = stateNow(past?.result, states);
      if (past === undefined || state === statusName.approved) continue;
      database.run(
        insert,
        account,
        idColumn(id, idType),
        state ?? null,
        idColumn(past.documentNumber ?? ""),
        past.record,
      );
    }
  };
}

const isMadeAs =
  ({ account, idType }: DocumentId) =>
  (past: Past): boolean =>
    past.state === "created" && past.intent.account === account && past.idType === idType;

/** A later state is kept by the text of the id alone, which a document with a number as its id may have, too. */
function eitherType(document: { readonly account: string; readonly id: string }): readonly DocumentId[] {
  return /^-?\d/.test(document.id) ? [document, { ...document, idType: "number" }] : [document];
}

type DocumentId = Pick<SeenState, "account" | "id"> & Pick<Past, "idType">;

/** Returns the number for a supplier, one per combination of its identifying values. */
function supplierOf(database: Database, { account, supplier: { id, name, trn } }: Past["intent"]): number {
  const whose = [account, id, name, trn];
  const known = "SELECT number FROM tried_with WHERE account = ? AND id = ? AND name = ? AND trn = ?";
  const add = "INSERT INTO tried_with (account, id, name, trn) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING";
  const find = () => database.get(known, ...whose);
  const before = find();
  if (before === undefined) database.run(add, ...whose);
  return Number((before ?? find())?.number);
}
