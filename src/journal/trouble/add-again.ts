import { fail, ok, type Result } from "../../problem/index.ts";
import type { Disk } from "../places/disk.ts";
import type { Chain } from "../store/chain.ts";
import type { AttemptResult } from "../store/records.ts";
import type { RecordsTable } from "../store/records-table.ts";
import { unusable } from "./trouble.ts";

/**
 * Adds a result once more after the connection to the journal was lost, if it can be opened again: a commit that was not answered may have
 * been done all the same. Undefined if it cannot be opened. Problem: `journal-unusable`, also if the journal lacks what was recorded
 * before: the result stays on this computer.
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
