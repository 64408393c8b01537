import { closeSync, existsSync, openSync, rmSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { makePrivateFolder } from "./folder.ts";
import { loadSqlite } from "./load.ts";

/** A file that this process holds: nobody else can take it while the process lives, and everybody can once it is gone. */
export interface FileLock {
  /** Lets go of the file and removes it, as far as the system allows. */
  release(): void;
  /** Lets go of the file, as a process that ends does; it stays for whoever looks after what was left behind. */
  leave(): void;
}

/**
 * Makes a file and holds it by an exclusive transaction, which the system ends with the process, however it ends. Undefined when somebody
 * took the new file for one that was left behind: try another name. Throws the file system's error.
 */
export function holdFile(path: string): FileLock | undefined {
  makePrivateFolder(dirname(path));
  closeSync(openSync(path, "wx", 0o600));
  const handle = open(path, 5_000);
  try {
    handle.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    handle.close();
    // SQLite finds no file where it opened one: it was taken in between.
    if (!existsSync(path)) return undefined;
    throw error;
  }
  const leave = (): void => handle.close();
  const release = (): void => {
    leave();
    try {
      unlinkSync(path);
    } catch {
      // whoever looks after what was left behind removes it
    }
  };
  if (existsSync(path)) return { release, leave };
  leave();
  return undefined;
}

/**
 * Waits until this process alone holds a file, which is made where it is missing and is never removed; returns what lets go of it, or
 * undefined when others held it all that time. A process that is killed lets go of it. Throws the error of file system or database.
 */
export function waitForFile(path: string, milliseconds: number): (() => void) | undefined {
  makePrivateFolder(dirname(path));
  // An existing file is not opened here: closing a second descriptor of it would drop a lock of this process.
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  const handle = open(path, milliseconds);
  try {
    handle.exec("PRAGMA journal_mode = MEMORY"); // without a file beside it
    handle.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    handle.close();
    if (isLocked(error)) return undefined;
    throw error;
  }
  return () => handle.close();
}

/** SQLite's primary code BUSY. */
function isLocked(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === 5;
}

/**
 * Whether some process holds the file; a missing one is held by nobody. What cannot be told counts as held. A file of this process must
 * not be asked about: the question would be answered by the process itself.
 */
export function isHeld(path: string): boolean {
  return existsSync(path) && !withFreeFile(path, () => undefined);
}

/** Takes a file that nobody holds, does `work` and removes the file; false when it is held. */
export function reapFile(path: string, work: () => void): boolean {
  // A system that can remove an open file must do so while it is held: whoever made it just now then sees that it is gone.
  const whileOpen = process.platform !== "win32";
  const taken = withFreeFile(path, () => {
    work();
    if (whileOpen) rmSync(path, { force: true });
  });
  if (taken && !whileOpen) {
    try {
      rmSync(path, { force: true });
    } catch {
      return false; // somebody opened it in this moment
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
