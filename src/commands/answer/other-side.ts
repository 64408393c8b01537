import type { Desk, NotOurs } from "../../desk/index.ts";
import { journalIfAny } from "./journal-head.ts";

/**
 * Explains that the documents with this name are on the other side; undefined if there are none, or if one belongs to
 * this run's side.
 */
export async function onOtherSide(name: string, desk: Desk): Promise<NotOurs | undefined> {
  const journal = await journalIfAny(desk);
  const called = journal.ok && journal.value ? await journal.value.tries.called(name) : undefined;
  if (!called?.ok) return undefined;
  const there = called.value.filter(({ state }) => state === "created" || state === "in-doubt");
  const whose = await Promise.all(there.map(({ intent }) => desk.notOurs(intent.account, name)));
  return whose.includes(undefined) ? undefined : whose[0];
}
