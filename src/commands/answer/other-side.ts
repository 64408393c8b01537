import type { Desk, NotOurs } from "../../desk/index.ts";
import { journalIfAny } from "./journal-head.ts";

/**
 * If documents with this name exist but none of them belongs to this run, returns the reason (see `notOurs`); otherwise
 * undefined.
 */
export async function onOtherSide(name: string, desk: Desk): Promise<NotOurs | undefined> {
  const journal = await journalIfAny(desk);
  const called = journal.ok && journal.value ? await journal.value.tries.called(name) : undefined;
  if (!called?.ok) return undefined;
  const there = called.value.filter(({ state }) => state === "created" || state === "in-doubt");
  const whose = await Promise.all(there.map(({ intent }) => desk.notOurs(intent.account, name)));
  return whose.includes(undefined) ? undefined : whose[0];
}
