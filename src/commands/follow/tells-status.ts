import type { Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { LifeWish } from "../../life/index.ts";
import { resolveProfile } from "../../settings/index.ts";
import { withoutDocuments } from "./missing-calls.ts";

/**
 * Returns a function that says whether an account's service reports an overall status. One without the extras does not
 * (Decision 16), by its profile or because it did not show a document within the last day (Decision 280). True for an
 * account without a profile. A business profile id may stand in the environment alone.
 */
export async function tellsStatusOf(journal: Journal, desk: Desk): Promise<LifeWish["tellsStatus"]> {
  const lacking = await withoutDocuments(journal, desk);
  const silent = new Set(lacking.ok ? lacking.value : []);
  const settings = await desk.settings();
  if (!settings.ok) return (account) => !silent.has(account);
  const { env, file } = settings.value;
  const own = env.SELFBILL_BUSINESS_PROFILE_ID;
  const ways = own === undefined ? [{}] : [{}, { SELFBILL_BUSINESS_PROFILE_ID: own }];
  for (const [name, way] of Object.keys(file.profiles).flatMap((each) => ways.map((way) => [each, way] as const))) {
    const profile = resolveProfile({ ...settings.value, env: way }, { profile: name });
    const account = profile.ok && !profile.value.extras ? await desk.account(profile.value) : undefined;
    if (account === undefined) continue;
    const names = await journal.accounts.names(account);
    for (const each of names.ok ? names.value : [account]) silent.add(each);
  }
  return (account) => !silent.has(account);
}
