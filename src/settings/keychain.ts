import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { type Problem, problem } from "../problem/index.ts";

/**
 * The system's secret store, with secrets stored by account name (here, the origin). Every function throws on
 * failure.
 */
export interface Keychain {
  read(account: string): Promise<string | undefined>;
  write(account: string, secret: string): Promise<void>;
  /** Returns false if there was no secret. */
  remove(account: string): Promise<boolean>;
}

/** The name that all entries of selfbill have in the keychain. */
export const service = "selfbill";
/** In milliseconds: a locked keychain shows a dialog, and the user may need time to find the password. */
const patienceMilliseconds = 120_000;

/** In characters: Windows Credential Manager allows 2,560 bytes, and each character takes two. */
const mostOfWindows = 1_280;

/**
 * Returns the system's keychain. Its native package is optional, so it is loaded on first use. On Linux, it is pinned
 * to the Secret Service: the default would fall back to the kernel keyring, which is lost on restart.
 */
export function systemKeychain(): Keychain {
  const entry = (account: string) => {
    const { AsyncEntry } = createRequire(import.meta.url)("@napi-rs/keyring") as typeof import("@napi-rs/keyring");
    return new AsyncEntry(service, account, { linux: { store: "secret-service" } });
  };
  const patience = () => AbortSignal.timeout(patienceMilliseconds);
  const system: Keychain = {
    read: async (account) => (await entry(account).getPassword(patience())) ?? undefined,
    write: async (account, secret) => entry(account).setPassword(secret, patience()),
    remove: async (account) => entry(account).deleteCredential(patience()),
  };
  return process.platform === "win32" ? inParts(system, mostOfWindows) : system;
}

/**
 * Matches the entry that is stored in place of a split secret: the number of parts, and the SHA-256 of the whole
 * secret.
 */
const partsNote = /^selfbill-parts:(\d{1,3}):([0-9a-f]{64})$/;

/**
 * Splits secrets that are too long for one entry. The parts are named by the hash and written before the entry that
 * counts them, so that an interruption never leaves a partial secret.
 */
export function inParts(keychain: Keychain, most: number): Keychain {
  const namesOf = (account: string, text: string | undefined): string[] => {
    const [, count = 0, hash = ""] = partsNote.exec(text ?? "") ?? [];
    return Array.from({ length: Number(count) }, (_, at) => `${account}#${hash.slice(0, 16)}-${at + 1}`);
  };
  const removeAll = async (names: readonly string[]): Promise<void> => {
    for (const name of names) await keychain.remove(name);
  };
  return {
    read: async (account) => {
      const text = await keychain.read(account);
      const [, , hash] = partsNote.exec(text ?? "") ?? [];
      if (hash === undefined) return text;
      const parts: string[] = [];
      for (const name of namesOf(account, text)) parts.push((await keychain.read(name)) ?? "");
      if (hashOf(parts.join("")) !== hash) throw new Error("a part of the secret is missing; sign in again");
      return parts.join("");
    },
    write: async (account, secret) => {
      const before = namesOf(account, await keychain.read(account));
      const isLong = secret.length > most;
      const note = `selfbill-parts:${Math.ceil(secret.length / most)}:${hashOf(secret)}`;
      const names = isLong ? namesOf(account, note) : [];
      for (const [at, name] of names.entries()) await keychain.write(name, secret.slice(at * most, (at + 1) * most));
      await keychain.write(account, isLong ? note : secret);
      await removeAll(before.filter((name) => !names.includes(name)));
    },
    remove: async (account) => {
      const parts = namesOf(account, await keychain.read(account));
      const removed = await keychain.remove(account);
      await removeAll(parts);
      return removed;
    },
  };
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/**
 * Returns why the keychain cannot keep a secret; undefined if it can. Called before the user is asked for the secret.
 * Tests the keychain by reading a name that does not exist.
 */
export async function keychainFault(
  { keychain }: { readonly keychain: Keychain },
  variable: string,
): Promise<Problem | undefined> {
  try {
    await keychain.read("selfbill-doctor");
    return undefined;
  } catch (error) {
    return keychainMissing(error, variable);
  }
}

/** Reports that the keychain cannot be used; `variable` is the environment variable that can be set instead. */
export function keychainMissing(error: unknown, variable: string): Problem {
  const why = error instanceof Error ? error.message : String(error);
  return problem(
    "keychain-missing",
    `The keychain of this computer cannot be used: ${why}.`,
    `Unlock or install one; or allow a file that only you can read with --insecure-storage; in CI set ${variable}.`,
  );
}
