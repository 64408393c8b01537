import { userInfo } from "node:os";
import { posix, win32 } from "node:path";
import type { Environment } from "../environment/index.ts";
import { fail, ok, problem, type Result } from "../problem/index.ts";

export interface Folders {
  readonly config: string;
  /**
   * Folder for tokens and passwords: the settings folder, except on Windows, where the settings folder roams to other
   * computers.
   */
  readonly secrets: string;
  /** Whether other users cannot read the folder. On Windows, true only inside the user's own profile folder. */
  readonly secretsArePrivate: boolean;
  /**
   * Folder for the second copy of the journal's mark: the settings folder, except on Windows, where the settings roam
   * and a folder below the home folder is used instead.
   */
  readonly marks: string;
  readonly data: string;
  readonly log: string;
  /** The normal folders. Set only in practice mode, which has its own supplier and item books in `config`. */
  readonly usual?: Folders;
}

interface System {
  readonly platform: string;
  /**
   * Returns the user's home folder according to the system's list of users, whatever the environment says. Throws if
   * the user is not on that list.
   */
  homeOfUser(): string;
}

const thisSystem: System = { platform: process.platform, homeOfUser: () => userInfo().homedir };

/**
 * The variable that moves the folder, the default location below the home folder, and selfbill's own part of the
 * path.
 */
interface Place {
  readonly variable?: keyof Environment;
  readonly below: string;
  readonly own: string;
}

const xdg: Places = {
  config: { variable: "XDG_CONFIG_HOME", below: ".config", own: "selfbill" },
  data: { variable: "XDG_DATA_HOME", below: ".local/share", own: "selfbill" },
  marks: { variable: "XDG_CONFIG_HOME", below: ".config", own: "selfbill" },
  log: { variable: "XDG_STATE_HOME", below: ".local/state", own: "selfbill" },
};

type Places = Readonly<Record<"config" | "marks" | "data" | "log", Place>> & { readonly secrets?: Place };

const usual: Readonly<Record<string, Places>> = {
  darwin: {
    config: { below: "Library/Preferences", own: "selfbill" },
    marks: { below: "Library/Preferences", own: "selfbill" },
    data: { below: "Library/Application Support", own: "selfbill" },
    log: { below: "Library/Logs", own: "selfbill" },
  },
  win32: {
    config: { variable: "APPDATA", below: "AppData/Roaming", own: "selfbill/Config" },
    data: { variable: "LOCALAPPDATA", below: "AppData/Local", own: "selfbill/Data" },
    secrets: { variable: "LOCALAPPDATA", below: "AppData/Local", own: "selfbill/Secrets" },
    // LOCALAPPDATA does not apply here: if it were set in one terminal only, selfbill would not find the mark in
    // another.
    marks: { below: "AppData/Local", own: "selfbill/Marks" },
    log: { variable: "LOCALAPPDATA", below: "AppData/Local", own: "selfbill/Log" },
  },
};

/**
 * Uses `SELFBILL_HOME`, if set, for everything. Refuses relative paths: otherwise, the creator of the working folder
 * could choose the service that receives the token. Problem: `home-unusable`.
 */
export function foldersFor(env: Environment, system: System = thisSystem): Result<Folders> {
  const { join } = pathsOf(system);
  const one = named("SELFBILL_HOME", env, system);
  if (!one.ok) return one;
  const under = one.value;
  if (under) {
    const config = join(under, "config");
    const secretsArePrivate = isPrivate(under, env, system);
    return ok({
      config,
      secrets: config,
      secretsArePrivate,
      marks: config,
      data: join(under, "data"),
      log: join(under, "log"),
    });
  }
  const places = usual[system.platform] ?? xdg;
  const config = folderAt(places.config, env, system);
  const marks = folderAt(places.marks, env, system);
  const data = folderAt(places.data, env, system);
  const log = folderAt(places.log, env, system);
  const secrets = folderAt(places.secrets ?? places.config, env, system);
  if (!config.ok) return config;
  if (!secrets.ok) return secrets;
  if (!marks.ok) return marks;
  if (!data.ok) return data;
  if (!log.ok) return log;
  const secretsArePrivate = isPrivate(secrets.value, env, system);
  return ok({
    config: config.value,
    secrets: secrets.value,
    secretsArePrivate,
    marks: marks.value,
    data: data.value,
    log: log.value,
  });
}

function isPrivate(folder: string, env: Environment, system: System): boolean {
  if (system.platform !== "win32") return true;
  const home = homeOf(env, system);
  const plain = (path: string): string => `${win32.normalize(path).replace(/\\+$/, "").toLowerCase()}\\`;
  return home.ok && plain(folder).startsWith(plain(home.value));
}

function folderAt({ variable, below, own }: Place, env: Environment, system: System): Result<string> {
  const { join } = pathsOf(system);
  const moved = variable === undefined ? ok(undefined) : named(variable, env, system);
  if (!moved.ok) return moved;
  if (moved.value) return ok(join(moved.value, own));
  const home = homeOf(env, system);
  return home.ok ? ok(join(home.value, below, own)) : home;
}

function homeOf(env: Environment, system: System): Result<string> {
  const variable = system.platform === "win32" ? "USERPROFILE" : "HOME";
  const home = named(variable, env, system);
  if (!home.ok || home.value) return home as Result<string>;
  const known = homeOfUser(system);
  if (known !== undefined) return ok(known);
  const message = `Nothing was sent: ${variable} is not set, and this computer knows no home folder of this user.`;
  const hint = "Name a folder for selfbill by its absolute path, such as SELFBILL_HOME=/srv/selfbill";
  return fail(problem("home-unusable", message, hint));
}

function homeOfUser(system: System): string | undefined {
  try {
    const home = system.homeOfUser();
    return isWhole(home, system) ? home : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the path in a variable; an empty value counts as unset. */
function named(variable: keyof Environment, env: Environment, system: System): Result<string | undefined> {
  const path = env[variable]?.trim();
  if (!path || isWhole(path, system)) return ok(path || undefined);
  const message = `Nothing was sent: ${variable} is ${JSON.stringify(path)}, which is not an absolute path. Settings and journal would depend on the folder in which the command is started.`;
  return fail(problem("home-unusable", message, `Give ${variable} an absolute path, or unset it: unset ${variable}`));
}

/**
 * Whether a path is absolute. On Windows, a path without a drive is relative too: it uses the drive of the working
 * folder.
 */
function isWhole(path: string, { platform }: System): boolean {
  return platform === "win32" ? /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(path) : posix.isAbsolute(path);
}

const pathsOf = ({ platform }: System) => (platform === "win32" ? win32 : posix);
