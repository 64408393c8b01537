import { isJsonObject, parseJson, writeJson } from "../json/index.ts";
import type { Settings } from "./settings.ts";
import { readTokenFile, removeTokenFile, writeTokenFile } from "./token-file.ts";
import { signInAt } from "./token-place.ts";

/** A token kept between runs, because services issue only a few per minute. */
export interface FetchedToken {
  readonly token: string;
  /**
   * `end` is when the token expires, and `renewAt` when to fetch another one (Unix milliseconds); absent if unknown.
   */
  readonly end?: number | undefined;
  readonly renewAt?: number | undefined;
}

/**
 * Returns where the fetched token is stored: in the same store as the client secret, under a name with a space, which
 * the place of a secret never contains.
 */
const fetchedPlace = (place: string): string => `${place} token`;

/**
 * Returns the last token fetched by the client whose secret is at `place`; undefined if it is unavailable for any
 * reason.
 */
export async function fetchedFor(
  settings: Settings,
  place: string,
  clientId: string,
): Promise<FetchedToken | undefined> {
  const signIn = ofClient(settings, place, clientId);
  if (signIn === undefined) return undefined;
  try {
    const file = signIn.kept === "file" ? readTokenFile(settings.folders, fetchedPlace(place)) : undefined;
    const text =
      file === undefined ? await settings.keychain.read(fetchedPlace(place)) : file.ok ? file.value : undefined;
    const json = text === undefined ? undefined : parseJson(text);
    if (!json?.ok || !isJsonObject(json.value)) return undefined;
    const { client_id, token, end, renew_at } = json.value;
    if (client_id !== clientId || typeof token !== "string") return undefined;
    return { token, end: timeIn(end), renewAt: timeIn(renew_at) };
  } catch {
    return undefined;
  }
}

/** Keeps a token; if that fails, the next run fetches another one. */
export async function keepFetched(
  settings: Settings,
  place: string,
  clientId: string,
  { token, end, renewAt }: FetchedToken,
): Promise<void> {
  const signIn = ofClient(settings, place, clientId);
  if (signIn === undefined) return;
  const time = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  const text = writeJson({ client_id: clientId, token, end: time(end), renew_at: time(renewAt) });
  try {
    if (signIn.kept === "file") writeTokenFile(settings.folders, fetchedPlace(place), text);
    else await settings.keychain.write(fetchedPlace(place), text);
  } catch {
    // Ignored: the next run fetches another token.
  }
}

/** Forgets a token; failures are ignored, because it expires on its own. */
export async function forgetFetched(settings: Settings, place: string): Promise<void> {
  const signIn = signInAt(settings.file, place);
  if (signIn?.client_id === undefined) return;
  try {
    removeTokenFile(settings.folders, fetchedPlace(place));
    if (signIn.kept === "keychain") await settings.keychain.remove(fetchedPlace(place));
  } catch {
    // Ignored: the token expires on its own.
  }
}

function ofClient({ file }: Settings, place: string, clientId: string) {
  const signIn = signInAt(file, place);
  return signIn?.client_id === clientId ? signIn : undefined;
}

function timeIn(value: unknown): number | undefined {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
