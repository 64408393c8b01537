import { closeSync, existsSync, openSync, rmSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { makePrivateFolder } from "./folder.ts";
import { loadSqlite } from "./load.ts";

/** A locked file: no other process can lock it until this process releases it or ends. */
export interface FileLock {
  /** Releases the lock and, if the system allows it, removes the file. */
  release(): void;
  /** Releases the lock but keeps the file, as if the process had ended; the clean-up of leftovers removes it later. */
  leave(): void;
}

/**
 * Holds the file through an exclusive transaction, which always ends when the process does. Returns undefined if
 * another process mistook the new file for a leftover; in that case, try another name. Throws errors from the file
 * system.
 */
export function holdFile(path: string): FileLock | undefined {
  makePrivateFolder(dirname(path));
  closeSync(openSync(path, "wx", 0o600));
  const handle = open(path, 5_000);
  try {
    handle.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    handle.close();
    // The file that SQLite opened is gone: another process removed it as a leftover.
    if (!existsSync(path)) return undefined;
    throw error;
  }
  const leave = (): void => handle.close();
  const release = (): void => {
    leave();
    try {
      unlinkSync(path);
    } catch {
      // The clean-up of leftovers will remove it.
    }
  };
  if (existsSync(path)) return { release, leave };
  leave();
  return undefined;
}

/**
 * Waits until only this process holds the file, which is created if missing and never removed. Returns a function that
 * releases it, or undefined if others held it the whole time. The system releases it when a process is killed. Throws
 * errors from the file system and the database.
 */
export function waitForFile(path: string, milliseconds: number): (() => void) | undefined {
  makePrivateFolder(dirname(path));
  // Do not open an existing file here: closing a second descriptor of it would drop a lock of this process.
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  const handle = open(path, milliseconds);
  try {
    handle.exec("PRAGMA journal_mode = MEMORY"); // without a second file
    handle.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    handle.close();
    if (isLocked(error)) return undefined;
    throw error;
  }
  return () => handle.close();
}

/** SQLite's primary result code BUSY. */
function isLocked(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === 5;
}

/**
 * Returns whether another process holds the file. A missing file is not held; a file counts as held if that cannot be
 * determined. Do not call this for a file that this process holds: the process's own lock would be detected.
 */
export function isHeld(path: string): boolean {
  return existsSync(path) && !withFreeFile(path, () => undefined);
}

/** Takes a file that no process holds, runs `work` and removes the file. Returns false if the file is held. */
export function reapFile(path: string, work: () => void): boolean {
  // Where the system can remove an open file, it is removed while held, so that another process that has just created
  // it sees that it is gone.
  const whileOpen = process.platform !== "win32";
  const taken = withFreeFile(path, () => {
    work();
    if (whileOpen) rmSync(path, { force: true });
  });
  if (taken && !whileOpen) {
    try {
      rmSync(path, { force: true });
    } catch {
      return false; // another process has just opened it
    }
  }
  return taken;
}

function withFreeFile(path: string, work: () => void): boolean {
  let handle: DatabaseSyncInstance | undefined;
  try {
    handle = open(path, 0);
    handle.exec("BEGIN EXCLUSIVE");
  } catch {
    handle?.close();
    return false;
  }
  try {
    work();
    return true;
  } finally {
    handle.close();
  }
}

function open(path: string, busyMilliseconds: number): DatabaseSyncInstance {
  const { DatabaseSync } = loadSqlite();
  const handle: DatabaseSyncInstance = new DatabaseSync(path);
  handle.exec(`PRAGMA busy_timeout = ${busyMilliseconds}`);
  return handle;
}
