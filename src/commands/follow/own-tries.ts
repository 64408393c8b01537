import type { ConnectionWords, Desk } from "../../desk/index.ts";
import type { Journal, Past } from "../../journal/index.ts";
import { map, ok, type Result } from "../../problem/index.ts";

/**
 * Selects the attempts of an account, under all of its names: its service may have had another address. Without an account every attempt
 * counts. Problem: `journal-unusable`.
 */
export async function ownTries(
  account: string | undefined,
  journal: Pick<Journal, "accounts">,
): Promise<Result<(past: Pick<Past, "intent">) => boolean>> {
  if (account === undefined) return ok(() => true);
  const names = await journal.accounts.names(account);
  return map(
    names,
    (all) =>
      ({ intent }) =>
        all.includes(intent.account),
  );
}

/** The account that the options name; undefined if none. Problems: those of profiles. */
export async function accountOfWords(
  { sandbox, profile }: Pick<ConnectionWords, "sandbox" | "profile">,
  desk: Desk,
): Promise<Result<string | undefined>> {
  if (!sandbox && profile === undefined) return ok(undefined);
  const found = await desk.profile({ sandbox, profile, businessProfile: undefined, serviceVersion: undefined });
  if (!found.ok) return found;
  return ok(await desk.account(found.value));
}
