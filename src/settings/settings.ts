import type { Environment } from "../environment/index.ts";
import { map, type Result } from "../problem/index.ts";
import type { FolderTurn } from "./change-file.ts";
import type { Folders } from "./folders.ts";
import { type Keychain, systemKeychain } from "./keychain.ts";
import { changeUserFileIn, readUserFile } from "./user-file.ts";
import type { UserFile } from "./user-file-schema.ts";

export interface Settings {
  readonly env: Environment;
  readonly folders: Folders;
  readonly keychain: Keychain;
  readonly file: UserFile;
}

/** Reads the settings; loads the keychain only when it is needed. Problem: `settings-broken`. */
export function openSettings(
  env: Environment,
  folders: Folders,
  keychain: Keychain = systemKeychain(),
): Result<Settings> {
  return map(readUserFile(folders), (file) => ({ env, folders, keychain, file }));
}

/**
 * Changes the file under a lock and reads the result. If the change is not possible for the settings as they were
 * when opened, does not create a lock or a folder. Problems: `settings-unwritable`, `settings-broken`, any problem
 * from `change`.
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
