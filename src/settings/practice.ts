import { join } from "node:path";
import { type Environment, leadsToRealService } from "../environment/index.ts";
import { map, type Result } from "../problem/index.ts";
import { foldersFor } from "./folders.ts";
import { openSettings, type Settings } from "./settings.ts";
import { noUserFile } from "./user-file.ts";

/**
 * Returns settings with no profile, no token, and separate supplier and item books, so that practice cannot reach a
 * real service. The journal is shared, but practice has its own account in it. Problems: `home-unusable`,
 * `settings-broken`.
 */
export function practiceSettings(all: Environment): Result<Settings> {
  const env = Object.fromEntries(Object.entries(all).filter(([name]) => !leadsToRealService(name)));
  const usual = foldersFor(env);
  if (!usual.ok) return usual;
  return map(openSettings(env, usual.value), (settings) => {
    const { sandbox_journal, journal_passwords } = settings.file;
    const folders = { ...usual.value, config: join(usual.value.data, "practice"), usual: usual.value };
    return { ...settings, folders, file: { ...noUserFile, sandbox_journal, journal_passwords } };
  });
}
