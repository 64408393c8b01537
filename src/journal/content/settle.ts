import { fail, ok, type Problem, type Result } from "../../problem/index.ts";
import type { Intent, JournalRecord, Resolution } from "../store/records.ts";
import type { RecordsTable } from "../store/records-table.ts";
import { idKnown, settledMeanwhile } from "./known-id.ts";

type Stamp = Pick<JournalRecord, "at" | "account" | "key" | "attempt">;

/**
 * Records the resolution of an attempt; writes nothing if it returns a problem. `last`: sequence number of the last
 * record that the person saw. Call it inside a transaction.
 */
export function settle(records: RecordsTable, stamp: Stamp, last: number, resolution: Resolution): Problem | undefined {
  if (records.ofAttempt(stamp.attempt).at(-1)?.sequence !== last) return settledMeanwhile(stamp.attempt);
  const other = resolution.verdict === "created" ? records.otherWith(stamp, resolution) : undefined;
  if (other) return idKnown(other);
  records.addResolved(stamp, resolution);
  return undefined;
}

/**
 * Records a document that was not sent from here; writes nothing if it returns a problem. Call it inside a transaction.
 */
export function takeOver(
  records: RecordsTable,
  stamp: Stamp,
  intent: Intent,
  resolution: Resolution,
  keep: () => void,
): Problem | undefined {
  const other = records.withId(intent.account, resolution.id ?? "", resolution.idType);
  if (other) return idKnown(other);
  keep();
  records.addIntent(stamp, { ...intent, takenOver: true });
  records.addResolved(stamp, resolution);
  return undefined;
}

export function unlessFound(done: Result<Problem | undefined>): Result<void> {
  if (!done.ok) return done;
  return done.value ? fail(done.value) : ok(undefined);
}
