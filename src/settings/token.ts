import { readFileSync, statSync } from "node:fs";
import { fail, ok, type Problem, problem, type Result, suggest } from "../problem/index.ts";
import { parseBaseUrl } from "./base-url.ts";
import type { Folders } from "./folders.ts";
import type { ServiceProfile } from "./resolve.ts";
import type { Settings } from "./settings.ts";
import { readTokenFile } from "./token-file.ts";
import { signInAt, tokenPlace } from "./token-place.ts";
import { parseToken } from "./values.ts";

export interface FoundToken {
  readonly token: string;
  readonly from: "SELFBILL_TOKEN" | "SELFBILL_TOKEN_FILE" | "keychain" | "file";
  readonly warnings: readonly Problem[];
}

/**
 * Returns the token in the environment, or the one stored for this exact origin; never one from another origin, and
 * none from the environment if SELFBILL_BASE_URL names another service. Problems: `no-token`, `token-elsewhere`,
 * `bad-token`, `keychain-missing`.
 */
export async function tokenFor(settings: Settings, profile: ServiceProfile): Promise<Result<FoundToken>> {
  const fromEnvironment = environmentToken(settings);
  if (fromEnvironment) return environmentMeansAnother(settings, profile) ?? fromEnvironment;
  const signIn = signInAt(settings.file, tokenPlace(settings, profile));
  if (!signIn) return fail(noToken(settings, profile));
  const stored = await keptSecret(settings, profile, signIn.kept);
  if (!stored.ok) return stored;
  const token = parseToken(stored.value);
  const warnings = signIn.kept === "file" && !settings.folders.secretsArePrivate ? [perhapsRead(settings.folders)] : [];
  return token.ok ? ok({ token: token.value, from: signIn.kept, warnings }) : token;
}

function perhapsRead({ secrets }: Folders): Problem {
  const message = `The token is in a file outside of your profile folder (${secrets}): whether other users can read it is not known.`;
  const hint = `Keep it in the keychain: ${suggest`login`}. Or unset SELFBILL_HOME and sign in again.`;
  return problem("bad-token", message, hint, { severity: "warning" });
}

/**
 * Returns the token or client secret stored for this exact profile or its origin. Problems: any problem from
 * `tokenFor`.
 */
export async function keptSecret(
  settings: Settings,
  profile: ServiceProfile,
  kept: "keychain" | "file",
): Promise<Result<string>> {
  const place = tokenPlace(settings, profile);
  const stored = kept === "file" ? readTokenFile(settings.folders, place) : await fromKeychain(settings, place);
  if (!stored.ok) return stored;
  return stored.value === undefined ? fail(noToken(settings, profile)) : ok(stored.value);
}

async function fromKeychain(settings: Settings, place: string): Promise<Result<string | undefined>> {
  try {
    return ok(await settings.keychain.read(place));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const hint = "Unlock the keychain; without one, set SELFBILL_TOKEN_FILE or sign in again with --insecure-storage.";
    return fail(problem("keychain-missing", `The token is in the keychain, which cannot be read: ${why}.`, hint));
  }
}

function environmentToken(settings: Settings): Result<FoundToken> | undefined {
  const path = settings.env.SELFBILL_TOKEN_FILE?.trim();
  const text = settings.env.SELFBILL_TOKEN;
  if (text?.trim()) {
    const token = parseToken(text);
    return token.ok
      ? ok({ token: token.value, from: "SELFBILL_TOKEN", warnings: [] })
      : named(token.problems[0], "SELFBILL_TOKEN");
  }
  if (!path) return undefined;
  const read = readNamedFile(path, "SELFBILL_TOKEN_FILE", "token");
  if (!read.ok) return read;
  const token = parseToken(read.value.text);
  if (!token.ok) return named(token.problems[0], "SELFBILL_TOKEN_FILE");
  return ok({ token: token.value, from: "SELFBILL_TOKEN_FILE", warnings: read.value.warnings });
}

/**
 * Reads the file that a variable names. Mounted secrets may be links and have other owners, so the file only has to be
 * a regular file; there is a warning if the user owns it and everyone can read it.
 */
export function readNamedFile(
  path: string,
  variable: string,
  what: "token" | "secret",
): Result<{ text: string; warnings: Problem[] }> {
  const hint = `Name a regular file that has only the ${what}.`;
  const refuse = (why: string) =>
    fail(problem("bad-token", `The file of ${variable} ${why}.`, hint, { where: { file: path } }));
  try {
    const file = statSync(path);
    if (!file.isFile()) return refuse("is not a regular file");
    if (file.size > 64_000) return refuse(`is too large for a ${what}`);
    const open = process.platform !== "win32" && (file.mode & 0o004) !== 0 && file.uid === process.getuid?.();
    const warning = problem(
      "bad-token",
      `The ${what}'s file can be read by every user of this computer.`,
      `chmod 600 ${path}`,
      { severity: "warning", where: { file: path } },
    );
    return ok({ text: readFileSync(path, "utf8").replace(/^\uFEFF/, ""), warnings: open ? [warning] : [] });
  } catch (error) {
    return refuse(`cannot be read: ${(error as Error).message}`);
  }
}

/** Returns the variable that takes precedence over anything stored, if one is set. */
export function tokenVariable({ env }: Settings) {
  return (["SELFBILL_TOKEN", "SELFBILL_TOKEN_FILE", "SELFBILL_CLIENT_ID"] as const).find((each) => env[each]?.trim());
}

/**
 * Fails if SELFBILL_BASE_URL names another service: values from the environment are valid only for the service named
 * there.
 */
export function environmentMeansAnother(settings: Settings, profile: ServiceProfile): Result<never> | undefined {
  const url = settings.env.SELFBILL_BASE_URL?.trim();
  const meant = url ? parseBaseUrl(url) : undefined;
  if (!meant?.ok || meant.value.origin === profile.origin) return undefined;
  const message = `The token of the environment belongs to ${meant.value.origin} (SELFBILL_BASE_URL), not to ${profile.origin}.`;
  return fail(
    problem(
      "token-elsewhere",
      message,
      "Unset SELFBILL_TOKEN and SELFBILL_TOKEN_FILE, or use the service they are for.",
    ),
  );
}

function named(first: Problem, variable: string): Result<never> {
  return fail({ ...first, message: `${first.message.slice(0, -1)} (${variable}).` });
}

function noToken(settings: Settings, profile: ServiceProfile): Problem {
  const { sign_ins, profile_sign_ins = {} } = settings.file;
  const origins = [
    ...Object.keys(sign_ins),
    ...Object.keys(profile_sign_ins).map((place) => place.split("#")[0] ?? ""),
  ];
  const others = [...new Set(origins)].filter((origin) => origin !== profile.origin);
  const login = `Sign in with ${suggest`login ${profile.name === undefined ? [] : ["--profile", profile.name]}`}; in CI set SELFBILL_TOKEN_FILE.`;
  if (others.length === 0) return problem("no-token", `There is no token for ${profile.origin}.`, login);
  const message = `There is no token for ${profile.origin}; the one for ${others.sort().join(", ")} is never sent there.`;
  return problem("token-elsewhere", message, login);
}
