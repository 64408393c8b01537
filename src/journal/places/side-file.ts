import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { distrustOfFile } from "./trust.ts";

/** Size in bytes: enough for the results of one run that ends because the disk is full. */
const room = 65_536;

/**
 * Disk space reserved before anything is sent, for the one record that must not fail: the service's answer. One line of
 * JSON per record, then zeros. Every method throws errors from the file system.
 */
export class SideFile {
  readonly path: string;
  readonly #folder: string;
  #handle: number | undefined;
  #used = 0;

  /**
   * Fills a new file with zeros, because some file systems delay allocation. The empty file need not survive a power
   * cut, so it is not flushed.
   */
  constructor(folder: string, owner: string) {
    this.#folder = folder;
    this.path = pathOf(folder, owner);
    this.#handle = openSync(this.path, "wx", 0o600);
    try {
      // On a disk that is nearly full, a write can end early without an error.
      for (let left = room; left > 0; ) left -= writeSync(this.#handle, Buffer.alloc(left));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Writes a record, which is durable on return. Throws if it does not fit. */
  keep(record: unknown): void {
    const line = Buffer.from(`${JSON.stringify(record)}\n`);
    if (this.#handle === undefined || this.#used + line.length > room) throw new Error("the reserved room is used up");
    writeSync(this.#handle, line, 0, line.length, this.#used);
    // Counts the line before the flush, so that it is kept for the next run even if the flush fails.
    this.#used += line.length;
    fsyncSync(this.#handle);
    flushFolder(this.#folder);
  }

  /** Like `keep`, but for records that are useful but not required. */
  tryToKeep(record: unknown): void {
    try {
      this.keep(record);
    } catch {
      // Ignored, because the record is optional.
    }
  }

  get isUsed(): boolean {
    return this.#used > 0;
  }

  /** Keeps a used file for the next run and removes an unused one; if that fails, the next run removes it. */
  close(): void {
    try {
      if (this.#handle !== undefined) closeSync(this.#handle);
      if (!this.isUsed) unlinkSync(this.path);
    } catch {
      // Ignored: the next run reads or removes the file.
    }
    this.#handle = undefined;
  }
}

/** Reads the records that an owner left. An incomplete line is ignored, because it was never confirmed. */
export function setAside(folder: string, owner: string): unknown[] {
  const path = pathOf(folder, owner);
  if (!existsSync(path)) return [];
  const distrust = distrustOfFile(path);
  if (distrust !== undefined) throw new Error(`${path} cannot be trusted: ${distrust}`);
  const text = readFileSync(path, "utf8");
  const lines = text.slice(0, Math.max(0, text.indexOf("\0"))).split("\n");
  return lines.slice(0, -1).flatMap((line) => {
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      return [];
    }
  });
}

export function removeSideFile(folder: string, owner: string): void {
  rmSync(pathOf(folder, owner), { force: true });
}

function pathOf(folder: string, owner: string): string {
  return join(folder, `${owner}.aside`);
}

function flushFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
