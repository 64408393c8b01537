import { renameSync } from "node:fs";

/** How Windows refuses to replace, rename or open what another program holds: Excel, a virus scanner, a backup. */
const held: ReadonlySet<string | undefined> = new Set(["EPERM", "EACCES", "EBUSY"]);
/** A scanner lets go in a moment, a person does not: about two seconds in all. Milliseconds. */
const pauses = [10, 20, 40, 80, 160, 320, 500, 500, 500];

/** Is the file probably open in another program? Elsewhere than on Windows such an error is a matter of permissions. */
export function heldBy(error: unknown, platform: NodeJS.Platform = process.platform): boolean {
  return platform === "win32" && held.has((error as NodeJS.ErrnoException).code);
}

/**
 * Gives a finished file its name, replacing a file of that name. On Windows it tries again while another program holds either. Throws the file
 * system's error; then both files are as they were.
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
