import { existsSync, readdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, resolve } from "node:path";
import { flushFolder, openDatabase } from "../../database/index.ts";
import { nameFile } from "../../disk/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { chainOf } from "../store/chain.ts";
import { journalNotes } from "../store/notes.ts";
import { unusable } from "../trouble/trouble.ts";
import { alone, inUse, ownersOf } from "./alone.ts";
import { checkedCopy } from "./checked-copy.ts";
import { backupNote } from "./closed.ts";
import { arrive, type ByWhom, type Placed } from "./move.ts";
import { othersIn } from "./owners.ts";

export interface Restored extends Placed {
  /** The new path of the replaced journal; undefined if there was none. */
  readonly aside?: string | undefined;
  /**
   * The journal from which the backup was made (its path, and its computer if that is a different one), if it may
   * still send; empty if the backup does not name it.
   */
  readonly original?: string | undefined;
}

/**
 * Replaces a journal with a backup. The backup is copied and the copy is checked; the previous journal is closed with
 * a note, if it can be read, and kept in the same folder under another name. Problems: `file-unreadable`,
 * `journal-in-use`, `journal-newer`, `journal-unusable`.
 */
export function restoreJournal(path: string, file: string, { by, now }: ByWhom): Result<Restored> {
  if (resolve(file) === resolve(path))
    return fail(problem("bad-usage", "This file is the journal itself.", "Name a backup of it."));
  if (!existsSync(file))
    return fail(problem("file-unreadable", `${file} does not exist.`, "Name the file of a backup."));
  const at = new Date(now).toISOString();
  const coming = `${path}.coming`;
  try {
    const wrong = checkedCopy(file, coming, { now, older: "taken-over", cannot: "be restored" });
    if (wrong) return fail(wrong);
    const aside = existsSync(path) ? `${path.replace(/\.db$/, "")}-${at.replace(/[-:.]/g, "")}.db` : undefined;
    const gone = aside === undefined ? ok(undefined) : putAside(path, aside, { at, by, file });
    if (!gone.ok) return gone;
    const placed = arrive(coming, path, { at, type: "restored", data: { from: resolve(file), by } });
    return placed.ok ? ok({ ...placed.value, aside, original: stillOpen(path, aside) }) : placed;
  } catch (error) {
    return fail(unusable(error));
  } finally {
    for (const end of ["", "-wal", "-shm"]) rmSync(`${coming}${end}`, { force: true });
  }
}

/**
 * Returns where the original journal is, if it may still send; undefined if it is the journal that was just replaced
 * and closed. Another computer may have another journal at the same path.
 */
function stillOpen(path: string, aside: string | undefined): string | undefined {
  const opened = openDatabase(path, "", { asItIs: true });
  if (!opened.ok) return undefined;
  try {
    const made = journalNotes(opened.value, chainOf(opened.value)).ofType(backupNote).at(-1);
    if (made === undefined) return aside === undefined ? "" : undefined;
    const { from, machine } = made.data;
    if (machine !== hostname()) return `${from} on ${machine}`;
    return from === path ? undefined : String(from);
  } finally {
    opened.value.close();
  }
}

/** Renames all files of the journal, even if it can no longer be read. */
function putAside(path: string, aside: string, { at, by, file }: Record<"at" | "by" | "file", string>): Result<void> {
  const closed = alone(path, (held) =>
    held.close({ at, type: "put-aside", data: { to: aside, for: resolve(file), by } }),
  );
  if (!closed.ok && closed.problems[0].code === "journal-in-use") return closed;
  const owners = ownersOf(path);
  if (othersIn(owners)) return fail(inUse(path));
  for (const end of ["", "-wal", "-shm"]) if (existsSync(`${path}${end}`)) nameFile(`${path}${end}`, `${aside}${end}`);
  // Results that were saved outside the journal belong to the journal from which their documents were sent.
  if (existsSync(owners) && readdirSync(owners).length > 0) nameFile(owners, `${aside}.owners`);
  flushFolder(dirname(path));
  return ok(undefined);
}
