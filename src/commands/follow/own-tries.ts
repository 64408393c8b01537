import type { Journal, Past } from "../../journal/index.ts";
import { map, ok, type Result } from "../../problem/index.ts";

/**
 * Tells the tries of an account, under all of its names: its service may have had another address. Where no account is named every try
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
