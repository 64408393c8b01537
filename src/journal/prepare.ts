import type { Database } from "../database/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";
import { type Chain, chainOf } from "./chain.ts";
import { journalNotes } from "./notes.ts";
import { schema } from "./schema.ts";

/** `PRAGMA user_version` of the files of this program; a file without a chain has 0. */
export const journalVersion = 1;
const page = 1_000;

/**
 * Makes the tables of a new file, and takes over one of an earlier version, all in one transaction: what it holds gets its links now, and a
 * note says so, because what was changed before cannot be seen. Problem: `journal-newer`, and then nothing was changed. Throws the
 * database's errors.
 */
export function prepareJournal(database: Database, path: string, now: number): Result<void> {
  const versionOf = (): number => Number(database.get("PRAGMA user_version")?.user_version);
  const version = versionOf();
  if (version > journalVersion) return fail(tooNew(path, version));
  if (version === journalVersion) {
    // Takes no lock as long as nothing is missing.
    database.exec(schema);
    return ok(undefined);
  }
  database.transaction(() => {
    database.exec(schema);
    const chain = chainOf(database);
    chain.identity(now);
    if (versionOf() === journalVersion) return;
    takeOver(database, chain, now);
    database.exec(`PRAGMA user_version = ${journalVersion}`);
  });
  return ok(undefined);
}

function takeOver(database: Database, chain: Chain, now: number): void {
  const records = linkAll(database, "record", (row) => {
    const { at, account, key, attempt, type, data } = row as Record<string, string>;
    chain.append("record", Number(row.sequence), texts({ at, account, key, attempt, type, data }));
  });
  const seen = linkAll(database, "seen", (row) => {
    const { at, account, id, state } = row as Record<string, string>;
    chain.append("seen", Number(row.sequence), texts({ at, account, attempt: id, type: "seen", data: state }));
  });
  if (records === 0 && seen === 0) return;
  const at = new Date(now).toISOString();
  const through = Number(database.get("SELECT max(sequence) AS last FROM link")?.last);
  const data = { records: String(records), seen: String(seen), through: String(through) };
  journalNotes(database, chain).add({ at, type: "taken-over", data });
}

/** Rows without a link, in order; how many. */
function linkAll(database: Database, source: "record" | "seen", link: (row: Record<string, unknown>) => void): number {
  let count = 0;
  for (let after = 0; ; ) {
    const sql = `SELECT * FROM ${source} AS each WHERE sequence > ?
      AND NOT EXISTS (SELECT 1 FROM link WHERE source = '${source}' AND row = each.sequence) ORDER BY sequence LIMIT ${page}`;
    const rows = database.all(sql, after);
    for (const row of rows) link(row);
    count += rows.length;
    if (rows.length < page) return count;
    after = Number(rows.at(-1)?.sequence);
  }
}

function texts(row: Readonly<Record<string, string | undefined>>) {
  const { at = "", account = "", key = "", attempt = "", type = "", data = "" } = row;
  return { at, account, key, attempt, type, data };
}

function tooNew(path: string, version: number) {
  const message = `The journal ${path} was written by a newer selfbill (its version is ${version}, this program knows ${journalVersion}).`;
  return problem("journal-newer", message, "Update selfbill on this computer, then run the same command again.");
}
