import { existsSync } from "node:fs";
import { type Database, openDatabase } from "../../database/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";

export type Along = ReadonlyMap<string, string>;

const schema = "CREATE TABLE handover (name TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT, WITHOUT ROWID";

/**
 * Writes the books of a handover (supplier and item book, profiles, drafts, column maps) to a file, which may also hold
 * a journal, and checks that they can be read back. Throws errors from the database.
 */
export function putAlong(file: string, along: Along): void {
  const opened = openDatabase(file, "", { asItIs: true });
  if (!opened.ok) throw opened.problems[0].cause ?? new Error(opened.problems[0].message);
  const database = opened.value;
  try {
    database.transaction(() => {
      database.exec(schema);
      for (const [name, content] of along) database.run("INSERT INTO handover VALUES (?, ?)", name, content);
    });
    const written = contentsOf(database);
    if (written.size !== along.size || [...along].some(([name, content]) => written.get(name) !== content))
      throw new Error("what was written cannot be read again");
  } finally {
    database.close();
  }
}

/**
 * Reads the books from a file, without changing it, and returns whether it also holds a journal. Problem:
 * `file-unreadable`.
 */
export function readAlong(file: string): Result<{ readonly along: Along; readonly hasJournal: boolean }> {
  if (!existsSync(file))
    return fail(problem("file-unreadable", `${file} does not exist.`, "Name the file that selfbill handover wrote."));
  const opened = openDatabase(file, "", { asItIs: true });
  if (!opened.ok) return fail(notOne(file));
  try {
    return ok({ along: contentsOf(opened.value), hasJournal: has(opened.value, "record") });
  } catch {
    return fail(notOne(file));
  } finally {
    opened.value.close();
  }
}

/** Removes the books from a copy that must contain only a journal, and overwrites their bytes. */
export function dropAlong(database: Database): void {
  database.exec("PRAGMA secure_delete = ON");
  database.exec("DROP TABLE IF EXISTS handover");
}

function contentsOf(database: Database): Along {
  const rows = database.all("SELECT name, content FROM handover");
  return new Map(rows.map(({ name, content }) => [String(name), String(content)]));
}

const has = (database: Database, table: string): boolean =>
  database.get("SELECT 1 FROM sqlite_schema WHERE name = ?", table) !== undefined;

function notOne(file: string) {
  const message = `${file} is not a file that selfbill handover wrote, or it is not whole. Nothing was changed.`;
  return problem("file-unreadable", message, "Copy the file again from the old computer, and compare the sizes.");
}
