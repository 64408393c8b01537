import { closeSync, openSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { fail, ok, type Result } from "../../problem/index.ts";
import { type Along, putAlong } from "../store/along.ts";
import { alone } from "./alone.ts";
import { backUp, intoNewFile } from "./backup.ts";
import { closedBy, closedFile, newComputerNote } from "./closed.ts";
import type { ByWhom, Placed } from "./move.ts";

/**
 * Writes a journal and the books (`along`, such as the supplier book and profiles) to a new file, and closes the
 * journal with a note. By the time the note is written, the file has its final name, is durable and has been read back;
 * if something was sent in the meantime, the journal stays open and the file is removed. Problems: `file-exists`,
 * `journal-in-use`, `journal-handed-over`, `journal-moved`, `journal-is-backup`, `journal-unusable`.
 */
export function handOverJournal(path: string, file: string, along: Along, { by, now }: ByWhom): Result<Placed> {
  return alone(path, (held) => {
    const before = closedBy(held.notes.all());
    if (before) return fail(closedFile(path, before));
    const at = new Date(now).toISOString();
    const copy = backUp(held.disk.database, file, { from: path, at, along });
    if (!copy.ok) return copy;
    const { id, sequence, head } = copy.value;
    const closed = held.close({ at, type: newComputerNote, data: { to: file, machine: hostname(), by } }, head);
    if (closed.ok) return ok({ id, sequence, head });
    rmSync(file, { force: true });
    return closed;
  });
}

/** Like `handOverJournal`, for a computer that has no journal. Problems: `file-exists`, `journal-unusable`. */
export function handOverBooks(file: string, along: Along): Result<void> {
  return intoNewFile(file, (coming) => {
    closeSync(openSync(coming, "wx", 0o600));
    putAlong(coming, along);
    return ok(undefined);
  });
}
