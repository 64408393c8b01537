/** Every overall status that a service tells. Source: contract §8.2. */
export const overallStatuses = ["PENDING", "APPROVED", "REJECTED", "VALIDATION_FAILED"] as const;

/**
 * What an overall status means for whoever waits: `good` and `bad` are final, `open` is everything else, also a state that is not
 * known here and none at all. Source: contract §8.2.
 */
export type StatusClass = "good" | "bad" | "open";

/** The standing of an overall status; unknown values count as not finished. */
export function statusClassOf(overallStatus: string | undefined): StatusClass {
  if (overallStatus === "APPROVED") return "good";
  return overallStatus === "REJECTED" || overallStatus === "VALIDATION_FAILED" ? "bad" : "open";
}
