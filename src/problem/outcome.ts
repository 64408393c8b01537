import { badStatuses, eitherOf } from "../states/index.ts";

/**
 * The outcome of a command, a document or a problem. Each has its own exit code, and its name is the `outcome` in JSON.
 */
export type Outcome = keyof typeof exitCodes;

export interface ProblemEntry {
  readonly outcome: Outcome;
  readonly means: string;
  readonly todo: string;
}

/**
 * Exit codes, which must not change because scripts depend on them. Node itself uses 1–14, so our special outcomes
 * use 20–28.
 */
export const exitCodes = {
  done: 0,
  internal: 1,
  usage: 2,
  auth: 4,
  pending: 8,
  invalid: 20,
  refused: 21,
  not_sent: 22,
  in_doubt: 23,
  duplicate: 24,
  partial: 25,
  rejected: 26,
  local_state: 27,
  declined: 28,
  interrupted: 130,
} as const;

export const outcomeTable: ReadonlyArray<{ outcome: Outcome; means: string }> = [
  { outcome: "done", means: "exists and its id is recorded (or: valid, approved, shown, as asked)" },
  {
    outcome: "internal",
    means:
      "internal error of selfbill; a document may or may not have been sent: run selfbill resolve before you send again",
  },
  { outcome: "usage", means: "invalid arguments, or confirmation required but not interactive" },
  { outcome: "auth", means: "no token, or the service refused it; nothing was created" },
  { outcome: "pending", means: "still PENDING when the time ran out" },
  { outcome: "invalid", means: "the document has errors; found on this computer, nothing was sent" },
  { outcome: "refused", means: "the service refused it; nothing was created" },
  { outcome: "not_sent", means: "network, TLS or rate limit; nothing was created, running again is safe" },
  { outcome: "in_doubt", means: "it may exist; do not send it in any other way; selfbill resolve" },
  { outcome: "duplicate", means: "already exists, possible duplicate, or the number is taken; nothing was created" },
  { outcome: "partial", means: "some documents are done, some are not; see the results" },
  { outcome: "rejected", means: `Peppol answered ${eitherOf(badStatuses)}` },
  {
    outcome: "local_state",
    means: "settings, journal or the output cannot be read or written; the message says whether anything was sent",
  },
  { outcome: "declined", means: "not confirmed; nothing was sent" },
  {
    outcome: "interrupted",
    means: "stopped by a signal; no document was being sent at that moment (143 for SIGTERM, 129 for SIGHUP)",
  },
];

/**
 * Combines outcomes: `in_doubt` if any is in doubt, otherwise the outcome that all share, or `partial` if they
 * differ; `done` for an empty list.
 */
export function outcomeOf(outcomes: readonly Outcome[]): Outcome {
  const [first] = outcomes;
  if (first === undefined) return "done";
  if (outcomes.includes("in_doubt")) return "in_doubt";
  return outcomes.every((outcome) => outcome === first) ? first : "partial";
}
