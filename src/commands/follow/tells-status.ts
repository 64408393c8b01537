import type { Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { LifeWish } from "../../life/index.ts";
import { resolveProfile } from "../../settings/index.ts";

/**
 * Returns a function that looks up in the profiles whether an account's service reports an overall status; a service
 * without the extras does not (Decision 16). The function returns true for an account without a profile.
 */
export async function tellsStatusOf(journal: Journal, desk: Desk): Promise<LifeWish["tellsStatus"]> {
  const silent = new Set<string>();
  const settings = await desk.settings();
  for (const name of settings.ok ? Object.keys(settings.value.file.profiles) : []) {
    if (!settings.ok) break;
    const profile = resolveProfile({ ...settings.value, env: {} }, { profile: name });
    const account = profile.ok && !profile.value.extras ? await desk.account(profile.value) : undefined;
    if (account === undefined) continue;
    const names = await journal.accounts.names(account);
    for (const each of names.ok ? names.value : [account]) silent.add(each);
  }
  return (account) => !silent.has(account);
}
