import { fail, ok, type Result } from "../../problem/index.ts";
import type { Disk } from "../places/disk.ts";
import type { Chain } from "../store/chain.ts";
import type { AttemptResult } from "../store/records.ts";
import type { RecordsTable } from "../store/records-table.ts";
import { unusable } from "./trouble.ts";

/**
 * Adds a result once more, where the way to the journal was lost and can be opened again: the commit that was not answered may have been done
 * all the same. Undefined where there is no other way. Problem: `journal-unusable`, also where the journal lacks what was recorded before: the
 * result stays on this computer.
 */
export function addAgain(
  { reconnect }: Pick<Disk, "reconnect">,
  { hasConfirmed }: Pick<Chain, "hasConfirmed">,
  records: Pick<RecordsTable, "ofAttempt">,
  attempt: string,
  add: () => AttemptResult,
): Result<AttemptResult> | undefined {
  try {
    if (!reconnect?.(hasConfirmed)) return undefined;
    const result = records.ofAttempt(attempt).find((each) => each.type === "result");
    return ok(result?.type === "result" ? result.data : add());
  } catch (error) {
    return fail(unusable(error));
  }
}
