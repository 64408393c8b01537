import { type Stage, stages } from "./stages.ts";

/** The overall statuses in the service's spelling. Source: contract §8.2. */
export const statusName = {
  pending: "PENDING",
  approved: "APPROVED",
  rejected: "REJECTED",
  failed: "VALIDATION_FAILED",
} as const;

export type OverallStatus = (typeof statusName)[keyof typeof statusName];

/** The texts for an overall status. */
interface OverallState {
  /** The status's stage, which decides whether it is final, counts in totals and needs a person. */
  readonly stage: Extract<Stage, "pending" | "approved" | "rejected" | "failed">;
  /** Words for print, before the service's own name. */
  readonly means: string;
  /** The label in the console. */
  readonly label: string;
  /** The meaning for the user, if the two legs add nothing. */
  readonly sentence: string;
  readonly colour: "good" | "bad" | "busy";
}

/** The facts about each overall status that depend only on the status itself. */
export const overallStates: Readonly<Record<OverallStatus, OverallState>> = {
  [statusName.pending]: {
    stage: "pending",
    means: "waits for the Peppol checks",
    label: "Pending",
    sentence: "It is on its way; there is no final answer yet.",
    colour: "busy",
  },
  [statusName.approved]: {
    stage: "approved",
    means: "approved",
    label: "Approved",
    sentence: "Peppol delivered it, and it was reported to the tax authority. Nothing more to do.",
    colour: "good",
  },
  [statusName.rejected]: {
    stage: "rejected",
    means: "rejected",
    label: "Rejected",
    sentence: "It was rejected; this is final. Find out why, then send a new document with its own number.",
    colour: "bad",
  },
  [statusName.failed]: {
    stage: "failed",
    means: "failed the Peppol validation",
    label: "Failed validation",
    sentence:
      "It failed the Peppol validation and was not delivered. Correct the errors below and send it again with selfbill resubmit.",
    colour: "bad",
  },
};

/** Every overall status, in the service's order. */
export const overallStatuses = Object.keys(overallStates) as readonly OverallStatus[];

/** The final statuses that mean refusal. */
export const badStatuses = overallStatuses.filter((status) => stages[overallStates[status].stage].standing === "bad");

/** Names overall statuses in a sentence: `REJECTED or VALIDATION_FAILED`. */
export function eitherOf(statuses: readonly OverallStatus[]): string {
  return [statuses.slice(0, -1).join(", "), ...statuses.slice(-1)].filter((each) => each !== "").join(" or ");
}

/** Returns the facts about an overall status; undefined for an unknown or missing one. */
export function overallState(status: string | undefined): OverallState | undefined {
  return status !== undefined && Object.hasOwn(overallStates, status)
    ? overallStates[status as OverallStatus]
    : undefined;
}
