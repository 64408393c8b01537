import { closeSync, existsSync, fsyncSync, lstatSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder that only this user may enter, and those above it that are missing, durably. Throws the file system's error. Node's own
 * `recursive` never ends on a file system that makes no folders and says ENOENT, as /proc does.
 */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makePrivateFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
    flushFolder(above);
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !existsSync(path)) throw error;
  }
}

/** What was made in a folder is durable only when the folder is flushed; Windows cannot open folders and does not need it. */
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
 * Whether something has this name: also a link that leads nowhere, and what this user may not look at. Whoever opens it is told what is wrong;
 * it must not count as something that was never made.
 */
export function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}
