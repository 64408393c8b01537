import { statusName } from "../../states/index.ts";
import { sentAgainState } from "../content/state-now.ts";
import type { RecordsTable } from "./records-table.ts";
import type { seenStates } from "./seen-states.ts";

interface Tables {
  readonly records: Pick<RecordsTable, "ofAttempt" | "tried">;
  readonly seen: ReturnType<typeof seenStates>;
}

interface Ended {
  readonly verdict: string;
  readonly id?: string | undefined;
  readonly overallStatus?: string | undefined;
}

/**
 * Records that a document is no longer in the failed state that it had before it was sent again, so it needs no
 * correction now. Call it in the transaction that records the end of the attempt.
 */
export function endFailure(
  { records, seen }: Tables,
  { at, account, attempt }: { readonly at: string; readonly account: string; readonly attempt: string },
  { verdict, id, overallStatus }: Ended,
): void {
  const intent = records.ofAttempt(attempt).find(({ type }) => type === "intent");
  if (verdict !== "created" || id === undefined || intent?.type !== "intent") return;
  if (intent.data.replaces === undefined || seen.of(account, id).at(-1)?.state !== statusName.failed) return;
  // `sentAgainState` is added first, so that another failure of the document counts as a separate one.
  for (const state of [sentAgainState, ...(overallStatus === undefined ? [] : [overallStatus])])
    seen.add({ at, account, id, state });
  records.tried.followSeen(account, id);
}
