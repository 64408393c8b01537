import { fail, ok, type Result } from "../problem/index.ts";
import type { Disk } from "./places/disk.ts";
import type { AttemptResult } from "./store/records.ts";
import type { RecordsTable } from "./store/records-table.ts";
import { unusable } from "./trouble.ts";

/**
 * Adds a result once more, where the way to the journal was lost and can be opened again: the commit that was not answered may have been done
 * all the same. Undefined where there is no other way, and where the journal lacks what was recorded before: then the result stays on this
 * computer. Problem: `journal-unusable`.
 */
export function addAgain(
  { reconnect }: Pick<Disk, "reconnect">,
  records: Pick<RecordsTable, "ofAttempt">,
  attempt: string,
  add: () => AttemptResult,
): Result<AttemptResult> | undefined {
  try {
    if (!reconnect?.()) return undefined;
    const known = records.ofAttempt(attempt);
    if (known.length === 0) return undefined;
    const result = known.find((each) => each.type === "result");
    return ok(result?.type === "result" ? result.data : add());
  } catch (error) {
    return fail(unusable(error));
  }
}
