import { map, type Result } from "../problem/index.ts";
import type { Environment, Folders } from "./folders.ts";
import { type Keychain, systemKeychain } from "./keychain.ts";
import { readUserFile, type UserFile, writeUserFile } from "./user-file.ts";

/** The settings of one run. Changes give a new value and are on disk when they return. */
export interface Settings {
  readonly env: Environment;
  readonly folders: Folders;
  readonly keychain: Keychain;
  readonly file: UserFile;
}

/** Reads the user's settings; the keychain is loaded only when a token is asked of it. Problem: `settings-broken`. */
export function openSettings(
  env: Environment,
  folders: Folders,
  keychain: Keychain = systemKeychain(),
): Result<Settings> {
  return map(readUserFile(folders), (file) => ({ env, folders, keychain, file }));
}

/** Reads the file again, so that another process's change is kept, changes it and writes it whole. */
export function changeUserFile(settings: Settings, change: (file: UserFile) => UserFile): Result<Settings> {
  const now = readUserFile(settings.folders);
  if (!now.ok) return now;
  return map(writeUserFile(settings.folders, change(now.value)), (file) => ({ ...settings, file }));
}
