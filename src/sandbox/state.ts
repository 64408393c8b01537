import type { AnsweredAs, networkFinding, peppolStatus } from "../contract/index.ts";
import { type OverallStatus, statusName } from "../states/index.ts";
import { type LegStory, outcomes, type SupplierOutcome } from "./test-suppliers.ts";

/** An entry of validation_results. */
export type ValidationEntry = AnsweredAs<typeof networkFinding>;

/** The member `meta_info.peppol_status` of an answer. */
export type PeppolStatus = AnsweredAs<typeof peppolStatus> & { readonly overall_status: OverallStatus };

/** The facts, apart from the time, that determine the status. */
export interface Fate {
  /** When the document was accepted or resubmitted, in Unix milliseconds. */
  readonly submittedAt: number;
  readonly failures: readonly ValidationEntry[];
  readonly outcome: SupplierOutcome;
}

/**
 * `received`: nothing has been decided · `failed`: the document violated the network rules · `valid`: it passed them
 * · `sent`: it was sent on both legs · `answered`: the first answers have arrived · `settled`: nothing more will
 * happen.
 */
export type Phase = "received" | "failed" | "valid" | "sent" | "answered" | "settled";

/** The first status of an accepted document, whatever its outcome. */
export const atCreation: PeppolStatus = {
  participant_status: null,
  fta_status: null,
  overall_status: statusName.pending,
  validation_results: [],
};

/** Returns when each phase begins, in whole milliseconds after submission. Source: Decision 30. */
export function phaseTimes(pending: number) {
  return {
    decided: Math.round(pending / 3),
    sent: Math.round((2 * pending) / 3),
    answered: Math.round(pending),
    settled: Math.round(2 * pending),
  };
}

/** Milliseconds between the acknowledgement of a document and its later rejection. Source: Decision 40. */
export const regret = 10_000;

/**
 * Returns the phase at a time (`now`, in Unix milliseconds); `pending` is the sandbox's pending time in milliseconds.
 */
export function phaseAt(fate: Fate, now: number, pending: number): Phase {
  const elapsed = now - fate.submittedAt;
  const times = phaseTimes(pending);
  if (elapsed < times.decided) return "received";
  if (fate.failures.length > 0) return "failed";
  if (elapsed < times.sent) return "valid";
  if (elapsed < times.answered) return "sent";
  const stories: readonly LegStory[] = [outcomes[fate.outcome].c3, outcomes[fate.outcome].c5];
  if (stories.includes("silent")) return "answered";
  if (stories.includes("acknowledged-then-rejected")) return elapsed < times.answered + regret ? "answered" : "settled";
  return stories.includes("error-then-accepted") && elapsed < times.settled ? "answered" : "settled";
}

/** The state of one leg. */
export type LegState = "none" | "waiting" | "sent" | "accepted" | "acknowledged" | "rejected" | "error";

export function legStateAt(story: LegStory, phase: Phase): LegState {
  if (story === "none") return "none";
  if (phase === "received" || phase === "failed" || phase === "valid") return "waiting";
  if (phase === "sent" || story === "silent") return "sent";
  if (story === "acknowledged-then-rejected") return phase === "settled" ? "rejected" : "acknowledged";
  if (story !== "error-then-accepted") return story;
  return phase === "settled" ? "accepted" : "error";
}

const statusOfLeg = {
  none: null,
  waiting: null,
  sent: statusName.pending,
  error: statusName.pending,
  accepted: statusName.approved,
  acknowledged: statusName.approved,
  rejected: statusName.rejected,
} as const satisfies Record<LegState, string | null>;

/** Depends only on the document and the elapsed time, so no background work is needed (Decision 13). */
export function statusAt(fate: Fate, now: number, pending: number): PeppolStatus {
  const phase = phaseAt(fate, now, pending);
  if (phase === "failed") {
    return { ...atCreation, overall_status: statusName.failed, validation_results: fate.failures };
  }
  const { c3, c5 } = outcomes[fate.outcome];
  const participant_status = statusOfLeg[legStateAt(c3, phase)];
  const fta_status = statusOfLeg[legStateAt(c5, phase)];
  const deciding = c3 === "none" ? [fta_status] : [participant_status, fta_status];
  const overall_status = deciding.includes(statusName.rejected)
    ? statusName.rejected
    : deciding.every((status) => status === statusName.approved)
      ? statusName.approved
      : statusName.pending;
  return { participant_status, fta_status, overall_status, validation_results: [] };
}
