import { dirname } from "node:path";
import type { Desk } from "../../desk/index.ts";
import { syncedFolder } from "../../journal/index.ts";
import { type Problem, problem, suggest } from "../../problem/index.ts";

export async function warnOfSyncedFolder(desk: Desk): Promise<void> {
  const place = await desk.journalPlace();
  const isFolder = place.ok && !place.value.onServer;
  const warning = isFolder ? syncedWarning(dirname(place.value.path), desk) : undefined;
  if (warning) desk.sayProblems([warning]);
}

/** Returns a warning if another program, such as OneDrive, copies the folder. */
export function syncedWarning(folder: string, desk: Pick<Desk, "environment">): Problem | undefined {
  const program = syncedFolder(folder, desk.environment);
  if (program === undefined) return undefined;
  return problem(
    "journal-synced",
    `The journal is in ${folder}, which ${program} copies. It can bring back an older copy, or be at the file while selfbill writes; then a document could be sent twice.`,
    `Move it to a folder of this computer alone: ${suggest`journal move --to DIR`}`,
    { severity: "warning" },
  );
}
