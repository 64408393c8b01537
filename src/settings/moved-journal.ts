import { join, resolve } from "node:path";
import { map, ok, type Result } from "../problem/index.ts";
import { changeUserFile, type Settings } from "./settings.ts";
import { readUserFile } from "./user-file.ts";
import type { UserFile } from "./user-file-schema.ts";
import { isOnServer } from "./values.ts";

export interface Movers {
  /** Profiles that now use the new place. */
  readonly profiles: readonly string[];
  /** New folder for `--sandbox`, if the settings have one. */
  readonly practice?: string | undefined;
}

/** The new places after a move. */
interface Moved {
  readonly to: string | undefined;
  /** Always a folder, because the journal for practice with `--sandbox` is never on a server. */
  readonly practice: string | undefined;
}

/** Updates the profiles and the practice folder after a move. Problems: `settings-unwritable`, `settings-broken`. */
export function followJournal(
  settings: Settings,
  isOld: (place: string) => boolean,
  { to, practice }: Moved,
): Result<Movers> {
  const now = readUserFile(settings.folders);
  if (!now.ok) return now;
  let movers: Movers = { profiles: [] };
  const look = (file: UserFile): UserFile => {
    const uses = (place = settings.folders.data): boolean => isOld(place);
    const profiles = to === undefined ? [] : usersOf(file, uses);
    const practised = uses(file.sandbox_journal) ? practice : undefined;
    movers = { profiles, practice: practised };
    const all = Object.entries(file.profiles);
    const changed = all.map(([name, each]) => [name, profiles.includes(name) ? { ...each, journal: to } : each]);
    return {
      ...file,
      profiles: Object.fromEntries(changed),
      ...(practised === undefined ? {} : { sandbox_journal: practised }),
    };
  };
  look(now.value);
  if (movers.profiles.length === 0 && movers.practice === undefined) return ok(movers);
  return map(
    changeUserFile(settings, (file) => ok(look(file))),
    () => movers,
  );
}

/** Returns the names of the profiles that use a journal. */
export function usersOfJournal(settings: Settings, isIt: (place: string) => boolean): readonly string[] {
  return usersOf(settings.file, (place = settings.folders.data) => isIt(place));
}

function usersOf({ profiles }: UserFile, uses: (place: string | undefined) => boolean): string[] {
  return Object.entries(profiles)
    .filter(([, { journal }]) => uses(journal))
    .map(([name]) => name)
    .sort();
}

/** Returns the folder used for practice once the journal has been moved to a server. */
export const practiceFolder = ({ folders }: Settings): string => join(resolve(folders.data), "practice");

export function isFolder(from: string): (place: string) => boolean {
  return (place) => !isOnServer(place) && resolve(place) === resolve(from);
}
