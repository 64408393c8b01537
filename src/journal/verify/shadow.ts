import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, lacksSpace, openDatabase } from "../../database/index.ts";
import { givenUpIn, numberGivenUp } from "../numbering/number-check.ts";
import type { ChainedRow, ChainSource, Link } from "../store/chain.ts";
import { rowsAhead } from "../store/chained-rows.ts";
import { copyTable } from "../store/copy.ts";
import { sortedNames } from "../store/names.ts";
import { addOldSupplies, keyedThrough, suppliesKeyed } from "../store/old-supplies.ts";
import { onward } from "../store/onward.ts";
import { type RecordRows, recordOf, recordRows } from "../store/record-rows.ts";
import type { CreatedDocument, JournalNote, JournalRecord, SeenState } from "../store/records.ts";
import { type RecordsTable, recordsTable } from "../store/records-table.ts";
import { schema } from "../store/schema.ts";
import { seenId, seenOfMany } from "../store/seen-states.ts";
import { NoRoom } from "../trouble/no-room.ts";

/** A table derived only from the records and the later states. */
interface Derived {
  /** `key`: the columns that identify a row; `says`: the columns with its content. */
  readonly key: readonly string[];
  readonly says: readonly string[];
}

const byName: Derived = { key: ["name", "record"], says: [] };

const derived: Readonly<Record<string, Derived>> = {
  created: {
    key: ["account", "id"],
    says: ["kind", "document_number", "file", "version", "created_at", "currency", "payable_amount", "lines"],
  },
  credited: { key: ["account", "id", "invoice_number"], says: ["reason"] },
  content: { key: ["account", "id"], says: ["hash"] },
  intended: { key: ["account", "key"], says: ["number", "twin"] },
  unsettled: { key: ["attempt"], says: ["account", "key"] },
  supplied: byName,
  known: byName,
  tried: { key: ["record"], says: ["attempt", "at", "kind", "state", "supplier"] },
  tried_with: { key: ["number"], says: ["account", "id", "name", "trn"] },
  tried_name: byName,
  unfinished: { key: ["account", "id"], says: ["state", "number", "record"] },
  followed: { key: ["one"], says: ["record", "seen"] },
  alike: byName,
  numbered: { key: ["account", "series", "counter"], says: ["key", "at"] },
};

/** Indexes that neither replaying nor comparing needs. */
const unused = [
  "record_key",
  "record_once",
  "intended_number",
  "intended_twin",
  "created_number",
  "created_file",
  "credited_invoice",
  "tried_at",
  "tried_state",
  "tried_supplier",
  "unfinished_record",
];

/** A second database into which the records are replayed by the code that wrote them. */
export interface Shadow {
  record(record: JournalRecord): void;
  seen(state: SeenState & { readonly sequence: number }): void;
  note(note: JournalNote): void;
  difference(): string | undefined;
  different(): readonly string[];
  /** Replaces the journal's derived tables with those of the shadow. Call it inside a transaction. */
  rebuild(): void;
}

/**
 * Runs `work` with a shadow of the journal, which is built when first needed; `work` must leave no transaction open.
 * The shadow is a file in a private temporary folder, to limit memory, and is removed afterwards. Throws errors from
 * the database and the file system, and `NoRoom`.
 */
export function withShadow<T>(journal: Database, work: (shadow: () => Shadow) => T): T {
  let folder: string | undefined;
  let made: ReturnType<typeof shadowIn> | undefined;
  const shadow = (): Shadow => {
    folder ??= mkdtempSync(join(tmpdir(), "selfbill-verify-"));
    made ??= shadowIn(folder, journal);
    return made.shadow;
  };
  try {
    return work(shadow);
  } catch (error) {
    // Names the folder in the message, because it is not the journal's own.
    throw lacksSpace(error, tmpdir()) ? new NoRoom(tmpdir()) : error;
  } finally {
    made?.leave();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Replays records, later states and notes as stored, in the order of the chain. Call it inside a transaction or
 * snapshot.
 */
export function replay(journal: Database, shadow: Shadow): void {
  const rowOf = rowsAhead(journal);
  const next = `SELECT sequence, source, row FROM link WHERE sequence > ? AND source <> 'text' ORDER BY sequence LIMIT ?`;
  for (let after = 0; ; ) {
    const links = journal.all(next, after, page);
    for (const { source, row } of links) {
      const what = rowOf(source as ChainSource, Number(row));
      if (what !== undefined) play({ source: source as ChainSource, row: Number(row) }, what, shadow);
    }
    if (links.length === 0) return;
    after = onward(after, links.at(-1)?.sequence);
  }
}

/**
 * Replays each link while the records are checked. Damaged records may not be replayable, so an error waits until
 * `end`, which throws it.
 */
export function replaying(shadow: () => Shadow) {
  let failed: { readonly error: unknown } | undefined;
  return {
    each(link: Link, row: ChainedRow): void {
      if (failed) return;
      try {
        play(link, row, shadow());
      } catch (error) {
        failed = { error };
      }
    },
    end(): void {
      if (failed) throw failed.error;
    },
  };
}

/**
 * Replays the row of a link. JSON.parse is safe: the journal wrote the data, and all its numbers are integers, not
 * amounts (see store/record-rows.ts).
 */
function play({ source, row: sequence }: Pick<Link, "source" | "row">, what: ChainedRow, shadow: Shadow): void {
  const { at, account, attempt, type, data } = what;
  if (source === "record") shadow.record(recordOf({ sequence, ...what }));
  if (source === "note") shadow.note({ sequence, at, type, data: JSON.parse(data) });
  if (source === "seen") shadow.seen({ sequence, at, account, id: seenId(attempt), state: data });
}

/** Opens a new database with a journal's tables that need not survive a crash. */
function temporary(path: string): Database {
  const opened = openDatabase(path, schema);
  if (!opened.ok) throw opened.problems[0].cause;
  const { value: database } = opened;
  for (const pragma of ["synchronous = OFF", "journal_mode = MEMORY", "cache_size = -16000"])
    database.get(`PRAGMA ${pragma}`);
  for (const index of unused) database.exec(`DROP INDEX ${index}`);
  return database;
}

function shadowIn(folder: string, journal: Database): { readonly shadow: Shadow; readonly leave: () => void } {
  const path = join(folder, "shadow.db");
  const database = temporary(path);
  database.exec("BEGIN");
  const playing = playingInto(database, journal);
  let open = true;
  const close = (): void => {
    if (open) database.close();
    open = false;
  };
  const finished = (): void => {
    if (open) finish(database, playing, close);
  };
  const compared = <T>(work: (ours: Database) => T): T => {
    finished();
    return onSqlite(journal, join(folder, "copy.db"), (ours) => attached(ours, path, () => work(ours)));
  };
  const shadow: Shadow = {
    record: playing.record,
    seen: playing.seen,
    note: playing.note,
    difference: () => compared((ours) => differences(ours).next().value?.words),
    different: () => compared((ours) => [...differences(ours)].map(({ table }) => table)),
    rebuild: () => {
      finished();
      if (journal.engine === "sqlite") attached(journal, path, () => rebuild(journal));
      else rebuildOnServer(journal, path);
    },
  };
  const leave = (): void => {
    close();
    try {
      if (journal.engine === "sqlite") journal.exec("DETACH shadow");
    } catch {
      // Ignored: the shadow was not attached.
    }
  };
  return { shadow, leave };
}

/**
 * The note for a document that was in an earlier version's journal without a record; the note's data is the document.
 */
export const knownDocument = "known-document";

/** Adds a record and everything derived from it. Call it inside a transaction. */
export function addRecord(records: RecordsTable, record: JournalRecord): void {
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

/** Number of links read at once, and of attempts or documents replayed before the tables about them are updated. */
const page = 1_000;

/**
 * Replays into a database without records, which are read from the journal instead, up to the point replayed so far.
 * Names and attempts are written one page at a time.
 */
function playingInto(database: Database, journal: Database) {
  const names = sortedNames(database);
  const rows = recordsPlayed(recordRows(journal));
  const records = recordsTable(
    database,
    { append: () => undefined, altered: () => undefined },
    { put: rows.put, rows, seenOf: (documents) => seenOfMany(journal, documents), names, follow: () => undefined },
  );
  const { tried } = records;
  const [attempts, documents] = [new Set<string>(), new Map<string, Pick<SeenState, "account" | "id">>()];
  let lastSeen: number | undefined;
  const takePage = (): void => {
    tried.take([...attempts], [...documents.values()]);
    attempts.clear();
    documents.clear();
    rows.forget();
  };
  return {
    record(record: JournalRecord): void {
      rows.next(record);
      addRecord(records, record);
      attempts.add(record.attempt);
      if (attempts.size >= page) takePage();
    },
    seen({ account, id, sequence }: SeenState & { readonly sequence: number }): void {
      documents.set(JSON.stringify([account, id]), { account, id });
      lastSeen = sequence;
      if (documents.size >= page) takePage();
    },
    note({ type, data }: JournalNote): void {
      if (type === knownDocument) records.insert(data as unknown as CreatedDocument);
      if (type === numberGivenUp) records.numbers.giveUp(...givenUpIn(data));
      if (type === suppliesKeyed) addOldSupplies(journal, names, keyedThrough(data));
    },
    end(): void {
      takePage();
      names.written();
      tried.reach("record", rows.last() || undefined);
      tried.reach("seen", lastSeen);
    },
  };
}

/** The journal's records up to the point replayed so far; those of the latest attempts are cached. */
function recordsPlayed(journal: RecordRows) {
  const recent = new Map<string, JournalRecord[]>();
  let next: JournalRecord | undefined;
  let last = 0;
  const isPlayed = ({ sequence }: JournalRecord): boolean => sequence <= last;
  return {
    last: () => last,
    next(record: JournalRecord): void {
      next = record;
    },
    put(): number {
      if (next === undefined) return last;
      last = next.sequence;
      if (next.type === "intent") recent.set(next.attempt, [next]);
      else recent.get(next.attempt)?.push(next);
      return last;
    },
    forget: () => recent.clear(),
    ofAttempt: (attempt: string) => recent.get(attempt) ?? journal.ofAttempt(attempt).filter(isPlayed),
    ofAttempts(attempts: readonly string[]): ReadonlyMap<string, readonly JournalRecord[]> {
      const others = [...journal.ofAttempts(attempts.filter((each) => !recent.has(each)))];
      const found = others.map(([attempt, records]) => [attempt, records.filter(isPlayed)] as const);
      return new Map([...found, ...recent]);
    },
    naming: journal.naming,
  };
}

/** Closes a shadow before it is attached: a large one that does not fit in memory is locked by its writer. */
function finish(shadow: Database, { end }: { readonly end: () => void }, close: () => void): void {
  end();
  shadow.exec("COMMIT");
  close();
}

function attached<T>(journal: Database, path: string, work: () => T): T {
  const isAttached = journal.get("SELECT 1 FROM pragma_database_list WHERE name = 'shadow'") !== undefined;
  if (!isAttached) journal.run("ATTACH DATABASE ? AS shadow", path);
  return work();
}

/**
 * Runs `work` on derived tables in SQLite: those of the journal itself or, for a server, copies of them in the file
 * `path`.
 */
function onSqlite<T>(journal: Database, path: string, work: (tables: Database) => T): T {
  if (journal.engine === "sqlite") return work(journal);
  const copy = temporary(path);
  try {
    copy.transaction(() => {
      for (const table of Object.keys(derived)) copyTable(table, journal, copy);
    });
    return work(copy);
  } finally {
    copy.close();
  }
}

function* differences(journal: Database): Generator<{ readonly table: string; readonly words: string }, undefined> {
  for (const [table, columns] of Object.entries(derived)) {
    if (journal.get(unmatched(table, columns))) {
      yield { table, words: `its table "${table}" says something that no record says` };
      continue;
    }
    const count = (of: string): number => Number(journal.get(`SELECT count(*) AS count FROM ${of}.${table}`)?.count);
    // In a journal from an earlier version, this table is empty until the next document is prepared.
    if (table === "alike" && count("main") === 0) continue;
    // The table contains only facts from the records and no duplicate rows, so fewer rows mean that some are missing.
    if (count("main") !== count("shadow"))
      yield { table, words: `its table "${table}" lacks something that the records say` };
  }
  return undefined;
}

/** Returns the SQL that finds a row of a derived table that is not in the shadow. Both tables are read in key order. */
function unmatched(table: string, { key, says }: Derived): string {
  const same = [
    ...key.map((each) => `made.${each} = ours.${each}`),
    ...says.map((each) => `made.${each} IS ours.${each}`),
  ];
  return `SELECT 1 FROM main.${table} AS ours WHERE NOT EXISTS
    (SELECT 1 FROM shadow.${table} AS made WHERE ${same.join(" AND ")}) LIMIT 1`;
}

function rebuild(journal: Database): void {
  for (const [table, { key, says }] of Object.entries(derived)) {
    const columns = [...key, ...says].join(", ");
    journal.exec(`DELETE FROM main.${table}`);
    journal.exec(
      `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM shadow.${table} ORDER BY ${order(table)}`,
    );
  }
}

/** Replaces the derived tables on a server with those of the shadow, which must be closed. */
function rebuildOnServer(journal: Database, path: string): void {
  const opened = openDatabase(path, "", { asItIs: true });
  if (!opened.ok) throw opened.problems[0].cause;
  try {
    for (const table of Object.keys(derived)) {
      journal.exec(`DELETE FROM ${table}`);
      copyTable(table, opened.value, journal);
    }
  } finally {
    opened.value.close();
  }
}

/** Returns the columns that restore a table's insertion order. */
function order(table: string): string {
  if (["supplied", "known", "alike", "tried_name"].includes(table)) return "name, record";
  return table === "unfinished" ? "account, id" : "rowid";
}
