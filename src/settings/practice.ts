import { join } from "node:path";
import { map, type Result } from "../problem/index.ts";
import { type Environment, type Folders, foldersFor } from "./folders.ts";
import { systemKeychain } from "./keychain.ts";
import type { Settings } from "./settings.ts";
import { noUserFile } from "./user-file.ts";

/** The folder of practice, below the one that is used otherwise. */
export const practiceFolder = "practice";

/** What leads to a real service, to its token, or to real books, and is therefore not seen in practice. */
const ofTheRealOne =
  /^SELFBILL_(?:BASE_URL|BUSINESS_PROFILE_ID|PROFILE|TOKEN|TOKEN_FILE|CLIENT_\w+|JOURNAL_PASSWORD_FILE|JOURNAL_MARK)$|^PG/;

/**
 * The settings of a run in practice: folders of its own, no profile, no token. What reads them cannot find a real service or real books.
 * The user's settings are neither read nor written. Problem: `home-unusable`.
 */
export function practiceSettings(env: Environment): Result<Settings> {
  return map(foldersFor(env), (usual) => ({
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !ofTheRealOne.test(name))),
    folders: practiceFolders(usual),
    keychain: systemKeychain(),
    file: noUserFile,
  }));
}

function practiceFolders(usual: Folders): Folders {
  const own = join(usual.data, practiceFolder);
  return { ...usual, config: own, secrets: own, marks: own, data: own, log: own, usual };
}
