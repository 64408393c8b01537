import type { Database } from "../../src/database/index.ts";
import { chainOf } from "../../src/journal/store/chain.ts";
import { chainedRow } from "../../src/journal/store/chained-rows.ts";

/** One manual change to a journal. */
export interface Case {
  readonly kind: string;
  /** The exact change; reported with every violation. */
  readonly name: string;
  readonly change: (database: Database) => void;
}

/**
 * Tables without information about a document: requests from the last minute, running processes, the time when files
 * were last checked, and which tables exist.
 */
const fleeting = ["start", "hold", "time", "checked", "claim", "made", "sqlite_sequence"];
/** A column that contains only the position in a list derived from the records. */
const places = ["created.sequence"];

/** If rows of these tables are missing, the derived tables are rebuilt from the records. */
const mended = ["followed"];

interface Cell {
  readonly table: string;
  readonly column: string;
  /** Condition that selects the row: its rowid, or all columns in a table without one. */
  readonly where: string;
  readonly value: unknown;
  readonly bytes: Uint8Array;
}

/**
 * Changes every byte of every string and every number, removes every row, swaps any two records, and rebuilds the
 * chain.
 */
export function casesOf(database: Database): Case[] {
  const tables = database
    .all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .map(({ name }) => String(name))
    .filter((name) => !fleeting.includes(name));
  const cells = tables.flatMap((table) => cellsOf(database, table));
  const records = database.all("SELECT sequence FROM record ORDER BY sequence").map(({ sequence }) => Number(sequence));
  const rows = new Map(cells.map(({ table, where }) => [`${table}: ${where}`, { table, where }]));
  return [
    ...cells.flatMap(changedBytes),
    ...[...rows.values()].filter(({ table }) => !mended.includes(table)).map((row) => removed(row)),
    ...records.flatMap((one) => records.filter((other) => other > one).map((other) => swapped(one, other))),
    ...records.flatMap((record) => [removedWithLink(record), cutFrom(record), ...forged(record)]),
    ...versions,
  ];
}

function cellsOf(database: Database, table: string): Cell[] {
  const columns = database.all(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => String(name));
  const key = /WITHOUT ROWID/.test(String(database.get("SELECT sql FROM sqlite_schema WHERE name = ?", table)?.sql));
  const order = key ? columns.join() : "rowid";
  return database.all(`SELECT ${key ? "" : "rowid AS rowid_, "}* FROM ${table} ORDER BY ${order}`).flatMap((row) => {
    const where = key
      ? columns.map((each) => `${each} IS ${literal(row[each])}`).join(" AND ")
      : `rowid = ${Number(row.rowid_)}`;
    return columns
      .filter((column) => row[column] !== null && !places.includes(`${table}.${column}`))
      .map((column) => {
        const value = row[column];
        const bytes = value instanceof Uint8Array ? value : Buffer.from(typeof value === "string" ? value : "");
        return { table, column, where, value, bytes };
      });
  });
}

function literal(value: unknown): string {
  if (value === null) return "NULL";
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(Number(value));
}

function changedBytes({ table, column, where, value, bytes }: Cell): Case[] {
  const name = `${table}.${column}, ${where}`;
  const sql = `UPDATE ${table} SET ${column} = ? WHERE ${where}`;
  if (typeof value !== "string" && !(value instanceof Uint8Array))
    return [
      { kind: `a number changed in ${table}`, name, change: (database) => database.run(sql, Number(value) + 100_000) },
    ];
  const isText = typeof value === "string";
  return Array.from(bytes, (byte, at) => ({
    kind: `a byte changed in ${table}`,
    name: `${name}, byte ${at}`,
    change: (database) => {
      const other = Buffer.from(bytes);
      other[at] = byte ^ 1;
      database.run(isText ? sql.replace("?", "CAST(? AS TEXT)") : sql, other);
    },
  }));
}

function removed({ table, where }: Pick<Cell, "table" | "where">): Case {
  return {
    kind: `a row removed from ${table}`,
    name: `${table}, ${where}`,
    change: (database) => database.run(`DELETE FROM ${table} WHERE ${where}`),
  };
}

const columns = ["at", "account", "key", "attempt", "type", "data"];

function swap(database: Database, one: number, other: number): void {
  const read = (sequence: number) => database.get("SELECT * FROM record WHERE sequence = ?", sequence) ?? {};
  const [first, second] = [read(one), read(other)];
  const write = (sequence: number, row: Record<string, unknown>): void => {
    const set = columns.map((column) => `${column} = ?`).join();
    const values = columns.map((column) => String(row[column]));
    database.run(`UPDATE record SET ${set} WHERE sequence = ?`, ...values, sequence);
  };
  // Uses another attempt id for a moment, because an attempt has at most one record of each kind.
  write(one, { ...second, attempt: "for a moment" });
  write(other, first);
  write(one, second);
}

function swapped(one: number, other: number): Case {
  return {
    kind: "two records swapped",
    name: `records ${one} and ${other}`,
    change: (database) => swap(database, one, other),
  };
}

function removedWithLink(record: number): Case {
  return {
    kind: "a record removed with its link",
    name: `record ${record}`,
    change(database) {
      database.run("DELETE FROM link WHERE source = 'record' AND row = ?", record);
      database.run("DELETE FROM record WHERE sequence = ?", record);
    },
  };
}

/** Removes everything from a record onwards, without a trace; only a head noted elsewhere reveals it. */
function cutFrom(record: number): Case {
  return {
    kind: "the last records removed with every trace",
    name: `from record ${record} on`,
    change(database) {
      const link = Number(
        database.get("SELECT sequence FROM link WHERE source = 'record' AND row = ?", record)?.sequence,
      );
      const rows = database.all("SELECT source, row FROM link WHERE sequence >= ?", link);
      const tables: Readonly<Record<string, string>> = {
        record: "record WHERE sequence",
        seen: "seen WHERE sequence",
        text: "kept WHERE number",
        note: "note WHERE sequence",
      };
      for (const { source, row } of rows) database.run(`DELETE FROM ${tables[String(source)]} = ?`, Number(row));
      database.run("DELETE FROM link WHERE sequence >= ?", link);
      database.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'record'", record - 1);
      for (const table of ["intended", "supplied", "unsettled", "created", "credited", "content"])
        database.run(`DELETE FROM ${table}`);
    },
  };
}

/** Changes, removes or moves a record and then recalculates the whole chain. */
function forged(record: number): Case[] {
  const earlier = "UPDATE record SET at = '2020-01-01T00:00:00.000Z' WHERE sequence = ?";
  const ways: readonly [string, (database: Database) => void][] = [
    ["changed", (database) => database.run(earlier, record)],
    ["removed", (database) => database.run("DELETE FROM record WHERE sequence = ?", record)],
    ["moved", (database) => swap(database, record, record === 1 ? 2 : record - 1)],
  ];
  return ways.map(([way, change]) => ({
    kind: `a record ${way}, and the chain made anew`,
    name: `record ${record}`,
    change(database) {
      change(database);
      const links = database.all("SELECT source, row FROM link ORDER BY sequence");
      database.run("DELETE FROM link");
      const chain = chainOf(database);
      for (const { source, row } of links) {
        const what = chainedRow(database, source as "record", Number(row));
        if (what) chain.append(source as "record", Number(row), what);
      }
    },
  }));
}

const versions: readonly Case[] = [
  {
    kind: "every link removed, and the file called one of an earlier version",
    name: "user_version 0",
    change(database) {
      database.run("UPDATE record SET data = replace(data, '10500', '10400')");
      database.run("DELETE FROM link");
      database.exec("PRAGMA user_version = 0");
    },
  },
];
