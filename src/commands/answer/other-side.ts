import type { Desk, NotOurs } from "../../desk/index.ts";

/**
 * Returns the owner of the documents that the journal has under a name, if none of them belongs to this run's side;
 * undefined if one does, or there are none.
 */
export async function onOtherSide(name: string, desk: Desk): Promise<NotOurs | undefined> {
  const isNew = await desk.journalIsNew();
  if (!isNew.ok || isNew.value) return undefined;
  const journal = await desk.journal();
  const called = journal.ok ? await journal.value.tries.called(name) : journal;
  if (!called.ok) return undefined;
  const there = called.value.filter(({ state }) => state === "created" || state === "in-doubt");
  const whose = await Promise.all(there.map(({ intent }) => desk.notOurs(intent.account, name)));
  return whose.includes(undefined) ? undefined : whose[0];
}
