import { join, resolve } from "node:path";
import { map, ok, type Result } from "../problem/index.ts";
import { changeUserFile, type Settings } from "./settings.ts";
import { readUserFile } from "./user-file.ts";
import type { UserFile } from "./user-file-schema.ts";
import { isOnServer } from "./values.ts";

/** The profiles and practice that used a journal before it was moved. */
export interface Movers {
  /** Names of profiles, which now use its new folder. */
  readonly profiles: readonly string[];
  /** The new place of practice with `--sandbox`, if it was recorded there. */
  readonly practice?: string | undefined;
}

/** After a move to another folder: profiles that used the old folder use the new one. Problems: `settings-unwritable`, `settings-broken`. */
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

/** After a move to a server, which each person uses under their own user name: practice stays on this computer. Problems as above. */
export function keepPracticeHere(settings: Settings, from: string): Result<Movers> {
  const here = join(resolve(settings.folders.data), "practice");
  return moved(settings, (file) => ({
    profiles: [],
    to: from,
    practice: wasIn(settings, from)(file.sandbox_journal) ? here : undefined,
  }));
}

/** Whether a journal is in this folder; one without a place is in the default one. */
function wasIn({ folders }: Settings, from: string): (journal: string | undefined) => boolean {
  return (journal = folders.data) => !isOnServer(journal) && resolve(journal) === resolve(from);
}

interface Move extends Movers {
  /** The profiles' new place for it. */
  readonly to: string;
}

/** Writes nothing if no profile is affected. */
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
