import { existsSync, statfsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Environment } from "../../environment/index.ts";
import { problem, suggest } from "../../problem/index.ts";
import type { Settings } from "../../settings/index.ts";
import { type Check, faulty, fine } from "./check.ts";
import { testsOn } from "./tested.ts";

export interface Runtime {
  readonly platform: string;
  readonly arch: string;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly has: (name: string) => boolean;
}

export const ofThisProcess: Runtime = {
  platform: process.platform,
  arch: process.arch,
  versions: process.versions,
  has(name) {
    try {
      createRequire(import.meta.url).resolve(name);
      return true;
    } catch {
      return false;
    }
  },
};

/** Checks this computer; does not use the network. */
export function computerChecks(environment: Environment, folder: string, runtime = ofThisProcess): Check[] {
  return [
    nodeCheck(runtime),
    tlsCheck(environment, runtime),
    packageCheck(runtime),
    localeCheck(environment, runtime),
    diskCheck(folder),
  ];
}

/**
 * Must match `engines` in package.json: ^20.19.0 || ^22.13.0 || >=24. bin/selfbill.cjs already refuses Node 20 on
 * Windows.
 */
function nodeCheck({ versions, platform, arch }: Runtime): Check {
  const version = versions.node ?? "";
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const tested = testsOn(platform, arch);
  const facts = { version, platform, arch, tested };
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24)
    return fine("node", "Node", `${version} on ${platform} ${arch}: ${tested}`, facts);
  const message = `Node ${version} is not supported.`;
  return faulty("node", "Node", problem("node-unsupported", message, "Install Node 20.19, 22.13, 24 or newer."), facts);
}

function tlsCheck(environment: Environment, { versions }: Runtime): Check {
  if (environment.NODE_TLS_REJECT_UNAUTHORIZED === "0") {
    const message = "NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of certificates: selfbill does not connect.";
    return faulty("tls", "TLS", problem("not-connected", message, "Unset NODE_TLS_REJECT_UNAUTHORIZED."));
  }
  const openssl = versions.openssl ?? "unknown";
  return fine("tls", "TLS", `TLS 1.2 or newer, certificates are checked (OpenSSL ${openssl})`, { openssl });
}

/** SQLite is built into Node 22 and newer; the keychain package is always optional. */
function packageCheck({ versions, has }: Runtime): Check {
  const sqlite = versions.sqlite ?? (has("@photostructure/sqlite") ? "@photostructure/sqlite" : null);
  const keyring = has("@napi-rs/keyring");
  const facts = { sqlite, keyring: keyring ? "installed" : null };
  if (sqlite === null) {
    const message = "The package @photostructure/sqlite is missing. Node 20 needs it for the journal.";
    return faulty(
      "packages",
      "Packages",
      problem("package-missing", message, "npm ci, or install selfbill again."),
      facts,
    );
  }
  if (keyring) return fine("packages", "Packages", "SQLite and keychain are installed", facts);
  const message = "The optional package @napi-rs/keyring is not installed: a token cannot be kept in the keychain.";
  const hint = "Install it, or give the token by SELFBILL_TOKEN_FILE.";
  return faulty("packages", "Packages", problem("package-missing", message, hint, { severity: "warning" }), facts);
}

function localeCheck(environment: Environment, { platform }: Runtime): Check {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const set = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || "";
  const facts = { locale, time_zone: timeZone, lang: set || null };
  const utf8 = platform === "win32" || platform === "darwin" || /utf-?8/i.test(set);
  if (utf8) return fine("locale", "Locale", `${set || locale}, time zone ${timeZone}`, facts);
  const message = `The locale ${set === "" ? "is not set" : `${set} is not UTF-8`}: Arabic names may be shown wrongly.`;
  const hint = "Set it before you run selfbill: export LANG=C.UTF-8";
  return faulty("locale", "Locale", problem("locale-odd", message, hint, { severity: "warning" }), facts);
}

/** Free disk space in bytes: an error below the first limit, a warning below the second. */
const [tooLittle, little] = [20_000_000, 200_000_000];

function diskCheck(folder: string): Check {
  let at = folder;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  try {
    const { bavail, bsize } = statfsSync(at);
    return diskOf(folder, bavail * bsize);
  } catch (error) {
    const message = `The disk of ${folder} cannot be checked: ${(error as Error).message}.`;
    return faulty(
      "disk",
      "Disk",
      problem("disk-low", message, "Check the folder's permissions.", { severity: "warning" }),
    );
  }
}

export function diskOf(folder: string, free: number): Check {
  const facts = { folder, free_bytes: Math.floor(free) };
  const shown = free >= 1e9 ? `${(free / 1e9).toFixed(1)} GB` : `${Math.floor(free / 1e6)} MB`;
  if (free >= little) return fine("disk", "Disk", `${shown} free in ${folder}`, facts);
  const message = `Only ${shown} are free in ${folder}.`;
  const severity = free < tooLittle ? "error" : "warning";
  return faulty("disk", "Disk", problem("disk-low", message, "Free disk space before you send.", { severity }), facts);
}

/** Checks the keychain by reading an entry that does not exist. */
export async function keychainCheck({ keychain, file }: Settings): Promise<Check> {
  try {
    await keychain.read("selfbill-doctor");
    return fine("keychain", "Keychain", "can be used");
  } catch (error) {
    if (allInFiles(file))
      return fine("keychain", "Keychain", "none, and none is needed: secrets are in files of yours");
    const why = error instanceof Error ? error.message : String(error);
    const hint = `Where there is none, keep secrets in files of yours: ${suggest`login --insecure-storage`}, and for a journal on a server ${suggest`journal login --insecure-storage`}. In CI: SELFBILL_TOKEN_FILE.`;
    return faulty(
      "keychain",
      "Keychain",
      problem("keychain-missing", `The keychain cannot be used: ${why.split("\n")[0]}.`, hint, { severity: "warning" }),
    );
  }
}

/** Whether all tokens and passwords of this user were stored with --insecure-storage; false if there are none. */
function allInFiles({ sign_ins, profile_sign_ins = {}, journal_passwords = {} }: Settings["file"]): boolean {
  const all = [sign_ins, profile_sign_ins, journal_passwords].flatMap((each) => Object.values(each));
  return all.length > 0 && all.every(({ kept }) => kept === "file");
}
