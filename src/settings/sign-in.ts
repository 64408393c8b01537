import { fail, ok, type Problem, problem, type Result } from "../problem/index.ts";
import { type FolderTurn, turnAt } from "./change-file.ts";
import { forgetFetched } from "./fetched.ts";
import { keychainMissing } from "./keychain.ts";
import { changeUserFile, type Settings } from "./settings.ts";
import { removeTokenFile, writeTokenFile } from "./token-file.ts";
import { userFilePath } from "./user-file.ts";
import { parseClientId, parseClientSecret, parseToken } from "./values.ts";

/** A token that was stored, and where. */
export interface StoredToken {
  readonly settings: Settings;
  readonly kept: "keychain" | "file";
  /** The file, when it is kept in one. */
  readonly path?: string | undefined;
}

/**
 * Stores the token of an origin: in the keychain, or, only where `insecureStorage` allows it, in a file of its own (0600). With
 * that consent the keychain is not asked at all. Nothing is stored half: one place holds it, the other forgets it.
 * Problems: `bad-token`, `keychain-missing`, `settings-unwritable`.
 */
export async function storeToken(
  settings: Settings,
  origin: string,
  text: string,
  options: StoreOptions,
): Promise<Result<StoredToken>> {
  const token = parseToken(text);
  return token.ok ? store(settings, origin, token.value, undefined, options) : token;
}

/**
 * The same for a client, whose tokens are fetched when they are needed: its secret is kept in the place of a token. Problems:
 * `bad-setting` and those of a token.
 */
export async function storeClient(
  settings: Settings,
  origin: string,
  client: { readonly id: string; readonly secret: string },
  options: StoreOptions,
): Promise<Result<StoredToken>> {
  const id = parseClientId(client.id);
  if (!id.ok) return id;
  const secret = parseClientSecret(client.secret);
  return secret.ok ? store(settings, origin, secret.value, id.value, options) : secret;
}

interface StoreOptions {
  readonly insecureStorage?: boolean;
  readonly now: Date;
}

async function store(
  settings: Settings,
  origin: string,
  secret: string,
  clientId: string | undefined,
  options: StoreOptions,
): Promise<Result<StoredToken>> {
  // The secret and the note of what it is belong together: one of each of two sign-ins would send a client's secret as a token.
  const turn = turnAt(userFilePath(settings.folders), "settings file");
  if (!turn.ok) return turn;
  try {
    return await storeInTurn(settings, origin, { secret, clientId }, options, turn.value);
  } finally {
    turn.value.end();
  }
}

async function storeInTurn(
  settings: Settings,
  origin: string,
  { secret, clientId }: { readonly secret: string; readonly clientId: string | undefined },
  options: StoreOptions,
  turn: FolderTurn,
): Promise<Result<StoredToken>> {
  const kept = options.insecureStorage ? "file" : "keychain";
  let path: string | undefined;
  try {
    if (kept === "file") path = writeTokenFile(settings.folders, origin, secret);
    else await settings.keychain.write(origin, secret);
  } catch (error) {
    return fail(kept === "file" ? unwritable(error) : keychainMissing(error, "SELFBILL_TOKEN_FILE"));
  }
  await forgetFetched(settings, origin);
  if (kept === "keychain") removeTokenFile(settings.folders, origin);
  else if (settings.file.sign_ins[origin]?.kept === "keychain")
    await settings.keychain.remove(origin).catch(() => false);
  const client = clientId === undefined ? {} : { client_id: clientId };
  const signIn = { kept, since: options.now.toISOString(), ...client } as const;
  const changed = changeUserFile(
    settings,
    (file) => ok({ ...file, sign_ins: { ...file.sign_ins, [origin]: signIn } }),
    turn,
  );
  return changed.ok ? ok({ settings: changed.value, kept, path }) : changed;
}

/**
 * Forgets the token of an origin, wherever it is kept. `had` tells whether there was one. A keychain that cannot be asked is a
 * problem only when the token is known to be in it. Problems: `keychain-missing`, `settings-unwritable`.
 */
export async function removeToken(
  settings: Settings,
  origin: string,
): Promise<Result<{ settings: Settings; had: boolean }>> {
  const had = Object.hasOwn(settings.file.sign_ins, origin);
  await forgetFetched(settings, origin);
  try {
    removeTokenFile(settings.folders, origin);
  } catch (error) {
    return fail(unwritable(error));
  }
  if (settings.file.sign_ins[origin]?.kept === "keychain") {
    try {
      await settings.keychain.remove(origin);
    } catch (error) {
      return fail(keychainMissing(error, "SELFBILL_TOKEN_FILE"));
    }
  }
  if (!had) return ok({ settings, had });
  const changed = changeUserFile(settings, (file) => {
    const { [origin]: _gone, ...rest } = file.sign_ins;
    return ok({ ...file, sign_ins: rest });
  });
  return changed.ok ? ok({ settings: changed.value, had }) : changed;
}

function unwritable(error: unknown): Problem {
  return problem(
    "settings-unwritable",
    `The token's file cannot be changed: ${(error as Error).message}.`,
    "Check the folder's permissions and free space.",
  );
}
