import type { ConnectionWords, Desk } from "../../desk/index.ts";
import type { Journal } from "../../journal/index.ts";
import { fail, ok, problem, type Result } from "../../problem/index.ts";
import { companiesOf, type ServiceProfile } from "../../settings/index.ts";
import { existingStates } from "../../states/index.ts";
import type { DayRange } from "../answer/period.ts";

export interface Whose {
  /** Undefined if there is no profile and the journal has no documents in the period. */
  readonly account: string | undefined;
  readonly profile: ServiceProfile | undefined;
  readonly sandbox: boolean;
  /** Name of the company; set if the settings have several companies. */
  readonly company?: string | undefined;
}

/**
 * Returns the account of the profile, or without a profile the only account in the journal. Accounts are never added
 * together, least of all practice and real ones. Problems: `bad-usage`, `journal-unusable`, any profile problem.
 */
export async function whosePeriod(
  words: ConnectionWords,
  period: DayRange,
  journal: Journal | undefined,
  desk: Desk,
): Promise<Result<Whose>> {
  const found = await desk.profile(words);
  const isAsked = words.sandbox || words.profile !== undefined;
  if (!found.ok && (isAsked || found.problems.some(({ code }) => code !== "no-profile"))) return found;
  const profile = found.ok ? found.value : undefined;
  if (profile?.businessProfileId !== undefined)
    return ok({
      account: await desk.account(profile),
      profile,
      sandbox: profile.sandbox,
      company: await companyName(profile.businessProfileId, desk),
    });
  const accounts = journal ? await journal.tries.accountsIn(existingStates, period) : ok([]);
  if (!accounts.ok) return accounts;
  const [account, another] = accounts.value;
  if (another !== undefined) {
    const message = `The journal has documents of several accounts in this period: ${accounts.value.join(", ")}.`;
    return fail(problem("bad-usage", message, "Name one: --profile NAME, or --sandbox for practice documents."));
  }
  return ok({ account, profile, sandbox: account?.startsWith("sandbox:") ?? false });
}

async function companyName(businessProfileId: string, desk: Desk): Promise<string | undefined> {
  const settings = await desk.settings();
  return settings.ok ? companiesOf(settings.value, businessProfileId).company : undefined;
}
