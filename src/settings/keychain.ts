import { createRequire } from "node:module";
import { type Problem, problem } from "../problem/index.ts";

/** Where secrets of this user are kept by the system, by account name (ours: the origin). Each call throws when it cannot be done. */
export interface Keychain {
  read(account: string): Promise<string | undefined>;
  write(account: string, secret: string): Promise<void>;
  /** False when there was nothing. */
  remove(account: string): Promise<boolean>;
}

const service = "selfbill";
/** A locked keychain shows a dialog on a desktop; somebody may need time to find the password. */
const patienceMilliseconds = 120_000;

/**
 * The system's keychain, loaded on first use because it is an optional native package. On Linux it is pinned to the Secret Service:
 * unpinned it would fall back to the kernel keyring, which a restart empties.
 */
export function systemKeychain(): Keychain {
  const entry = (account: string) => {
    const { AsyncEntry } = createRequire(import.meta.url)("@napi-rs/keyring") as typeof import("@napi-rs/keyring");
    return new AsyncEntry(service, account, { linux: { store: "secret-service" } });
  };
  const patience = () => AbortSignal.timeout(patienceMilliseconds);
  return {
    read: async (account) => (await entry(account).getPassword(patience())) ?? undefined,
    write: async (account, secret) => entry(account).setPassword(secret, patience()),
    remove: async (account) => entry(account).deleteCredential(patience()),
  };
}

/** The keychain cannot be used; `variable` is what names a file instead where nobody can be asked. */
export function keychainMissing(error: unknown, variable: string): Problem {
  const why = error instanceof Error ? error.message : String(error);
  return problem(
    "keychain-missing",
    `The keychain of this computer cannot be used: ${why}.`,
    `Unlock or install one; or allow a file that only you can read with --insecure-storage; in CI set ${variable}.`,
  );
}
