import { renameSync } from "node:fs";

/**
 * Windows' error codes for replacing, renaming or opening a file that another program holds, such as Excel, a virus
 * scanner or a backup program.
 */
const held: ReadonlySet<string | undefined> = new Set(["EPERM", "EACCES", "EBUSY"]);
/**
 * Pauses between attempts in milliseconds, about two seconds in total: a scanner releases a file quickly, a person
 * does not.
 */
const pauses = [10, 20, 40, 80, 160, 320, 500, 500, 500];

/**
 * Whether the file is probably open in another program. On systems other than Windows, such an error is about
 * permissions.
 */
export function heldBy(error: unknown, platform: NodeJS.Platform = process.platform): boolean {
  return platform === "win32" && held.has((error as NodeJS.ErrnoException).code);
}

/**
 * Replaces an existing file. On Windows it retries while another program holds one of the two files. Throws errors from
 * the file system; both files are then unchanged.
 */
export function nameFile(from: string, to: string): void {
  for (const pause of pauses) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (!heldBy(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
  renameSync(from, to);
}
