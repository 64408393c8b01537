import type { Database } from "../../database/index.ts";
import { schema } from "./schema.ts";

/** Rows that go in one statement; of texts, which may be megabytes, fewer are held at a time. */
const together = 100;
const textsTogether = 5;

/** Tables whose rows are read in the order in which they came. */
export const byRowid: readonly string[] = ["unsettled", "credited"];

/** Every table of a journal, in the order in which they are made. */
export const tables: readonly string[] = [...schema.matchAll(/CREATE TABLE IF NOT EXISTS (\w+)/g)].map(
  ([, name = ""]) => name,
);

/** What belongs to one file or server alone: how its tables were made and checked, and who is at a content now. */
const ofThePlace = ["made", "checked", "claim"];

/** Copies a whole journal into empty tables of another engine; of one state of `from`, inside a transaction of `into`. */
export function copyTables(from: Database, into: Database): void {
  for (const table of tables) {
    if (ofThePlace.includes(table)) continue;
    // A journal on a server has its own identity from its making.
    if (table === "identity") into.exec("DELETE FROM identity");
    copyTable(table, from, into);
  }
}

/** Copies all rows of a table into the same table, which is empty, of another engine. Of one state of `from`, inside a transaction of `into`. */
export function copyTable(table: string, from: Database, into: Database): void {
  const sqlite = from.engine === "sqlite" ? from : into;
  const facts = sqlite.all(`SELECT name, pk FROM pragma_table_info('${table}') ORDER BY cid`);
  const columns = facts.map(({ name }) => String(name));
  const keys = facts.filter(({ pk }) => pk !== 0).map(({ name }) => String(name));
  const order = byRowid.includes(table) ? ["rowid"] : keys.length > 0 ? keys : columns;
  const size = table === "kept" ? textsTogether : together;
  const read = `SELECT ${columns.join(", ")} FROM ${table} ORDER BY ${order.join(", ")} LIMIT ${size} OFFSET ?`;
  for (let offset = 0; ; offset += size) {
    const rows = from.all(read, offset);
    if (rows.length > 0) insert(into, table, columns, rows);
    if (rows.length < size) return;
  }
}

function insert(
  into: Database,
  table: string,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): void {
  const one = `(${columns.map(() => "?").join(", ")})`;
  const values = rows.flatMap((row) => columns.map((column) => row[column] as string | number | null | Uint8Array));
  into.run(`INSERT INTO ${table} (${columns.join(", ")}) VALUES ${rows.map(() => one).join(", ")}`, ...values);
}
