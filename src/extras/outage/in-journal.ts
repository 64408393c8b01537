import type { HookScope } from "../../desk/index.ts";
import { isPracticeAccount, type Journal, type Past } from "../../journal/index.ts";
import { untriedIn } from "../../life/index.ts";
import { map, ok, type Result } from "../../problem/index.ts";
import {
  type Failures,
  failuresAmong,
  notTried,
  type Outage,
  type OutageLimits,
  type SeenAttempt,
  seenIn,
  usualLimits,
} from "./spans.ts";

const pageSize = 200;

/**
 * Finds outages and single failures in the journal; it does not contain failures that occur before an attempt is
 * recorded. Problem: `journal-unusable`.
 */
export async function failuresIn(
  journal: Journal,
  whose: HookScope,
  limits: OutageLimits,
): Promise<Result<readonly (Failures & { readonly account: string })[]>> {
  return ofEach(journal, whose, async (account) => {
    const untried = await untriedOf(account, journal);
    if (!untried.ok) return untried;
    const seen = [...untried.value];
    for (let after = 0; ; ) {
      const some = await journal.tries.page({ account }, { after }, pageSize);
      if (!some.ok) return some;
      seen.push(...seenOf(some.value));
      if (some.value.length < pageSize) return ok({ account, ...failuresAmong(seen, limits) });
      after = some.value.at(-1)?.record ?? 0;
    }
  });
}

/**
 * Returns outages that have not ended. Reads the journal back to the last answered attempt, and one page further for
 * attempts concurrent with it. Problem: `journal-unusable`.
 */
export async function lastingOutages(journal: Journal, whose: HookScope): Promise<Result<readonly Outage[]>> {
  const found = await ofEach(journal, whose, async (account) => {
    const untried = await untriedOf(account, journal);
    if (!untried.ok) return untried;
    const seen = [...untried.value];
    let wasAnswered = false;
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const some = await journal.tries.page({ account }, { before }, pageSize);
      if (!some.ok) return some;
      const these = seenOf(some.value);
      seen.push(...these);
      if (some.value.length < pageSize || wasAnswered)
        return ok(failuresAmong(seen, usualLimits).outages.filter(({ to }) => to === undefined));
      wasAnswered = these.some(({ told }) => told === "answered");
      before = some.value.at(-1)?.record ?? 0;
    }
  });
  return found.ok ? ok(found.value.flat()) : found;
}

async function untriedOf(account: string, journal: Journal): Promise<Result<SeenAttempt[]>> {
  return map(await untriedIn(journal, account), (all) => all.map(notTried));
}

function seenOf(some: readonly Past[]): SeenAttempt[] {
  return some.flatMap((past) => seenIn(past) ?? []);
}

async function ofEach<T>(
  journal: Journal,
  { account, practice }: HookScope,
  ask: (account: string) => Promise<Result<T>>,
): Promise<Result<T[]>> {
  const accounts = account === undefined ? await journal.accounts.all() : ok([account]);
  if (!accounts.ok) return accounts;
  const answers: T[] = [];
  for (const each of accounts.value) {
    if (isPracticeAccount(each) && !practice) continue;
    const answer = await ask(each);
    if (!answer.ok) return answer;
    answers.push(answer.value);
  }
  return ok(answers);
}
