import { type Stage, stages } from "./stages.ts";

/** The statuses of a document, spelled as in the service's answers. Source: contract §8.2. */
export const statusName = {
  pending: "PENDING",
  approved: "APPROVED",
  rejected: "REJECTED",
  failed: "VALIDATION_FAILED",
} as const;

export type OverallStatus = (typeof statusName)[keyof typeof statusName];

interface OverallState {
  /** Determines whether the status is final, whether the document counts in totals, and whether it needs action. */
  readonly stage: Extract<Stage, "pending" | "approved" | "rejected" | "failed">;
  /** Wording for printed output, placed before the service's own name for the status. */
  readonly means: string;
  readonly label: string;
  /** The sentence shown to the user, if the legs add nothing to it. */
  readonly sentence: string;
  readonly colour: "good" | "bad" | "busy";
}

/** The stage and the wording of each status. */
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
    sentence: "It was rejected; this is final. Find out why.",
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

/** All statuses, in the service's order. */
export const overallStatuses = Object.keys(overallStates) as readonly OverallStatus[];

export const badStatuses = overallStatuses.filter((status) => stages[overallStates[status].stage].standing === "bad");

/** Returns text such as `REJECTED or VALIDATION_FAILED`. */
export function eitherOf(statuses: readonly OverallStatus[]): string {
  return [statuses.slice(0, -1).join(", "), ...statuses.slice(-1)].filter((each) => each !== "").join(" or ");
}

export function overallState(status: string | undefined): OverallState | undefined {
  return status !== undefined && Object.hasOwn(overallStates, status)
    ? overallStates[status as OverallStatus]
    : undefined;
}
