import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { waitForFile } from "../database/index.ts";
import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { TooLong, writePrivateFile } from "./private-file.ts";

export interface ChangingFile<T> {
  readonly path: string;
  /** Name of the file in messages, such as "settings file". */
  readonly called: string;
  /** Maximum size in bytes, and the advice to give for a larger file. */
  readonly most: number;
  readonly tooLong: string;
  readonly read: () => Result<T>;
  readonly textOf: (content: T) => string;
}

/** Maximum wait, in milliseconds, for other processes that change files in the same folder. */
const patience = 10_000;
/**
 * Maximum number of repetitions if a program that does not lock the file, such as an editor, writes it at the same
 * time.
 */
const attempts = 20;

/** An exclusive lock on a folder, held until `end` is called. */
export interface FolderTurn {
  end(): void;
}

/**
 * Locks the folder of the file, if necessary after waiting for other processes. The lock is released when its process
 * ends, for whatever reason. Problem: `settings-unwritable`; in that case, nothing was changed.
 */
export function turnAt(path: string, called: string, lock = "settings.lock"): Result<FolderTurn> {
  try {
    const end = waitForFile(join(dirname(path), lock), patience);
    if (end !== undefined) return ok({ end });
  } catch (error) {
    return fail(unwritable(path, called, error, freeIt));
  }
  const message = `The ${called} ${path} was not changed: another selfbill process has been changing this folder for ${patience / 1000} seconds.`;
  return fail(problem("settings-unwritable", message, "Wait for it or end it, then run the same command again."));
}

/**
 * Under a lock, reads, changes and writes the file, and reads it again to verify the change. Starts again if another
 * program wrote the file in the meantime. `turn` is a lock that the caller already holds. Problems:
 * `settings-unwritable`, or any problem from `read` or `change`; in those cases, nothing was changed by this call.
 */
export function changePrivateFile<T>(
  file: ChangingFile<T>,
  change: (content: T) => Result<T>,
  turn?: FolderTurn,
): Result<T> {
  const own = turn === undefined ? turnAt(file.path, file.called) : undefined;
  if (own?.ok === false) return own;
  try {
    return changed(file, change);
  } catch (error) {
    return fail(unwritable(file.path, file.called, error, error instanceof TooLong ? file.tooLong : freeIt));
  } finally {
    own?.value.end();
  }
}

function changed<T>({ path, called, most, read, textOf }: ChangingFile<T>, change: (content: T) => Result<T>) {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = textIn(path);
    const now = read();
    const wanted = now.ok ? change(now.value) : now;
    if (!wanted.ok) return wanted;
    const text = textOf(wanted.value);
    if (writePrivateFile(path, text, most, () => textIn(path) === before) && textIn(path) === text) return wanted;
  }
  const message = `The ${called} ${path} does not have this change: another program keeps writing the file.`;
  return fail(problem("settings-unwritable", message, "End that program, then run the same command again."));
}

function textIn(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const freeIt = "Check the folder's permissions and free space.";

function unwritable(path: string, called: string, error: unknown, hint: string): Problem {
  const message = `The ${called} ${path} cannot be written: ${(error as Error).message}.`;
  return problem("settings-unwritable", message, hint);
}
