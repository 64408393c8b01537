import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type FileLock, holdFile, isHeld, reapFile } from "../../database/index.ts";
import { canWait } from "../trouble/trouble.ts";

/** A process is considered alive as long as it holds a lock on the file that bears its name. */
export class Owners {
  readonly folder: string;
  readonly name: string;
  #lock: FileLock | undefined;

  /** Creates a file for this process and locks it. Throws errors from the file system. */
  constructor(folder: string) {
    this.folder = folder;
    for (let tries = 0; ; tries++) {
      const name = randomBytes(8).toString("hex");
      const lock = holdFile(lockOf(folder, name));
      if (lock) {
        this.name = name;
        this.#lock = lock;
        return;
      }
      if (tries === 99) throw new Error(`no file in ${folder} can be held`);
    }
  }

  /** Whether a process is alive. Must not be called for this process. */
  isAlive(name: string): boolean {
    return isHeld(lockOf(this.folder, name));
  }

  /**
   * Calls `inherit` for each dead process before removing its file. If that throws, the file is kept, and the error is
   * thrown at the end.
   */
  sweep(inherit: (name: string) => void): void {
    const kept: unknown[] = [];
    for (const name of namesIn(this.folder)) {
      if (name === this.name) continue;
      try {
        reapFile(lockOf(this.folder, name), () => inherit(name));
      } catch (error) {
        kept.push(error);
      }
    }
    if (kept.length > 0) throw kept.find((each) => !canWait(each)) ?? kept[0];
  }

  /**
   * Releases this process's lock and removes the file. If `leavesSomething` is true, the file is kept, so that the next
   * run picks up the results that this process leaves.
   */
  release(leavesSomething: boolean): void {
    if (leavesSomething) this.#lock?.leave();
    else this.#lock?.release();
    this.#lock = undefined;
  }
}

/** Whether live processes other than `me` use this folder. */
export function othersIn(folder: string, me?: string): boolean {
  return existsSync(folder) && namesIn(folder).some((name) => name !== me && isHeld(lockOf(folder, name)));
}

function namesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((file) => (file.endsWith(".lock") ? [file.slice(0, -".lock".length)] : []));
}

function lockOf(folder: string, name: string): string {
  return join(folder, `${name}.lock`);
}
