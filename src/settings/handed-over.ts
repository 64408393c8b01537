import { numbersAsText, parseJson, writeJson } from "../json/index.ts";
import { fail, map, ok, problem, type Result } from "../problem/index.ts";
import type { StoredProfile } from "./profile-settings.ts";
import { changeUserFile, type Settings } from "./settings.ts";
import { type UserFile, userFileSchema } from "./user-file-schema.ts";
import { isOnServer, parseProfileName } from "./values.ts";

export type HandedProfiles = Pick<UserFile, "current_profile" | "profiles">;

/** Returns the profiles as JSON, without the places of tokens and passwords. */
export function profilesText({ file: { current_profile, profiles } }: Settings): string {
  return writeJson({ ...(current_profile === undefined ? {} : { current_profile }), profiles }, 2);
}

/**
 * Reads profiles from another computer. That computer's folders do not apply here, so `journal` gives the folder of
 * the moved journal; undefined means the user's own folder. Problem: `file-unreadable`.
 */
export function readProfilesText(text: string, journal: string | undefined): Result<HandedProfiles> {
  const json = parseJson(text);
  const parsed = json.ok ? userFileSchema.safeParse(numbersAsText(json.value)) : undefined;
  const names = parsed?.success ? Object.keys(parsed.data.profiles) : [];
  if (!parsed?.success || names.some((name) => !parseProfileName(name).ok))
    return fail(problem("file-unreadable", "The profiles in the file cannot be read.", "Copy the file again."));
  const { current_profile, profiles } = parsed.data;
  const moved = Object.entries(profiles).map(([name, each]) => [name, withJournal(each, journal)] as const);
  return ok({ ...(current_profile === undefined ? {} : { current_profile }), profiles: Object.fromEntries(moved) });
}

/**
 * Adds profiles from another computer; the caller must ensure that no different profile is replaced. Problems: any
 * settings problem.
 */
export function addProfiles(settings: Settings, { current_profile, profiles }: HandedProfiles): Result<void> {
  const changed = changeUserFile(settings, (file) => {
    const current = file.current_profile ?? current_profile;
    const all = { ...file.profiles, ...profiles };
    return ok({ ...file, ...(current === undefined ? {} : { current_profile: current }), profiles: all });
  });
  return map(changed, () => undefined);
}

function withJournal({ journal: before, ...rest }: StoredProfile, now: string | undefined): StoredProfile {
  if (before !== undefined && isOnServer(before)) return { ...rest, journal: before };
  return now === undefined ? rest : { ...rest, journal: now };
}
