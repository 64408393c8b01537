import { overallState, type StatusClass, stages, statusName } from "../states/index.ts";

/** Also accepts the result of `stateOfLegs`; unknown values count as not finished. */
export function statusClassOf(state: string | undefined): StatusClass {
  const stage = overallState(state)?.stage;
  if (stage !== undefined) return stages[stage].standing;
  return isFailedState(state) || state?.endsWith(`${legRejected})`) ? "bad" : "open";
}

/** Whether the document failed Peppol validation. */
export function isFailedState(state: string | undefined): boolean {
  return state === statusName.failed || (state?.includes(`(${legFailed}`) ?? false);
}

/** The outcome of the two legs, for a document without an overall status. */
interface LegsSaid {
  /** The states of the legs: `C3 ACCEPTED, C5 SUBMITTED`. */
  readonly says: string;
  /** Whether the message level status of either leg is a rejection (RE). */
  readonly rejected: boolean;
  /** Whether any validation result is fatal. */
  readonly failed: boolean;
}

/** Stands for the states of the legs if there are none. */
export const noWordOfLegs = "no word of the legs";

/** Whether a recorded state is the result of `stateOfLegs`, not a word of the service. */
export function isStateOfLegs(state: string | undefined): boolean {
  return state !== undefined && (/^C[35] /.test(state) || state.startsWith(noWordOfLegs));
}

const legRejected = "rejected by message level status";
const legFailed = "fatal validation result";

/**
 * The recorded state of a document without an overall status: the states of the legs, followed by any fatal validation
 * result and any rejection. `statusClassOf` parses it.
 */
export function stateOfLegs({ says, rejected, failed }: LegsSaid): string {
  const no = [...(failed ? [legFailed] : []), ...(rejected ? [legRejected] : [])];
  return no.length === 0 ? says : `${says} (${no.join(", ")})`;
}
