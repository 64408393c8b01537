import { fail, failAll, map, ok, type Problem, problem, type Result, type Spot } from "../problem/index.ts";
import { parseBaseUrl } from "./base-url.ts";
import {
  type AcceptanceSetting,
  profileSettings,
  type SettingName,
  type StoredProfile,
  settingNames,
} from "./profile-settings.ts";
import { changeUserFile, type Settings } from "./settings.ts";
import { isOwnPlace, signInAt, tokenPlace } from "./token-place.ts";
import type { SignIn } from "./user-file-schema.ts";
import { defaultServiceVersion, mayBeSandbox, parseAcceptanceDays, parseProfileName } from "./values.ts";

/** Changes as typed; settings that are absent stay unchanged. A change to `acceptance` keeps its first day. */
export type ProfileChanges = { readonly [K in SettingName]?: StoredProfile[K] | undefined };

/**
 * Creates or changes a profile. The first profile becomes the current one, and a new one pins the stable version.
 * Changing the business profile id removes the stored party. If the origin changes, there is no token for it until the
 * user signs in. Problems: `bad-setting` (one for each wrong setting), `settings-unwritable`, `settings-broken`.
 */
export function saveProfile(settings: Settings, name: string, changes: ProfileChanges): Result<Settings> {
  return changeUserFile(settings, (file) => withProfile(file, name, changes));
}

interface ProfileToSave {
  readonly name: string;
  readonly changes: ProfileChanges;
  /** Returns the place of a field in the file that the user imports. */
  readonly spot: (field: string) => Spot;
}

/** Changes all profiles or none, and reports each problem at the place in the imported file where it occurs. */
export function saveProfiles(settings: Settings, all: readonly ProfileToSave[]): Result<Settings> {
  return changeUserFile(settings, (file) => {
    const problems: Problem[] = [];
    let now = file;
    for (const { name, changes, spot } of all) {
      const next = withProfile(now, name, changes);
      if (next.ok) now = next.value;
      else problems.push(...next.problems.map((each) => ({ ...each, where: spot(each.where?.path ?? "name") })));
    }
    return problems.length > 0 ? failAll(problems) : ok(now);
  });
}

function withProfile(file: Settings["file"], name: string, changes: ProfileChanges): Result<Settings["file"]> {
  const problems: Problem[] = [];
  const profileName = taken(parseProfileName(name), problems);
  const before = Object.hasOwn(file.profiles, name.trim()) ? file.profiles[name.trim()] : undefined;
  const profile = changedProfile(name, before, changes);
  if (!profile.ok || profileName === undefined) return failAll([...problems, ...problemsIn(profile)]);
  const ofOther = seriesOfOther(file, profileName, profile.value, changes);
  if (ofOther) return fail(ofOther);
  return ok({
    ...file,
    current_profile: file.current_profile ?? profileName,
    profiles: { ...file.profiles, [profileName]: profile.value },
  });
}

/** Reports every problem together, as `bad-setting`. */
function changedProfile(
  name: string,
  before: StoredProfile | undefined,
  changes: ProfileChanges,
): Result<StoredProfile> {
  const problems: Problem[] = [];
  const baseUrl = changes.base_url ?? before?.base_url;
  if (baseUrl === undefined) {
    const message = `The profile ${name} has no base URL yet.`;
    const hint = "Give the address of the service, like https://api.example.com.";
    problems.push(problem("bad-setting", message, hint, { where: { path: "base_url" } }));
  }
  const otherId = ![undefined, before?.business_profile_id].includes(changes.business_profile_id?.trim());
  const kept: ProfileChanges = otherId ? { ...before, business_profile: undefined } : { ...before };
  const wanted = { ...changes, base_url: baseUrl };
  const values = settingNames.map((name) => [name, settingValue(name, wanted[name], kept[name], problems)] as const);
  const acceptance = acceptanceAfter(changes.acceptance, before?.acceptance, problems);
  if (problems.length > 0) return failAll(problems);
  const changed = Object.fromEntries(values) as StoredProfile;
  return ok({ ...changed, acceptance, service_version: changed.service_version ?? defaultServiceVersion });
}

/** Returns the new value of a setting; adds any errors to `problems`. */
function settingValue(
  name: SettingName,
  change: ProfileChanges[SettingName],
  before: ProfileChanges[SettingName],
  problems: Problem[],
): unknown {
  const { reads, removedBy } = profileSettings[name];
  if (change === undefined) return before;
  if (typeof change !== "string") return change;
  if (change.trim() === removedBy) return undefined;
  return reads ? taken(reads(change, name), problems) : change;
}

/** Returns the new setting, which keeps the first day of the earlier one. */
function acceptanceAfter(
  change: AcceptanceSetting | undefined,
  before: AcceptanceSetting | undefined,
  problems: Problem[],
): AcceptanceSetting | undefined {
  if (change === undefined) return before;
  if (change.days.trim() === profileSettings.acceptance.removedBy) return undefined;
  const days = taken(parseAcceptanceDays(change.days), problems) ?? "";
  return { days, from: before?.from ?? change.from };
}

export function useProfile(settings: Settings, name: string): Result<Settings> {
  return changeUserFile(settings, (file) =>
    map(demandProfile({ file }, name), () => ({ ...file, current_profile: name.trim() })),
  );
}

/**
 * Removes a profile. Its token is kept until logout, because other profiles may share the origin. Problem:
 * `no-profile`.
 */
export function removeProfile(settings: Settings, name: string): Result<Settings> {
  return changeUserFile(settings, (file) => {
    const { [name.trim()]: _removed, ...profiles } = file.profiles;
    return map(demandProfile({ file }, name), () => ({
      ...file,
      current_profile: file.current_profile === name.trim() ? undefined : file.current_profile,
      profiles,
    }));
  });
}

export interface ListedProfile extends StoredProfile {
  readonly name: string;
  readonly current: boolean;
  readonly sandbox: boolean;
  /** Absent if the user has not signed in. */
  readonly sign_in?: SignIn | undefined;
  /** Whether the token is stored for this profile alone, not for all profiles with the same origin. */
  readonly own_token: boolean;
}

/** Lists the profiles, sorted by name. Never fails: an invalid base URL is shown unchanged. */
export function listProfiles(settings: Settings): ListedProfile[] {
  return Object.entries(settings.file.profiles)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, profile]) => {
      const base = parseBaseUrl(profile.base_url);
      const place = base.ok ? tokenPlace(settings, { origin: base.value.origin, name }) : "";
      const signIn = signInAt(settings.file, place);
      return {
        ...profile,
        name,
        current: settings.file.current_profile === name,
        sandbox: base.ok && mayBeSandbox(base.value.loopback, profile.business_profile_id),
        own_token: isOwnPlace(place),
        ...(signIn ? { sign_in: signIn } : {}),
      };
    });
}

/** Returns the profile with this name. Problem: `no-profile`, which lists the existing profiles. */
export function demandProfile(settings: Pick<Settings, "file">, name: string): Result<StoredProfile> {
  const wanted = name.trim();
  const profile = Object.hasOwn(settings.file.profiles, wanted) ? settings.file.profiles[wanted] : undefined;
  if (profile) return ok(profile);
  const names = Object.keys(settings.file.profiles).sort();
  const hint =
    names.length === 0
      ? "To make one: selfbill profile set"
      : `There ${names.length === 1 ? "is" : "are"}: ${names.join(", ")}.`;
  return fail(problem("no-profile", `The profile ${JSON.stringify(wanted)} does not exist.`, hint));
}

function seriesOfOther(
  { profiles }: Settings["file"],
  name: string,
  profile: StoredProfile,
  changes: ProfileChanges,
): Problem | undefined {
  const isNew = (each: "number_series" | "credit_note_series"): boolean =>
    changes[each] !== undefined || changes.business_profile_id !== undefined;
  const buyer = profile.business_profile_id?.toLowerCase();
  for (const path of ["number_series", "credit_note_series"] as const) {
    const series = isNew(path) ? profile[path] : undefined;
    const other = Object.entries(profiles).find(
      ([each, { business_profile_id: id, ...rest }]) =>
        each !== name && id?.toLowerCase() !== buyer && series !== undefined && rest[path] === series,
    );
    if (other === undefined) continue;
    const message = `The profile ${other[0]} of another company has the series ${series}: both companies would give the same numbers.`;
    const hint = "Give each company a series of its own, for example with its initials.";
    return problem("bad-setting", message, hint, { where: { path } });
  }
  return undefined;
}

function problemsIn(result: Result<unknown>): readonly Problem[] {
  return result.ok ? [] : result.problems;
}

function taken<T>(result: Result<T>, problems: Problem[]): T | undefined {
  if (result.ok) return result.value;
  problems.push(...result.problems);
  return undefined;
}
