import { join, resolve } from "node:path";
import { map, ok, type Result } from "../problem/index.ts";
import { changeUserFile, type Settings } from "./settings.ts";
import { readUserFile } from "./user-file.ts";
import type { UserFile } from "./user-file-schema.ts";
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
  return moved(settings, (file) => {
    const isThere = wasIn(settings, from);
    const profiles = Object.entries(file.profiles)
      .filter(([, each]) => isThere(each.journal))
      .map(([name]) => name)
      .sort();
    return { profiles, to, practice: isThere(file.sandbox_journal) ? to : undefined };
  });
}

/** After a move to a server, which each person names as another user: practice stays on this computer. Problems as above. */
export function keepPracticeHere(settings: Settings, from: string): Result<Movers> {
  const here = join(resolve(settings.folders.data), "practice");
  return moved(settings, (file) => ({
    profiles: [],
    to: from,
    practice: wasIn(settings, from)(file.sandbox_journal) ? here : undefined,
  }));
}

/** Whether a journal is in this folder; one that is not named is in the usual one. */
function wasIn({ folders }: Settings, from: string): (journal: string | undefined) => boolean {
  return (journal = folders.data) => !isOnServer(journal) && resolve(journal) === resolve(from);
}

interface Move extends Movers {
  /** Where the profiles have it now. */
  readonly to: string;
}

/** Where nobody moves, nothing is written. */
function moved(settings: Settings, moversIn: (file: UserFile) => Move): Result<Movers> {
  const now = readUserFile(settings.folders);
  if (!now.ok) return now;
  let movers = moversIn(now.value);
  if (movers.profiles.length === 0 && movers.practice === undefined) return ok({ profiles: [], practice: undefined });
  const changed = changeUserFile(settings, (file) => {
    movers = moversIn(file);
    const { profiles, to, practice } = movers;
    const there = (name: string) => (profiles.includes(name) ? { journal: to } : {});
    return ok({
      ...file,
      profiles: Object.fromEntries(
        Object.entries(file.profiles).map(([name, each]) => [name, { ...each, ...there(name) }]),
      ),
      ...(practice === undefined ? {} : { sandbox_journal: practice }),
    });
  });
  return map(changed, () => ({ profiles: movers.profiles, practice: movers.practice }));
}
