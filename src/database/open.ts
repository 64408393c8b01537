import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { fail, ok, problem, type Result } from "../problem/index.ts";

type Row = Record<string, unknown>;
type Value = string | number | bigint | null | Uint8Array;

/** One open SQLite file. Every write is durable (WAL, synchronous=FULL) when the call returns. */
export interface Database {
  run(sql: string, ...values: Value[]): { changes: number };
  get(sql: string, ...values: Value[]): Row | undefined;
  all(sql: string, ...values: Value[]): Row[];
  /** Runs `work` inside BEGIN IMMEDIATE … COMMIT; rolls back and rethrows when it throws. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens (and makes, with folder mode 0700 and file mode 0600) the database at `path`, waiting up to `busyMilliseconds` (default
 * 30,000) for other processes, and runs `schema`, which must be repeatable. Problem: `journal-unusable` or the code given.
 */
export function openDatabase(
  path: string,
  schema: string,
  options: { busyMilliseconds?: number; code?: "journal-unusable" | "sandbox-unusable" } = {},
): Result<Database> {
  try {
    const folder = dirname(path);
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
    // SQLite gives its side files the mode of the main one, so that must be right before the first of them is made. An existing file
    // is left alone: closing a second descriptor of it would drop the locks of a connection in this process.
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
    const { DatabaseSync } = loadSqlite();
    const handle: DatabaseSyncInstance = new DatabaseSync(path);
    handle.exec(`PRAGMA busy_timeout = ${options.busyMilliseconds ?? 30_000}`);
    handle.exec("PRAGMA journal_mode = WAL");
    handle.exec("PRAGMA synchronous = FULL");
    handle.exec(schema);
    if (process.platform !== "win32") chmodSync(path, 0o600);
    return ok(database(handle));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(
      problem(
        options.code ?? "journal-unusable",
        `The file ${path} cannot be used: ${why}.`,
        "Check the folder's permissions and free space.",
        {
          cause: error,
        },
      ),
    );
  }
}

function database(handle: DatabaseSyncInstance): Database {
  const statements = new Map<string, ReturnType<DatabaseSyncInstance["prepare"]>>();
  const prepared = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const made = handle.prepare(sql);
    statements.set(sql, made);
    return made;
  };
  return {
    run: (sql, ...values) => ({ changes: Number(prepared(sql).run(...values).changes) }),
    get: (sql, ...values) => prepared(sql).get(...values) as Row | undefined,
    all: (sql, ...values) => prepared(sql).all(...values) as Row[],
    transaction(work) {
      handle.exec("BEGIN IMMEDIATE");
      try {
        const value = work();
        handle.exec("COMMIT");
        return value;
      } catch (error) {
        handle.exec("ROLLBACK");
        throw error;
      }
    },
    close: () => {
      statements.clear();
      handle.close();
    },
  };
}

function loadSqlite(): typeof import("@photostructure/sqlite") {
  const load = createRequire(import.meta.url);
  if (!("sqlite" in process.versions)) return load("@photostructure/sqlite");
  // Node 22 says once that the module is experimental; that line means nothing to the reader.
  const original = process.emitWarning;
  process.emitWarning = (() => undefined) as typeof process.emitWarning;
  try {
    return load("node:sqlite");
  } finally {
    process.emitWarning = original;
  }
}
