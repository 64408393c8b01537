import { join } from "node:path";
import { serverDatabases } from "../../database/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { journalOn } from "../database-journal.ts";
import type { Journal, JournalOptions } from "../journal.ts";
import { readServerAddress } from "./address.ts";
import { openServerDisk } from "./disk.ts";

/**
 * Opens the journal at an address. `data` is this user's folder, for what of it stays on this computer. Problems: `bad-usage`,
 * `journal-newer`, `journal-unusable`.
 */
export async function openServerJournal(
  text: string,
  data: string,
  environment: Readonly<Record<string, string | undefined>>,
  options: JournalOptions = {},
): Promise<Result<Journal>> {
  const address = readServerAddress(text, environment);
  if (!address.ok) return address;
  const disk = openServerDisk({ ...address.value, folder: join(data, "journals") }, await serverDatabases());
  return disk.ok ? ok(journalOn(disk.value, options)) : disk;
}
