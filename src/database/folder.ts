import { closeSync, existsSync, fsyncSync, lstatSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder that only this user may enter. Missing parents are created too, durably. Throws errors from the file
 * system. Node's own `recursive` never returns on a file system, such as /proc, that cannot create folders and reports
 * ENOENT.
 */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makePrivateFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
    flushFolder(above);
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !existsSync(path)) throw error;
  }
}

/** A new entry in a folder is durable only after this; Windows cannot open folders and does not need it. */
export function flushFolder(path: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Also true for a broken link or a file that this user may not read: opening it reports the error. Such a file must
 * not be treated as if it had never been created.
 */
export function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}
