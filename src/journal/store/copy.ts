import type { Database, Value } from "../../database/index.ts";
import { schema } from "./schema.ts";

/** Number of values in a page; SQLite accepts at most 32,766 per statement. */
const together = 8_000;

/**
 * Maximum size of a page, in bytes or characters, for tables whose rows may be megabytes long. A page ends with the row
 * that reaches this size.
 */
const pageSize = 500_000;
const long: Readonly<Record<string, string>> = { record: "length(data)", kept: "length(content)" };

/** Tables that are read in insertion order, by `rowid`; on a server, a column of this name stores the order. */
export const byRowid: readonly string[] = ["unsettled", "credited"];

/** All tables, in the order in which they are created. */
export const tables: readonly string[] = [...schema.matchAll(/CREATE TABLE IF NOT EXISTS (\w+)/g)].map(
  ([, name = ""]) => name,
);

/**
 * Tables that belong to one file or server and are not copied: they record how its tables were created and checked,
 * and which process is sending which content.
 */
const ofThePlace = ["made", "checked", "claim"];

/**
 * Copies a whole journal into empty tables of another engine. Call it inside a transaction of `into`, while `from` does
 * not change.
 */
export function copyTables(from: Database, into: Database): void {
  for (const table of tables) {
    if (ofThePlace.includes(table)) continue;
    // A journal on a server has had its own identity since it was created; the copied identity replaces it.
    if (table === "identity") into.exec("DELETE FROM identity");
    copyTable(table, from, into);
  }
}

/**
 * Copies all rows into the same table of another engine, which must be empty. Call it inside a transaction of `into`,
 * while `from` does not change.
 */
export function copyTable(table: string, from: Database, into: Database): void {
  const sqlite = from.engine === "sqlite" ? from : into;
  const facts = sqlite.all(`SELECT name, pk FROM pragma_table_info('${table}') ORDER BY cid`);
  const columns = facts.map(({ name }) => String(name));
  const primary = facts.filter(({ pk }) => pk !== 0).sort((a, b) => Number(a.pk) - Number(b.pk));
  const key = byRowid.includes(table) ? ["rowid"] : primary.map(({ name }) => String(name));
  for (const rows of pagesOf(table, [...new Set([...columns, ...key])], key, from)) insert(into, table, columns, rows);
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Yields a table's rows in pages. Each page starts after the key of the last row: with an offset, all earlier rows
 * would be read again. A table without a key is read as one page.
 */
function* pagesOf(table: string, columns: readonly string[], key: readonly string[], from: Database): Generator<Row[]> {
  const select = `SELECT ${columns.join(", ")} FROM ${table}`;
  const names = key.join(", ");
  const usual = Math.floor(together / columns.length);
  for (let after: Value[] = []; ; ) {
    const rest = after.length === 0 ? "" : `WHERE (${names}) > (${marks(key)})`;
    const next = `${rest} ORDER BY ${names} LIMIT ?`;
    const most = long[table]
      ? fitting(from.all(`SELECT ${long[table]} AS size FROM ${table} ${next}`, ...after, usual), usual)
      : usual;
    const rows: Row[] = key.length === 0 ? from.all(select) : from.all(`${select} ${next}`, ...after, most);
    if (rows.length > 0) yield rows;
    if (key.length === 0 || rows.length < most) return;
    after = valuesOf(key, rows.at(-1));
  }
}

/** Returns how many of these rows fill a page, at least one. */
function fitting(rows: readonly Row[], usual: number): number {
  let room = pageSize;
  const end = rows.findIndex(({ size }) => {
    room -= Number(size);
    return room <= 0;
  });
  return end < 0 ? usual : end + 1;
}

function insert(into: Database, table: string, columns: readonly string[], rows: readonly Row[]): void {
  const values = rows.flatMap((row) => valuesOf(columns, row));
  const places = rows.map(() => `(${marks(columns)})`).join(", ");
  into.run(`INSERT INTO ${table} (${columns.join(", ")}) VALUES ${places}`, ...values);
}

const marks = (columns: readonly string[]): string => columns.map(() => "?").join(", ");

const valuesOf = (columns: readonly string[], row: Row | undefined): Value[] =>
  columns.map((column) => row?.[column] as Value);
