import { fail, ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";
import { keychainMissing } from "./keychain.ts";
import { changeUserFile, type Settings } from "./settings.ts";
import { readSecretFile, removeTokenFile, writeTokenFile } from "./token-file.ts";
import type { SignIn } from "./user-file-schema.ts";

export interface DatabaseLogin {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

export interface KeptPassword {
  readonly kept: SignIn["kept"];
  /** Set if the password is in a file. */
  readonly path?: string | undefined;
}

/**
 * A variable takes precedence over a stored password; undefined means that the server's rules and ~/.pgpass apply.
 */
type PasswordSource = (typeof before)[number] | SignIn["kept"] | undefined;

const before = ["SELFBILL_JOURNAL_PASSWORD_FILE", "PGPASSWORD", "PGPASSFILE"] as const;

/** Returns the variable that takes precedence over a stored password, if one is set. */
export function passwordVariable({ env }: Settings): (typeof before)[number] | undefined {
  return before.find((name) => env[name]?.trim());
}

/** Says where the password comes from, without reading it. */
export function passwordSource(settings: Settings, login: DatabaseLogin): PasswordSource {
  return passwordVariable(settings) ?? keptOf(settings, login)?.kept;
}

/**
 * Adds the password stored for this exact user, database, host and port; the address is unchanged if a variable takes
 * precedence or no password is stored. Uses the keychain only if the settings say that it has the password. Problem:
 * `journal-unusable`.
 */
export async function withKeptPassword<A extends { readonly server: DatabaseLogin }>(
  address: A,
  settings: Settings,
): Promise<Result<A>> {
  const { server } = address;
  const kept = keptOf(settings, server)?.kept;
  if (kept === undefined || passwordVariable(settings) !== undefined) return ok(address);
  const name = nameOf(server);
  if (kept === "file") {
    const found = readSecretFile(settings.folders, name);
    return "why" in found
      ? fail(unread("a file", found.why))
      : ok({ ...address, server: { ...server, password: found.text } });
  }
  try {
    const password = await settings.keychain.read(name);
    if (password === undefined) return fail(unread("the keychain", "it is no longer there"));
    return ok({ ...address, server: { ...server, password } });
  } catch (error) {
    return fail(unread("the keychain", (error as Error).message));
  }
}

/**
 * Stores the password in the keychain or, only if `insecureStorage` allows it, in a separate file (0600), and clears
 * the other place. Problems: `bad-usage`, `keychain-missing`, `settings-unwritable`.
 */
export async function keepPassword(
  settings: Settings,
  login: DatabaseLogin,
  text: string,
  { insecureStorage, now }: { readonly insecureStorage: boolean; readonly now: Date },
): Promise<Result<KeptPassword>> {
  const password = text.replace(/\r?\n$/, "");
  const fault = faultOf(password);
  if (fault !== undefined) return fail(problem("bad-usage", fault, "Give only the password, on one line."));
  const name = nameOf(login);
  const kept = insecureStorage ? "file" : "keychain";
  let path: string | undefined;
  try {
    if (kept === "file") path = writeTokenFile(settings.folders, name, password);
    else await settings.keychain.write(name, password);
    if (kept === "keychain") removeTokenFile(settings.folders, name);
    else if (keptOf(settings, login)?.kept === "keychain") await settings.keychain.remove(name).catch(() => false);
  } catch (error) {
    return fail(kept === "file" ? unwritable(error) : keychainMissing(error, "SELFBILL_JOURNAL_PASSWORD_FILE"));
  }
  const changed = changeUserFile(settings, (file) =>
    ok({
      ...file,
      journal_passwords: { ...file.journal_passwords, [name]: { kept, since: now.toISOString() } },
    }),
  );
  return changed.ok ? ok({ kept, path }) : changed;
}

/**
 * Removes the password from every place; returns false if there was none. Problems: `keychain-missing`,
 * `settings-unwritable`.
 */
export async function forgetPassword(settings: Settings, login: DatabaseLogin): Promise<Result<boolean>> {
  const kept = keptOf(settings, login)?.kept;
  const name = nameOf(login);
  try {
    removeTokenFile(settings.folders, name);
  } catch (error) {
    return fail(unwritable(error));
  }
  try {
    if (kept === "keychain") await settings.keychain.remove(name);
  } catch (error) {
    return fail(keychainMissing(error, "SELFBILL_JOURNAL_PASSWORD_FILE"));
  }
  if (kept === undefined) return ok(false);
  const changed = changeUserFile(settings, (file) => {
    const { [name]: _gone, ...rest } = file.journal_passwords ?? {};
    return ok({ ...file, journal_passwords: rest });
  });
  return changed.ok ? ok(true) : changed;
}

/** Returns the name that the password is stored under; no service's address can have this form. */
function nameOf({ user, host, port, database }: DatabaseLogin): string {
  const [who, where, what] = [user, host, database].map(encodeURIComponent);
  return `postgres://${who}@${where}:${port}/${what}`;
}

function keptOf({ file }: Settings, login: DatabaseLogin): SignIn | undefined {
  const all = file.journal_passwords ?? {};
  const name = nameOf(login);
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

function faultOf(password: string): string | undefined {
  if (password === "") return "The password is empty.";
  if (password.length > 1_000) return "The password is longer than 1,000 characters.";
  return /[\r\n\0]/.test(password) ? "The password has more than one line." : undefined;
}

function unread(where: string, why: string): Problem {
  const message = `Nothing was sent: the password for the journal's database is kept in ${where}, and cannot be read: ${why}.`;
  const hint = `Unlock the keychain, or keep the password again: ${suggest`journal login`}. Where there is no keychain: SELFBILL_JOURNAL_PASSWORD_FILE.`;
  return problem("journal-unusable", message, hint);
}

function unwritable(error: unknown): Problem {
  const message = `The password's file cannot be changed: ${(error as Error).message}.`;
  return problem("settings-unwritable", message, "Check the folder's permissions and free space.");
}
