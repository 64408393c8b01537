import type { ConnectionWords, Desk } from "../../desk/index.ts";
import type { Journal, OfAccounts, Past } from "../../journal/index.ts";
import { map, ok, type Result } from "../../problem/index.ts";

/**
 * Returns a filter for attempts of the account under all of its names, because the address of its service may have
 * changed; without an account, every attempt passes. Problem: `journal-unusable`.
 */
export async function ownTries(
  account: OfAccounts | undefined,
  journal: Pick<Journal, "accounts">,
): Promise<Result<(past: Pick<Past, "intent">) => boolean>> {
  return map(
    await ownAccounts(account, journal),
    (isOwn) =>
      ({ intent }) =>
        isOwn(intent.account),
  );
}

/** Like `ownTries`, for the name of an account. */
export async function ownAccounts(
  account: OfAccounts | undefined,
  journal: Pick<Journal, "accounts">,
): Promise<Result<(account: string) => boolean>> {
  if (account === undefined) return ok(() => true);
  const all = new Set<string>();
  for (const each of [account].flat()) {
    const names = await journal.accounts.names(each);
    if (!names.ok) return names;
    for (const name of names.value) all.add(name);
  }
  return ok((name) => all.has(name));
}

export async function accountOfWords(
  { sandbox, profile }: Pick<ConnectionWords, "sandbox" | "profile">,
  desk: Desk,
): Promise<Result<string | undefined>> {
  if (!sandbox && profile === undefined) return ok(undefined);
  const found = await desk.profile({ sandbox, profile, businessProfile: undefined, serviceVersion: undefined });
  if (!found.ok) return found;
  return ok(await desk.account(found.value));
}
