/** Every overall status that a service tells. Source: contract §8.2. */
export const overallStatuses = ["PENDING", "APPROVED", "REJECTED", "VALIDATION_FAILED"] as const;

/**
 * What an overall status means for whoever waits: `good` and `bad` are final, `open` is everything else, also a state that is not
 * known here and none at all. Source: contract §8.2.
 */
export type StatusClass = "good" | "bad" | "open";

/** The standing of an overall status, or of what `stateOfLegs` says; unknown values count as not finished. */
export function statusClassOf(state: string | undefined): StatusClass {
  if (state === "APPROVED") return "good";
  return state === "REJECTED" || isFailedState(state) || state?.endsWith(`${legRejected})`) ? "bad" : "open";
}

/** Whether a state says that the document failed the Peppol validation. */
export function isFailedState(state: string | undefined): boolean {
  return state === "VALIDATION_FAILED" || (state?.includes(`(${legFailed}`) ?? false);
}

/** What the two legs said, where the service tells no overall status of a document. */
interface LegsSaid {
  /** The words of the legs, as `C3 ACCEPTED, C5 SUBMITTED`. */
  readonly says: string;
  /** A message level status of either leg is a rejection (RE). */
  readonly rejected: boolean;
  /** A validation result is fatal. */
  readonly failed: boolean;
}

const legRejected = "rejected by message level status";
const legFailed = "fatal validation result";

/** The state that is recorded of legs: their words, and the no that one of them said. It is read again by `statusClassOf`. */
export function stateOfLegs({ says, rejected, failed }: LegsSaid): string {
  const no = [...(failed ? [legFailed] : []), ...(rejected ? [legRejected] : [])];
  return no.length === 0 ? says : `${says} (${no.join(", ")})`;
}
