import type { Environment } from "../environment/index.ts";
import { map, type Result } from "../problem/index.ts";
import type { FolderTurn } from "./change-file.ts";
import type { Folders } from "./folders.ts";
import { type Keychain, systemKeychain } from "./keychain.ts";
import { changeUserFileIn, readUserFile } from "./user-file.ts";
import type { UserFile } from "./user-file-schema.ts";

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

/**
 * Changes the file as it is by then, in turn with other processes. What is returned was read back. What cannot be made of the settings as
 * they were opened makes no lock and no folder. Problems: `settings-unwritable`,
 * `settings-broken`, those of `change`.
 */
export function changeUserFile(
  settings: Settings,
  change: (file: UserFile) => Result<UserFile>,
  turn?: FolderTurn,
): Result<Settings> {
  const possible = change(settings.file);
  if (!possible.ok) return possible;
  return map(changeUserFileIn(settings.folders, change, turn), (file) => ({ ...settings, file }));
}
