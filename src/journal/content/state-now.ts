import { isFatal, isStateOfLegs, noWordOfLegs, stateOfLegs, statusClassOf } from "../../contract/index.ts";
import type { AttemptResult, SeenState } from "../store/records.ts";

type FirstTold = Pick<AttemptResult, "overallStatus" | "findings"> | undefined;

/** The state that the answer to create told; undefined if it told none. Without an overall status, a fatal finding decides. */
export function firstState(first: FirstTold): string | undefined {
  if (first?.overallStatus !== undefined) return first.overallStatus;
  return first?.findings?.some(isFatal)
    ? stateOfLegs({ says: noWordOfLegs, rejected: false, failed: true })
    : undefined;
}

/**
 * Returns the state that holds: the last that was seen, or what the answer to create told. Legs never outrank a final
 * overall status; only a later overall status does. `seen` is in order, oldest first.
 */
export function stateNow<T extends Pick<SeenState, "state">>(
  first: FirstTold,
  seen: readonly T[],
): { readonly state: string | undefined; readonly seen: T | undefined } {
  let now: { state: string | undefined; seen: T | undefined } = { state: firstState(first), seen: undefined };
  for (const each of seen) {
    const isFinal = !isStateOfLegs(now.state) && statusClassOf(now.state) !== "open";
    if (isFinal && isStateOfLegs(each.state)) continue;
    now = { state: each.state, seen: each };
  }
  return now;
}
