import { ok, type Result } from "../problem/index.ts";
import { journalOn } from "./database-journal.ts";
import type { Journal, JournalOptions } from "./journal.ts";
import { openDisk } from "./places/disk.ts";

/** Opens the journal in a file. Problem: `journal-unusable`. */
export function openJournal(path: string, options: JournalOptions = {}): Result<Journal> {
  const disk = openDisk(path);
  return disk.ok ? ok(journalOn(disk.value, options)) : disk;
}
