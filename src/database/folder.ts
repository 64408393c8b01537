import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder that only this user may enter, and those above it that are missing. Throws the file system's error. Node's own
 * `recursive` never ends on a file system that makes no folders and says ENOENT, as /proc does.
 */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makePrivateFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !existsSync(path)) throw error;
  }
}
