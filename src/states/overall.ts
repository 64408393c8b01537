import { type Stage, stages } from "./stages.ts";

/** The overall statuses as the service spells them. Source: contract §8.2. */
export const statusName = {
  pending: "PENDING",
  approved: "APPROVED",
  rejected: "REJECTED",
  failed: "VALIDATION_FAILED",
} as const;

export type OverallStatus = (typeof statusName)[keyof typeof statusName];

/** What is said of a document with an overall status. */
interface OverallState {
  /** The stage it is in: whether it is final, counts in totals and needs a person follows from there. */
  readonly stage: Extract<Stage, "pending" | "approved" | "rejected" | "failed">;
  /** On paper, in front of the service's own name. */
  readonly means: string;
  /** The label in the console. */
  readonly label: string;
  /** What it means for the person, where the two legs add nothing. */
  readonly sentence: string;
  readonly colour: "good" | "bad" | "busy";
}

/** Everything about each overall status that does not depend on what else the service says. */
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
    sentence: "Both sides accepted the document. Nothing more to do.",
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

/** The final ones that say no. */
export const badStatuses = overallStatuses.filter((status) => stages[overallStates[status].stage].standing === "bad");

/** Overall statuses in a sentence: `REJECTED or VALIDATION_FAILED`. */
export function eitherOf(statuses: readonly OverallStatus[]): string {
  return [statuses.slice(0, -1).join(", "), ...statuses.slice(-1)].filter((each) => each !== "").join(" or ");
}

/** What is known of an overall status; undefined of one that is not known here, and of none. */
export function overallState(status: string | undefined): OverallState | undefined {
  return status !== undefined && Object.hasOwn(overallStates, status)
    ? overallStates[status as OverallStatus]
    : undefined;
}
