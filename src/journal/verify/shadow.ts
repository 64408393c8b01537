import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, lacksSpace, openDatabase } from "../../database/index.ts";
import { givenUpIn, numberGivenUp } from "../numbering/number-check.ts";
import { copyTable } from "../store/copy.ts";
import { createdDocuments } from "../store/created-documents.ts";
import type { CreatedDocument, JournalNote, JournalRecord, SeenState } from "../store/records.ts";
import { recordsTable } from "../store/records-table.ts";
import { schema } from "../store/schema.ts";
import { seenStates } from "../store/seen-states.ts";
import { NoRoom } from "../trouble/no-room.ts";

/** Tables that are made from the records and the later states alone; of each the columns that say something. */
const derived: Readonly<Record<string, string>> = {
  created: "account, kind, id, document_number, file, version, created_at, currency, payable_amount, lines",
  credited: "account, id, invoice_number, reason",
  content: "account, id, hash",
  intended: "account, key, number, twin",
  unsettled: "attempt, account, key",
  supplied: "name, record",
  known: "name, record",
  tried: "record, attempt, at, kind, state, supplier",
  tried_with: "number, account, id, name, trn",
  tried_name: "name, record",
  unfinished: "account, id, state, number, record",
  followed: "one, record, seen",
  alike: "name, record",
  numbered: "account, series, counter, key, at",
};

/** A second database into which the records are played again, by the same code that wrote them. */
export interface Shadow {
  record(record: JournalRecord): void;
  seen(state: SeenState): void;
  note(note: JournalNote): void;
  /** The first derived table of the journal that says something else than the records do, in words. */
  difference(): string | undefined;
  /** Puts what the records say into the derived tables of the journal; inside a transaction. */
  rebuild(): void;
}

/**
 * Lends a shadow of the journal to `work`, which must leave no transaction open. It lies in a private temporary folder, so that memory stays small however large the journal is,
 * and is removed afterwards. Throws the database's and the file system's errors, and `NoRoom`.
 */
export function withShadow<T>(journal: Database, work: (shadow: Shadow) => T): T {
  const folder = inRoom(() => mkdtempSync(join(tmpdir(), "selfbill-verify-")));
  try {
    return inRoom(() => withShadowIn(folder, journal, work));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Names the folder where it has no room for what is done there. */
function inRoom<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw lacksSpace(error, tmpdir()) ? new NoRoom(tmpdir()) : error;
  }
}

function withShadowIn<T>(folder: string, journal: Database, work: (shadow: Shadow) => T): T {
  const path = join(folder, "shadow.db");
  const opened = openDatabase(path, schema);
  if (!opened.ok) throw opened.problems[0].cause;
  const { value: database } = opened;
  let open = true;
  const close = (): void => {
    if (open) database.close();
    open = false;
  };
  try {
    for (const pragma of ["synchronous = OFF", "journal_mode = MEMORY"]) database.get(`PRAGMA ${pragma}`);
    database.exec("BEGIN");
    const unlinked = { append: () => undefined, holds: () => true };
    const records = recordsTable(database, unlinked, { follow: false });
    const seen = seenStates(database, unlinked);
    const documents = createdDocuments(database);
    return work({
      record: (record) => addRecord(records, record),
      seen: (state) => seen.add(state),
      note({ type, data }) {
        if (type === knownDocument) documents.insert(data as unknown as CreatedDocument);
        if (type === numberGivenUp) records.numbers.giveUp(...givenUpIn(data));
      },
      difference: () => {
        finish(database, records, close);
        return onSqlite(journal, join(folder, "copy.db"), (ours) => attached(ours, path, () => firstDifference(ours)));
      },
      rebuild: () => {
        finish(database, records, close);
        attached(journal, path, () => rebuild(journal));
      },
    });
  } finally {
    close();
    try {
      if (journal.engine === "sqlite") journal.exec("DETACH shadow");
    } catch {
      // it was not attached
    }
  }
}

/** The note of a document that a journal of an earlier version knew without having a record of it; its data is the document. */
export const knownDocument = "known-document";

/** Adds a record by its type, with all that is kept beside it; inside a transaction. */
export function addRecord(records: ReturnType<typeof recordsTable>, record: JournalRecord): void {
  switch (record.type) {
    case "intent":
      records.addIntent(record, record.data);
      break;
    case "armed":
      records.addArmed(record, record.data);
      break;
    case "result":
      records.addRecorded(record, record.data);
      break;
    case "resolved":
      records.addResolved(record, record.data);
      break;
  }
}

/** Before it is attached: a shadow too large for memory is locked by whoever writes it. */
function finish(shadow: Database, { tried }: ReturnType<typeof recordsTable>, close: () => void): void {
  while (tried.isBehind()) tried.catchUp();
  shadow.exec("COMMIT");
  close();
}

function attached<T>(journal: Database, path: string, work: () => T): T {
  journal.run("ATTACH DATABASE ? AS shadow", path);
  return work();
}

/** Lends the derived tables as SQLite has them: the journal itself, or a copy of one that is on a server. */
function onSqlite<T>(journal: Database, path: string, work: (tables: Database) => T): T {
  if (journal.engine === "sqlite") return work(journal);
  const opened = openDatabase(path, schema);
  if (!opened.ok) throw opened.problems[0].cause;
  const copy = opened.value;
  try {
    copy.transaction(() => {
      for (const table of Object.keys(derived)) copyTable(table, journal, copy);
    });
    return work(copy);
  } finally {
    copy.close();
  }
}

function firstDifference(journal: Database): string | undefined {
  for (const [table, columns] of Object.entries(derived)) {
    const [ours, made] = [`SELECT ${columns} FROM main.${table}`, `SELECT ${columns} FROM shadow.${table}`];
    const differs = (one: string, other: string): boolean =>
      journal.get(`SELECT 1 FROM (${one} EXCEPT ${other}) LIMIT 1`) !== undefined;
    if (differs(ours, made)) return `its table "${table}" says something that no record says`;
    // A journal of an earlier version has no such index before its next document is prepared.
    if (table === "alike" && journal.get("SELECT 1 FROM main.alike LIMIT 1") === undefined) continue;
    if (differs(made, ours)) return `its table "${table}" lacks something that the records say`;
  }
  return undefined;
}

function rebuild(journal: Database): void {
  for (const [table, columns] of Object.entries(derived)) {
    journal.exec(`DELETE FROM main.${table}`);
    journal.exec(
      `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM shadow.${table} ORDER BY ${order(table)}`,
    );
  }
}

/** What was first stays first. */
function order(table: string): string {
  if (["supplied", "known", "alike", "tried_name"].includes(table)) return "name, record";
  return table === "unfinished" ? "account, id" : "rowid";
}
