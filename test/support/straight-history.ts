import { type Journal, type JournalRecord, type Past, stateNow } from "../../src/journal/index.ts";
import { pastOf } from "../../src/journal/tried/past.ts";

/**
 * Returns every attempt, oldest first, from all records, for comparison with the answers that the journal's indexes
 * give.
 */
export async function straightHistory(journal: Journal): Promise<Past[]> {
  const doubts = await journal.doubts();
  const records = await journal.records(0, Number.MAX_SAFE_INTEGER);
  if (!doubts.ok || !records.ok) throw new Error("the journal cannot be read");
  const open = new Set(doubts.value.map(({ attempt }) => attempt));
  const byAttempt = new Map<string, JournalRecord[]>();
  for (const each of records.value) byAttempt.set(each.attempt, [...(byAttempt.get(each.attempt) ?? []), each]);
  return [...byAttempt.values()].flatMap((each) => {
    const past = pastOf(each);
    if (past === undefined) return [];
    return past.state === "under-way" && open.has(past.attempt) ? { ...past, state: "in-doubt" as const } : past;
  });
}

/** Documents that exist and are not known to be approved. */
export async function straightUnfinished(journal: Journal): Promise<{ past: Past; state: string | undefined }[]> {
  const latest = new Map<string, Past>();
  for (const past of await straightHistory(journal))
    if (past.state === "created" && past.id !== undefined) latest.set(`${past.intent.account} ${past.id}`, past);
  const found: { past: Past; state: string | undefined }[] = [];
  for (const past of latest.values()) {
    const { account } = past.intent;
    const seen = await journal.seen(account, past.id ?? "");
    if (!seen.ok) throw new Error(seen.problems[0].message);
    const { state } = stateNow(past.result, seen.value);
    if (state !== "APPROVED") found.push({ past, state });
  }
  return found.sort((a, b) => a.past.record - b.past.record);
}
