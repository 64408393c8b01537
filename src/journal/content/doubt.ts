import type { Doubt } from "../journal.ts";
import { elapsedSince, type MachineTime } from "../keys/machine-time.ts";
import { intentIn } from "../store/record-rows.ts";
import type { AttemptResult, JournalRecord } from "../store/records.ts";
import { type Known, onlyAttempt, standingOf } from "./standing.ts";

export function doubtIn(
  records: readonly JournalRecord[],
  known: (account: string, key: string) => Known,
  now: MachineTime,
): Doubt | undefined {
  const intent = intentIn(records);
  const armed = records.find((each) => each.type === "armed");
  const last = records.at(-1);
  if (!intent || !armed || !last) return undefined;
  // Another attempt with the same content proves nothing about this one.
  const alone = onlyAttempt(known(intent.account, intent.key), last.attempt);
  if (standingOf(alone).is !== "in-doubt") return undefined;
  const result = records.find((each) => each.type === "result")?.data as AttemptResult | undefined;
  const elapsed = elapsedSince(armed.data as Partial<MachineTime>, now);
  const about = { attempt: last.attempt, intent, sentAt: armed.at, last: last.sequence };
  return { ...about, ...(result ? { result } : {}), elapsed };
}
