import { overallState, type StatusClass, stages, statusName } from "../states/index.ts";

/** Returns the class of an overall status, or of the result of `stateOfLegs`; unknown values count as not finished. */
export function statusClassOf(state: string | undefined): StatusClass {
  const stage = overallState(state)?.stage;
  if (stage !== undefined) return stages[stage].standing;
  return isFailedState(state) || state?.endsWith(`${legRejected})`) ? "bad" : "open";
}

/** Whether a state means that the document failed the Peppol validation. */
export function isFailedState(state: string | undefined): boolean {
  return state === statusName.failed || (state?.includes(`(${legFailed}`) ?? false);
}

/** The outcome of the two legs, for a document without an overall status. */
interface LegsSaid {
  /** The states of the legs, as `C3 ACCEPTED, C5 SUBMITTED`. */
  readonly says: string;
  /** Whether a message level status of either leg is a rejection (RE). */
  readonly rejected: boolean;
  /** Whether a validation result is fatal. */
  readonly failed: boolean;
}

const legRejected = "rejected by message level status";
const legFailed = "fatal validation result";

/**
 * Composes the recorded state of the legs: their states, and the rejection if there was one. `statusClassOf` reads it
 * back.
 */
export function stateOfLegs({ says, rejected, failed }: LegsSaid): string {
  const no = [...(failed ? [legFailed] : []), ...(rejected ? [legRejected] : [])];
  return no.length === 0 ? says : `${says} (${no.join(", ")})`;
}
