import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { type FolderTurn, turnAt } from "./change-file.ts";
import { forgetFetched } from "./fetched.ts";
import { keychainMissing } from "./keychain.ts";
import { changeUserFile, type Settings } from "./settings.ts";
import { removeTokenFile, writeTokenFile } from "./token-file.ts";
import { signInAt, withSignIn } from "./token-place.ts";
import { readUserFile, userFilePath } from "./user-file.ts";
import { parseClientId, parseClientSecret, parseToken } from "./values.ts";

export interface StoredToken {
  /** The origin, or a profile's own place at that origin. */
  readonly place: string;
  readonly settings: Settings;
  readonly kept: "keychain" | "file";
  /** Set if the token is in a file. */
  readonly path?: string | undefined;
}

/**
 * Stores the token for an origin, or for one profile there (`placeForNew`). Uses the keychain or, only if
 * `insecureStorage` allows it, a separate file (0600) and no keychain at all; clears the other place. Problems:
 * `bad-token`, `keychain-missing`, `settings-unwritable`.
 */
export async function storeToken(
  settings: Settings,
  place: Place,
  text: string,
  options: StoreOptions,
): Promise<Result<StoredToken>> {
  const token = parseToken(text);
  return token.ok ? store(settings, place, token.value, undefined, options) : token;
}

/**
 * Stores a client secret in the same way as a token; the secret is used to fetch tokens. Problems: `bad-setting`, any
 * problem from `storeToken`.
 */
export async function storeClient(
  settings: Settings,
  place: Place,
  client: { readonly id: string; readonly secret: string },
  options: StoreOptions,
): Promise<Result<StoredToken>> {
  const id = parseClientId(client.id);
  if (!id.ok) return id;
  const secret = parseClientSecret(client.secret);
  return secret.ok ? store(settings, place, secret.value, id.value, options) : secret;
}

/** An origin, or a function that is called under the lock (`placeForNew`). */
type Place = string | ((settings: Pick<Settings, "file">) => string);

interface StoreOptions {
  readonly insecureStorage?: boolean;
  readonly now: Date;
}

async function store(
  settings: Settings,
  place: Place,
  secret: string,
  clientId: string | undefined,
  options: StoreOptions,
): Promise<Result<StoredToken>> {
  // The lock keeps the secret and its description together: if two sign-ins got mixed up, a client secret would be sent
  // as a token.
  const turn = turnAt(userFilePath(settings.folders), "settings file");
  if (!turn.ok) return turn;
  try {
    const file = readUserFile(settings.folders);
    if (!file.ok) return file;
    const now = { ...settings, file: file.value };
    const at = typeof place === "string" ? place : place(now);
    return await storeInTurn(now, at, { secret, clientId }, options, turn.value);
  } finally {
    turn.value.end();
  }
}

async function storeInTurn(
  settings: Settings,
  place: string,
  { secret, clientId }: { readonly secret: string; readonly clientId: string | undefined },
  options: StoreOptions,
  turn: FolderTurn,
): Promise<Result<StoredToken>> {
  const kept = options.insecureStorage ? "file" : "keychain";
  let path: string | undefined;
  try {
    if (kept === "file") path = writeTokenFile(settings.folders, place, secret);
    else await settings.keychain.write(place, secret);
  } catch (error) {
    return fail(kept === "file" ? unwritable(error) : keychainMissing(error, "SELFBILL_TOKEN_FILE"));
  }
  await forgetFetched(settings, place);
  if (kept === "keychain") {
    try {
      removeTokenFile(settings.folders, place);
    } catch (error) {
      return fail(unwritable(error));
    }
  } else if (signInAt(settings.file, place)?.kept === "keychain")
    await settings.keychain.remove(place).catch(() => false);
  const client = clientId === undefined ? {} : { client_id: clientId };
  const signIn = { kept, since: options.now.toISOString(), ...client } as const;
  const changed = changeUserFile(settings, (file) => ok(withSignIn(file, place, signIn)), turn);
  return changed.ok ? ok({ settings: changed.value, place, kept, path }) : changed;
}

/**
 * Removes the token for an origin, or for one profile there (`tokenPlace`), from every place. `had` is false if there
 * was none. An unavailable keychain is a problem only if the settings say that it has the token. Problems:
 * `keychain-missing`, `settings-unwritable`.
 */
export async function removeToken(
  settings: Settings,
  place: string,
): Promise<Result<{ settings: Settings; had: boolean }>> {
  const had = signInAt(settings.file, place) !== undefined;
  if (!had) return removeInTurn(settings, place);
  const turn = turnAt(userFilePath(settings.folders), "settings file");
  if (!turn.ok) return turn;
  try {
    return await removeInTurn(settings, place, turn.value);
  } finally {
    turn.value.end();
  }
}

async function removeInTurn(
  settings: Settings,
  place: string,
  turn?: FolderTurn,
): Promise<Result<{ settings: Settings; had: boolean }>> {
  await forgetFetched(settings, place);
  try {
    removeTokenFile(settings.folders, place);
  } catch (error) {
    return fail(unwritable(error));
  }
  if (signInAt(settings.file, place)?.kept === "keychain") {
    try {
      await settings.keychain.remove(place);
    } catch (error) {
      return fail(keychainMissing(error, "SELFBILL_TOKEN_FILE"));
    }
  }
  if (turn === undefined) return ok({ settings, had: false });
  const changed = changeUserFile(settings, (file) => ok(withSignIn(file, place, undefined)), turn);
  return changed.ok ? ok({ settings: changed.value, had: true }) : changed;
}

function unwritable(error: unknown): Problem {
  return problem(
    "settings-unwritable",
    `The token's file cannot be changed: ${(error as Error).message}.`,
    "Check the folder's permissions and free space.",
  );
}
