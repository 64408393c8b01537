import { serverDatabases } from "../../database/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { journalOn } from "../database-journal.ts";
import type { Journal, JournalOptions } from "../journal.ts";
import { openServerDisk, type ServerPlace } from "./disk.ts";

/** Opens a journal on a server. Problems: `journal-newer`, `journal-unusable`. */
export async function openServerJournal(place: ServerPlace, options: JournalOptions = {}): Promise<Result<Journal>> {
  const disk = openServerDisk(place, await serverDatabases());
  return disk.ok ? ok(journalOn(disk.value, options)) : disk;
}
