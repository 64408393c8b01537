import { resolve } from "node:path";
import { map, ok, type Result } from "../problem/index.ts";
import { changeUserFile, type Settings } from "./settings.ts";
import { readUserFile } from "./user-file.ts";
import type { UserFile } from "./user-file-schema.ts";
import { isOnServer } from "./values.ts";

/**
 * After a move to another folder: the profiles that had the journal there have it here. Their names. Problems: `settings-unwritable`,
 * `settings-broken`.
 */
export function followJournal(settings: Settings, from: string, to: string): Result<readonly string[]> {
  // Practice has no profiles, and keeps no settings.
  if (settings.folders.usual !== undefined) return ok([]);
  const now = readUserFile(settings.folders);
  if (!now.ok) return now;
  let profiles = profilesIn(now.value, from, settings);
  // Where nobody moves, nothing is written.
  if (profiles.length === 0) return ok([]);
  const changed = changeUserFile(settings, (file) => {
    profiles = profilesIn(file, from, settings);
    const there = (name: string) => (profiles.includes(name) ? { journal: to } : {});
    return ok({
      ...file,
      profiles: Object.fromEntries(
        Object.entries(file.profiles).map(([name, each]) => [name, { ...each, ...there(name) }]),
      ),
    });
  });
  return map(changed, () => profiles);
}

/** The profiles whose journal is in this folder; one that names none has it in the usual one. */
function profilesIn(file: UserFile, from: string, { folders }: Settings): readonly string[] {
  const isThere = (journal = folders.data): boolean => !isOnServer(journal) && resolve(journal) === resolve(from);
  return Object.entries(file.profiles)
    .filter(([, each]) => isThere(each.journal))
    .map(([name]) => name)
    .sort();
}
