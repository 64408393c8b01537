import type { Doubt } from "./journal.ts";
import type { AttemptResult, JournalRecord } from "./records.ts";
import { intentIn } from "./records-table.ts";
import { type Known, standingOf } from "./standing.ts";

/** The doubt that the records of an attempt leave; undefined when there is none. `known` tells what is known of a content. */
export function doubtIn(
  records: readonly JournalRecord[],
  known: (account: string, key: string) => Known,
): Doubt | undefined {
  const intent = intentIn(records);
  const armed = records.find((each) => each.type === "armed");
  if (!intent || !armed) return undefined;
  const { attempt, at: sentAt } = armed;
  const standing = standingOf(known(intent.account, intent.key));
  if (standing.is !== "in-doubt" || standing.attempt !== attempt) return undefined;
  const result = records.find((each) => each.type === "result")?.data as AttemptResult | undefined;
  return { attempt, intent, sentAt, ...(result ? { result } : {}) };
}
