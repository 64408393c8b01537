import { parseBaseUrl } from "./base-url.ts";
import type { Settings } from "./settings.ts";
import type { SignIn, UserFile } from "./user-file-schema.ts";

/** The owner of a token: a stored profile, or an address if no profile is named. */
export interface TokenUser {
  readonly origin: string;
  readonly name?: string | undefined;
}

/**
 * Returns the name of a profile's own token. It contains the origin and the profile's name, so that the token is not used with another base URL; no
 * origin contains a `#`.
 */
export function ownPlace({ origin, name }: TokenUser): string | undefined {
  return name === undefined ? undefined : `${origin}#${name}`;
}

/** Returns the name of the token that this profile uses: its own, otherwise that of its address, which is the origin. */
export function tokenPlace({ file }: Pick<Settings, "file">, user: TokenUser): string {
  const own = ownPlace(user);
  return own !== undefined && signInAt(file, own) !== undefined ? own : user.origin;
}

/** Returns the entry under this name. */
export function signInAt(file: UserFile, place: string): SignIn | undefined {
  const all = place.includes("#") ? (file.profile_sign_ins ?? {}) : file.sign_ins;
  return Object.hasOwn(all, place) ? all[place] : undefined;
}

/** Returns the file with this entry replaced, or removed. */
export function withSignIn(file: UserFile, place: string, signIn: SignIn | undefined): UserFile {
  const changed = <T>({ [place]: _before, ...rest }: Readonly<Record<string, T>>, now: T | undefined) =>
    now === undefined ? rest : { ...rest, [place]: now };
  if (!place.includes("#")) return { ...file, sign_ins: changed(file.sign_ins, signIn) };
  const own = changed(file.profile_sign_ins ?? {}, signIn);
  // Earlier versions can read the file again once no profile has its own token.
  return { ...file, profile_sign_ins: Object.keys(own).length === 0 ? undefined : own };
}

/** Whether a place is that of a profile's own token. */
export function isOwnPlace(place: string): boolean {
  return place.includes("#");
}

/** Returns the names of this address's stored profiles that use its token because they have none of their own. */
export function sharersOf({ file }: Pick<Settings, "file">, origin: string): string[] {
  return profilesAt(file, origin).filter((name) => signInAt(file, `${origin}#${name}`) === undefined);
}

/**
 * Returns the place for a new token of this profile: its own place if it already has a token there, or if the profile was named and another profile
 * of its address has a token; otherwise the token belongs to the address.
 */
export function placeForNew({ file }: Pick<Settings, "file">, user: TokenUser, isNamed: boolean): string {
  const own = ownPlace(user);
  if (own === undefined || signInAt(file, own) !== undefined) return own ?? user.origin;
  const others = profilesAt(file, user.origin).filter((name) => name !== user.name);
  const has = (name: string) => signInAt(file, tokenPlace({ file }, { origin: user.origin, name })) !== undefined;
  return isNamed && others.some(has) ? own : user.origin;
}

function profilesAt(file: UserFile, origin: string): string[] {
  const isAt = (url: string): boolean => {
    const base = parseBaseUrl(url);
    return base.ok && base.value.origin === origin;
  };
  return Object.keys(file.profiles)
    .filter((name) => isAt(file.profiles[name]?.base_url ?? ""))
    .sort();
}
