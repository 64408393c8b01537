import { join } from "node:path";
import { serverDatabases } from "../../database/index.ts";
import { ok, type Result } from "../../problem/index.ts";
import { journalOn } from "../database-journal.ts";
import type { Journal, JournalOptions } from "../journal.ts";
import { openPatiently } from "../trouble/lost.ts";
import type { ServerAddress } from "./address.ts";
import { openServerDisk } from "./disk.ts";

/**
 * Opens a journal on a server. `data` is this user's data folder; a subfolder holds the part of the journal that stays
 * on this computer. Problems: `journal-newer`, `journal-unusable`.
 */
export async function openServerJournal(
  address: ServerAddress,
  data: string,
  options: JournalOptions = {},
): Promise<Result<Journal>> {
  const servers = await serverDatabases();
  const open = () => openServerDisk({ ...address, folder: join(data, "journals") }, servers);
  const disk = await openPatiently(open, address.address, options.patience);
  return disk.ok ? ok(journalOn(disk.value, options)) : disk;
}
