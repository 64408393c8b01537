import type { Database, DatabaseRow } from "../../database/index.ts";
import type { ChainedRow, ChainSource } from "./chain.ts";

/** The hashed columns of each source, under the names that a record uses. */
const columns: Readonly<Record<ChainSource, string>> = {
  record: "at, account, key, attempt, type, data",
  seen: "at, account, '' AS key, id AS attempt, 'seen' AS type, state AS data",
  note: "at, '' AS account, '' AS key, '' AS attempt, type, data",
  text: "'' AS at, '' AS account, '' AS key, '' AS attempt, 'text' AS type, hash AS data",
};

export const chainedTables = [
  { source: "record", table: "record", number: "sequence" },
  { source: "seen", table: "seen", number: "sequence" },
  { source: "note", table: "note", number: "sequence" },
  { source: "text", table: "kept", number: "number" },
] as const;

const [record, seen, note, text] = chainedTables;
const places = { record, seen, note, text } as const;

export function chainedRow(database: Database, source: ChainSource, row: number): ChainedRow | undefined {
  const { table, number } = places[source];
  const found = database.get(`SELECT ${columns[source]} FROM ${table} WHERE ${number} = ?`, row);
  return found && rowOf(found);
}

function chainedRowsAfter(
  database: Database,
  source: ChainSource,
  after: number,
  most: number,
): (ChainedRow & { readonly row: number })[] {
  const { table, number } = places[source];
  const sql = `SELECT ${number} AS row, ${columns[source]} FROM ${table} WHERE ${number} > ? ORDER BY ${number} LIMIT ?`;
  return database.all(sql, after, most).map((found) => ({ ...rowOf(found), row: Number(found.row) }));
}

function rowOf({ at, account, key, attempt, type, data }: DatabaseRow): ChainedRow {
  return {
    at: String(at),
    account: String(account),
    key: String(key),
    attempt: String(attempt),
    type: String(type),
    data: String(data),
  };
}

export function rowWords(source: ChainSource, row: number): string {
  const words = { record: "record", seen: "later state", note: "note", text: "kept text" } as const;
  return `${words[source]} ${row}`;
}

/** Maximum number of rows in memory at once, for each source. */
const page = 500;

/** Returns the row of a link. Rows of a source must be requested in ascending order. */
export function rowsAhead(database: Database): (source: ChainSource, row: number) => ChainedRow | undefined {
  const of = Object.fromEntries(
    chainedTables.map(({ source }) => [
      source,
      ahead(
        (after) => chainedRowsAfter(database, source, after, page),
        ({ row }) => row,
      ),
    ]),
  ) as Record<ChainSource, (row: number) => ChainedRow | undefined>;
  return (source, row) => of[source](row);
}

/** Reads rows in pages, because each query to a server is a round trip. Rows must be requested in ascending order. */
function ahead<T>(read: (after: number) => readonly T[], numberOf: (row: T) => number): (row: number) => T | undefined {
  let rows: readonly T[] = [];
  let at = 0;
  return (row) => {
    for (let next = rows[at]; next !== undefined && numberOf(next) < row; next = rows[at]) at += 1;
    if (at >= rows.length) [rows, at] = [read(row - 1), 0];
    const found = rows[at];
    return found !== undefined && numberOf(found) === row ? found : undefined;
  };
}
