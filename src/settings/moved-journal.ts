import { join, resolve } from "node:path";
import { map, ok, type Result } from "../problem/index.ts";
import { changeUserFile, type Settings } from "./settings.ts";
import type { UserFile } from "./user-file.ts";
import { isOnServer } from "./values.ts";

/** Who had a journal that was moved. */
export interface Movers {
  /** Names of profiles, which have it in its new folder from now on. */
  readonly profiles: readonly string[];
  /** Where practice with `--sandbox` is recorded from now on, if it was recorded there. */
  readonly practice?: string | undefined;
}

/** After a move to another folder: who had the journal there has it here. Problems: `settings-unwritable`, `settings-broken`. */
export function followJournal(settings: Settings, from: string, to: string): Result<Movers> {
  const isThere = wasIn(settings, from);
  const profiles = Object.entries(settings.file.profiles)
    .filter(([, each]) => isThere(each.journal))
    .map(([name]) => name)
    .sort();
  const practice = isThere(settings.file.sandbox_journal) ? to : undefined;
  return kept(settings, { profiles, practice }, (file) => ({
    ...file,
    profiles: Object.fromEntries(
      Object.entries(file.profiles).map(([name, each]) => [
        name,
        profiles.includes(name) ? { ...each, journal: to } : each,
      ]),
    ),
  }));
}

/** After a move to a server, which each person names as another user: practice stays on this computer. Problems as above. */
export function keepPracticeHere(settings: Settings, from: string): Result<Movers> {
  const isThere = wasIn(settings, from);
  const practice = isThere(settings.file.sandbox_journal)
    ? join(resolve(settings.folders.data), "practice")
    : undefined;
  return kept(settings, { profiles: [], practice }, (file) => file);
}

/** Whether a journal is in this folder; one that is not named is in the usual one. */
function wasIn({ folders }: Settings, from: string): (journal: string | undefined) => boolean {
  return (journal = folders.data) => !isOnServer(journal) && resolve(journal) === resolve(from);
}

function kept(settings: Settings, movers: Movers, change: (file: UserFile) => UserFile): Result<Movers> {
  const { profiles, practice } = movers;
  if (profiles.length === 0 && practice === undefined) return ok(movers);
  const changed = changeUserFile(settings, (file) => ({
    ...change(file),
    ...(practice === undefined ? {} : { sandbox_journal: practice }),
  }));
  return map(changed, () => movers);
}
