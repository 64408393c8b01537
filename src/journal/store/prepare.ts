import type { Database } from "../../database/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { sha256 } from "../keys/intent-key.ts";
import { damaged } from "../trouble/trouble.ts";
import { knownDocument, type Shadow, withShadow } from "../verify/shadow.ts";
import { type Chain, chainOf } from "./chain.ts";
import { chainedRow, chainedTables } from "./chained-rows.ts";
import { createdDocuments } from "./created-documents.ts";
import { journalNotes } from "./notes.ts";
import { onward } from "./onward.ts";
import { recordsTable } from "./records-table.ts";
import { schema } from "./schema.ts";

/**
 * `PRAGMA user_version` of this program's files. It is 0 in a file without a chain, and 1 in a file without the notes
 * that later versions write before they send. Files with these notes have a higher version, because a program that does
 * not know the notes must not send from them.
 */
export const journalVersion = 2;
const chainedSince = 1;
const page = 1_000;

/**
 * Creates the tables of a new file, or upgrades a file from an earlier version in one transaction. Existing rows are
 * linked only then, and a note records this, because earlier changes cannot be detected. Problem: `journal-newer`;
 * nothing is changed in that case. Throws errors from the database.
 */
export function prepareJournal(database: Database, path: string, now: number): Result<void> {
  const version = versionOf(database);
  if (version > journalVersion) return fail(tooNew(path, version));
  if (version >= chainedSince) {
    const why = otherTables(database, version);
    return why === undefined ? ok(undefined) : fail(damaged(path, why));
  }
  const isNew = database.get("SELECT 1 FROM sqlite_schema LIMIT 1") === undefined;
  if (isNew) begin(database, now);
  else withShadow(database, (shadow) => begin(database, now, shadow()));
  return ok(undefined);
}

function versionOf(database: Database): number {
  return Number(database.get("PRAGMA user_version")?.user_version);
}

/** Creates the tables of a new file or, if `shadow` is given, of a file from an earlier version. */
function begin(database: Database, now: number, shadow?: Shadow): void {
  database.transaction(() => {
    // Another process may have created or upgraded the tables in the meantime.
    if (versionOf(database) !== 0) return;
    makeTables(database, () => {
      const chain = chainOf(database);
      chain.identity(now);
      if (shadow) takeOver(database, chain, shadow, now);
    });
  });
}

/** Creates the tables and calls `fill`. Call it inside a transaction. */
export function makeTables(database: Database, fill: () => void): void {
  database.exec(schema);
  fill();
  noteTables(database);
}

/**
 * Explains how the tables differ from those that were created; undefined if they do not. A flipped bit in a table's
 * name would otherwise lead to a new, empty table, and earlier documents would be forgotten. Adds tables that earlier
 * versions did not have; the file then has this version.
 */
function otherTables(database: Database, version: number): string | undefined {
  const isMade = database.get("SELECT 1 FROM sqlite_schema WHERE name = 'made'") !== undefined;
  const made = isMade ? database.get("SELECT text, tables FROM made WHERE one = 1") : undefined;
  if (made && made.tables !== tablesOf(database)) return "its tables are not those that were made";
  if (!chainOf(database).stored()) return "it does not say which journal it is";
  if (made?.text === sha256(schema) && version === journalVersion) return undefined;
  database.transaction(() => {
    database.exec(schema);
    noteTables(database);
  });
  return undefined;
}

/**
 * Records the tables in the same transaction as the version: an earlier program either finds its own tables or
 * rejects the file.
 */
function noteTables(database: Database): void {
  database.exec(`PRAGMA user_version = ${journalVersion}`);
  const sql = `INSERT INTO made (one, text, tables) VALUES (1, ?, ?)
    ON CONFLICT (one) DO UPDATE SET text = excluded.text, tables = excluded.tables`;
  database.run(sql, sha256(schema), tablesOf(database));
}

function tablesOf(database: Database): string {
  const sql = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type <> 'trigger' ORDER BY type, name";
  return sha256(JSON.stringify(database.all(sql).map((row) => [row.type, row.name, row.tbl_name, row.sql])));
}

function takeOver(database: Database, chain: Chain, shadow: Shadow, now: number): void {
  const sources = ["record", "seen", "text"] as const;
  const [records, seen, texts] = sources.map((source) => linkAll(database, source, chain));
  const at = new Date(now).toISOString();
  const known = keepKnown(database, chain, at);
  if (!records && !seen && !texts && !known) return;
  const through = Number(database.get("SELECT max(sequence) AS last FROM link")?.last);
  const data = { records: String(records), seen: String(seen), texts: String(texts), through: String(through) };
  journalNotes(database, chain).add({ at, type: "taken-over", data });
  rebuildDerived(database, chain, shadow);
}

/** Links all rows that have no link yet, and returns how many. */
function linkAll(database: Database, source: "record" | "seen" | "text", chain: Chain): number {
  const { table, number } = chainedTables.find((each) => each.source === source) ?? chainedTables[0];
  let count = 0;
  for (let after = 0; ; ) {
    const sql = `SELECT ${number} AS number FROM ${table} AS each WHERE ${number} > ?
      AND NOT EXISTS (SELECT 1 FROM link WHERE source = '${source}' AND row = each.${number}) ORDER BY ${number} LIMIT ${page}`;
    const rows = database.all(sql, after).map((row) => Number(row.number));
    for (const row of rows) {
      const what = chainedRow(database, source, row);
      if (what) chain.append(source, row, what);
    }
    count += rows.length;
    if (rows.length < page) return count;
    after = onward(after, rows.at(-1));
  }
}

/**
 * Adds notes for the documents that the first version of the program stored without records, and returns how many.
 */
function keepKnown(database: Database, chain: Chain, at: string): number {
  const notes = journalNotes(database, chain);
  const documents = createdDocuments(database);
  const sql = `SELECT account, id FROM created WHERE (account, id) NOT IN
    (SELECT account, coalesce(json_extract(data, '$.id'), '') FROM record WHERE type IN ('result', 'resolved')) ORDER BY sequence`;
  const rows = database.all(sql);
  for (const { account, id } of rows) {
    const [known] = documents.find(String(account), String(id)).filter((each) => each.id === id);
    if (known) notes.add({ at, type: knownDocument, data: { ...known } });
  }
  return rows.length;
}

/** Rebuilds the derived tables, because earlier versions had fewer of them. */
function rebuildDerived(database: Database, chain: Chain, shadow: Shadow): void {
  const records = recordsTable(database, chain);
  for (const note of journalNotes(database, chain).after(0, Number.MAX_SAFE_INTEGER)) shadow.note(note);
  for (let after = 0; ; ) {
    const rows = records.after(after, page);
    for (const record of rows) shadow.record(record);
    after = onward(after, rows.at(-1)?.sequence);
    if (rows.length < page) break;
  }
  shadow.rebuild();
}

function tooNew(path: string, version: number) {
  const message = `Nothing was read or sent: a newer selfbill wrote the journal ${path} (journal version ${version}; this program reads up to ${journalVersion}).`;
  return problem("journal-newer", message, "Update selfbill on this computer, then run the same command again.");
}
