import { parseBaseUrl } from "./base-url.ts";
import type { Settings } from "./settings.ts";
import type { SignIn, UserFile } from "./user-file-schema.ts";

export interface TokenUser {
  readonly origin: string;
  readonly name?: string | undefined;
}

/**
 * Returns the key under which a profile's own token is stored. It contains the origin, so that the token is not used
 * with another base URL; no origin contains a `#`.
 */
export function ownPlace({ origin, name }: TokenUser): string | undefined {
  return name === undefined ? undefined : `${origin}#${name}`;
}

/** Returns the key of the profile's own token, or else the key of the token that profiles at its origin share. */
export function tokenPlace({ file }: Pick<Settings, "file">, user: TokenUser): string {
  const own = ownPlace(user);
  return own !== undefined && signInAt(file, own) !== undefined ? own : user.origin;
}

export function signInAt(file: UserFile, place: string): SignIn | undefined {
  const all = place.includes("#") ? (file.profile_sign_ins ?? {}) : file.sign_ins;
  return Object.hasOwn(all, place) ? all[place] : undefined;
}

/** Sets the entry, or removes it if `signIn` is undefined. */
export function withSignIn(file: UserFile, place: string, signIn: SignIn | undefined): UserFile {
  const changed = <T>({ [place]: _before, ...rest }: Readonly<Record<string, T>>, now: T | undefined) =>
    now === undefined ? rest : { ...rest, [place]: now };
  if (!place.includes("#")) return { ...file, sign_ins: changed(file.sign_ins, signIn) };
  const own = changed(file.profile_sign_ins ?? {}, signIn);
  // Left out if empty, because earlier versions cannot read this member.
  return { ...file, profile_sign_ins: Object.keys(own).length === 0 ? undefined : own };
}

export function isOwnPlace(place: string): boolean {
  return place.includes("#");
}

/** Returns the profiles at this address that have no token of their own. */
export function sharersOf({ file }: Pick<Settings, "file">, origin: string): string[] {
  return profilesAt(file, origin).filter((name) => signInAt(file, `${origin}#${name}`) === undefined);
}

/**
 * Returns the key under which to store a new token: the profile's own key if it is in use, or if the profile was given
 * by name and another profile at its address has a token; otherwise the address.
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
