import type { Outcome } from "./test-suppliers.ts";

/** One entry of validation_results, as the service words it. Source: contract §8.1. */
export interface ValidationResult {
  readonly flag: string;
  readonly reasonCode: string;
  readonly text: string;
  readonly location: string;
  readonly test: string;
}

/** meta_info.peppol_status. Source: contract §8.1. */
export interface PeppolStatus {
  readonly participant_status: string | null;
  readonly fta_status: string | null;
  readonly overall_status: "PENDING" | "APPROVED" | "REJECTED" | "VALIDATION_FAILED";
  readonly validation_results: readonly ValidationResult[];
}

/** What decides the state, beside the time. */
export interface Fate {
  /** When it was accepted, or resubmitted; Unix milliseconds. */
  readonly submittedAt: number;
  readonly failures: readonly ValidationResult[];
  readonly outcome: Outcome;
}

/**
 * How far a document has come. `received`: nothing decided · `failed`: the network rules said no · `valid`: they said yes ·
 * `sent`: on both legs · `answered`: the first answers are in · `settled`: nothing more will happen.
 */
export type Phase = "received" | "failed" | "valid" | "sent" | "answered" | "settled";

/** What an accepted document says at first, whatever comes later. */
export const atCreation: PeppolStatus = {
  participant_status: null,
  fta_status: null,
  overall_status: "PENDING",
  validation_results: [],
};

/** When each phase begins, in milliseconds after submission. Source: Decision 30. */
export function phaseTimes(pending: number) {
  return { decided: pending / 3, sent: (2 * pending) / 3, answered: pending, settled: 2 * pending };
}

/** The phase at an instant; `pending` is the sandbox's pending time in milliseconds. */
export function phaseAt(fate: Fate, now: number, pending: number): Phase {
  const elapsed = now - fate.submittedAt;
  const times = phaseTimes(pending);
  if (elapsed < times.decided) return "received";
  if (fate.failures.length > 0) return "failed";
  if (elapsed < times.sent) return "valid";
  if (elapsed < times.answered) return "sent";
  const slow = fate.outcome === "c3-error-then-approved" || fate.outcome === "c5-error-then-approved";
  if (fate.outcome === "stays-pending" || (slow && elapsed < times.settled)) return "answered";
  return "settled";
}

/** The status at an instant: a function of the document and the time passed, so that no background work is needed (Decision 13). */
export function statusAt(fate: Fate, now: number, pending: number): PeppolStatus {
  switch (phaseAt(fate, now, pending)) {
    case "received":
    case "valid":
      return atCreation;
    case "failed":
      return { ...atCreation, overall_status: "VALIDATION_FAILED", validation_results: fate.failures };
    case "sent":
      return { ...atCreation, participant_status: "PENDING", fta_status: "PENDING" };
    case "answered":
      return {
        ...atCreation,
        participant_status: fate.outcome === "c5-error-then-approved" ? "APPROVED" : "PENDING",
        fta_status: fate.outcome === "c3-error-then-approved" ? "APPROVED" : "PENDING",
      };
    case "settled":
      return settled(fate.outcome);
  }
}

function settled(outcome: Outcome): PeppolStatus {
  const participant_status = outcome === "c3-rejects" ? "REJECTED" : "APPROVED";
  const fta_status = outcome === "c5-rejects" ? "REJECTED" : "APPROVED";
  const approved = participant_status === "APPROVED" && fta_status === "APPROVED";
  return { ...atCreation, participant_status, fta_status, overall_status: approved ? "APPROVED" : "REJECTED" };
}
