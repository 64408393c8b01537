import { chmodSync, closeSync, existsSync, openSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { fail, ok, problem, type Result, suggest } from "../problem/index.ts";
import type { Database, DatabaseRow } from "./database.ts";
import { makePrivateFolder } from "./folder.ts";
import { loadSqlite, SqliteMissing } from "./load.ts";

interface OpenOptions {
  readonly busyMilliseconds?: number;
  readonly code?: "journal-unusable" | "mark-unusable" | "sandbox-unusable";
  /** Opens the file without a WAL, so that the single file is complete between two writes. */
  readonly alone?: boolean;
  /** Opens an existing file without changing its journal mode or running `schema`. */
  readonly asItIs?: boolean;
}

/**
 * Creates the file if needed (folder mode 0700, file mode 0600), waits up to `busyMilliseconds` (default 30,000) for
 * other processes, and runs `schema`, which must be safe to run repeatedly. Problem: `options.code`, by default
 * `journal-unusable`.
 */
export function openDatabase(path: string, schema: string, options: OpenOptions = {}): Result<Database> {
  try {
    if (path === inMemory) return ok(memoryDatabase(schema));
    makePrivateFolder(dirname(path));
    // SQLite gives its side files the mode of the main one, so that mode must be correct before the first of them is
    // created. An existing file is not touched: closing a second descriptor of it would drop the locks of a connection
    // in this process.
    if (!existsSync(path)) makeFile(path);
    const isNew = statSync(path).size === 0;
    const { DatabaseSync } = loadSqlite();
    openedHere.add(identityOf(path));
    const handle: DatabaseSyncInstance = new DatabaseSync(path);
    handle.exec(`PRAGMA busy_timeout = ${options.busyMilliseconds ?? 30_000}`);
    // The file keeps its journal mode, so a copy without a WAL gets no side files.
    if (options.asItIs) return ok(database(handle));
    handle.exec(`PRAGMA journal_mode = ${options.alone ? "TRUNCATE" : "WAL"}`);
    // On macOS an ordinary flush does not reach the disk's own cache. Elsewhere this has no effect.
    handle.exec("PRAGMA fullfsync = 1");
    handle.exec("PRAGMA checkpoint_fullfsync = 1");
    // A new file gets its tables in one transaction, without a flush: the next transaction flushes the log as a whole,
    // and if there is none, only empty tables are lost.
    const opened = database(handle);
    handle.exec(`PRAGMA synchronous = ${isNew && !options.alone ? "OFF" : "FULL"}`);
    if (isNew) opened.transaction(() => opened.exec(schema));
    else opened.exec(schema);
    handle.exec("PRAGMA synchronous = FULL");
    if (process.platform !== "win32") chmodSync(path, 0o600);
    return ok(opened);
  } catch (error) {
    const code = options.code ?? "journal-unusable";
    if (lacksSpace(error, dirname(path))) {
      const message = `The file ${path} cannot be used: no space is left on its disk.`;
      return fail(problem(code, message, "Free disk space, then run the same command again.", { cause: error }));
    }
    const why = error instanceof Error ? error.message : String(error);
    const own = error instanceof SqliteMissing ? error.hint : undefined;
    const hint =
      own ?? (isDiskError(error) ? lookAtDisk : code === "journal-unusable" ? `${check} ${restore()}` : check);
    return fail(problem(code, `The file ${path} cannot be used: ${why}.`, hint, { cause: error }));
  }
}

/**
 * Database files that this process has opened. Closed ones stay in the set: on Node 20 a connection can outlive
 * `close` (see the comment there).
 */
const openedHere = new Set<string>();

/** If true, no side file may be read: closing its descriptor would drop the locks of a connection in this process. */
export function wasOpenedHere(path: string): boolean {
  return existsSync(path) && openedHere.has(identityOf(path));
}

function identityOf(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

/**
 * Free bytes that SQLite needs even for reading: it reports a lack of space for its shared memory file of 32 KiB as a
 * disk error.
 */
const leastSpace = 64 * 1024;

/** SQLite's primary codes IOERR, FULL and CANTOPEN can mean a lack of space, among other things. */
export function lacksSpace(error: unknown, folder: string): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (code !== "ENOSPC" && code !== "EDQUOT" && ![10, 13, 14].includes((errcode ?? 0) & 0xff)) return false;
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < leastSpace;
  } catch {
    return false;
  }
}

/**
 * Whether the disk reported an error (SQLite's primary code IOERR, or EIO): what it holds is then not known, and not
 * known to be damaged.
 */
export function isDiskError(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number };
  return code === "EIO" || ((errcode ?? 0) & 0xff) === ioError;
}

const ioError = 10;

/** What to do about a disk that reports errors; never to replace what is on it. */
export const lookAtDisk =
  "The disk, or the way to it, has a fault; nothing says that the file is damaged. Check the disk, its cable or the network drive, then run the same command again.";

const check = "Check the folder's permissions and free space.";
const restore = (): string =>
  `If the file is damaged, put the latest backup in place: ${suggest`journal restore FILE`}`;

/** Used in place of a file's path: the database is in memory and lost when the process ends. */
export const inMemory = ":memory:";

function memoryDatabase(schema: string): Database {
  const { DatabaseSync } = loadSqlite();
  const handle: DatabaseSyncInstance = new DatabaseSync(inMemory);
  handle.exec(schema);
  return database(handle);
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
    engine: "sqlite",
    run: (sql, ...values) => ({ changes: Number(prepared(sql).run(...values).changes) }),
    exec: (sql) => handle.exec(sql),
    get: (sql, ...values) => prepared(sql).get(...values) as DatabaseRow | undefined,
    all: (sql, ...values) => prepared(sql).all(...values) as DatabaseRow[],
    transaction(work) {
      handle.exec("BEGIN IMMEDIATE");
      try {
        const value = work();
        handle.exec("COMMIT");
        return value;
      } catch (error) {
        rollBack(handle);
        throw error;
      }
    },
    snapshot(work) {
      handle.exec("BEGIN");
      try {
        return work();
      } finally {
        handle.exec("COMMIT");
      }
    },
    close: () => {
      // On Node 20 the file stays open until the statements are garbage-collected, or the process ends.
      statements.clear();
      checkpoint(handle);
      handle.close();
    },
  };
}

/**
 * Tries to move all changes into the main file, so that a copy of only that file is complete. This may fail without an
 * error, for instance while others use the database.
 */
function checkpoint(handle: DatabaseSyncInstance): void {
  try {
    handle.exec("PRAGMA busy_timeout = 0");
    handle.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // Safe to ignore: the changes are durable in the log.
  }
}

/** Creates an empty file. Its folder is flushed by SQLite, together with the first transaction's log or journal. */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, "ax", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // Another process has created the file, or it is a broken link, for instance to a drive that is not mounted now:
    // the target of such a link must not be treated as a new file.
    if (!existsSync(path)) throw new Error("it is a symbolic link that leads nowhere", { cause: error });
  }
}

/** After some errors, such as a full disk, SQLite has already rolled back; the first error is reported. */
function rollBack(handle: DatabaseSyncInstance): void {
  try {
    handle.exec("ROLLBACK");
  } catch {
    // There was nothing to roll back.
  }
}
