import {
  isFatal,
  isStateOfLegs,
  noWordOfLegs,
  stateOfLegs,
  statusClassOf,
  type ToldStatus,
} from "../../contract/index.ts";
import type { AttemptResult, SeenState } from "../store/records.ts";

/** The state of a failed document that was sent again, until the service reports another state. */
export const sentAgainState = "SENT AGAIN";

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

/** An overall status, with what was told beside it and the time of it; UTC, ISO 8601. */
export interface OverallNow extends ToldStatus {
  readonly at?: string | undefined;
  /** Whether the answer to create told it. */
  readonly isFirst: boolean;
}

/**
 * Returns the last overall status that the service told; legs do not count. Findings and sides belong to the answer to
 * create, so a later status has none.
 */
export function overallNow(
  first: (AttemptResult & { readonly at?: string | undefined }) | undefined,
  seen: readonly SeenState[],
): OverallNow {
  const { state, seen: last } = stateNow(
    first,
    seen.filter((each) => !isStateOfLegs(each.state)),
  );
  if (state === sentAgainState) return { sides: {}, findings: [], isFirst: false };
  if (last !== undefined && state !== first?.overallStatus)
    return { overallStatus: state, at: last.at, sides: {}, findings: [], isFirst: false };
  const { overallStatus, at, sides = {}, findings = [] } = first ?? {};
  return { overallStatus, at, sides, findings, isFirst: true };
}
