import { isFailedState, statusClassOf } from "../contract/index.ts";
import type { Outcome } from "../problem/index.ts";
import { overallState, type PastState, type Stage } from "../states/index.ts";

interface Standing {
  readonly state: PastState;
  readonly status: string | undefined;
  /** Whether the service reports an overall status for this kind of document. */
  readonly tellsStatus: boolean;
}

/** Returns the stage of a document. An unknown status is not final, but a refusal on a leg is. */
export function stageOf({ state, status: overallStatus, tellsStatus }: Standing): Stage {
  if (state === "under-way") return state;
  if (state !== "created") return "in-doubt";
  if (isFailedState(overallStatus)) return "failed";
  const standing = statusClassOf(overallStatus);
  if (standing === "open") return tellsStatus ? "pending" : "created";
  return overallState(overallStatus)?.stage ?? "rejected";
}

export const owedParts = {
  runs: "Runs that are not finished",
  money: "Money and doubt",
  days: "Legal days",
  house: "Answers and housekeeping",
} as const;

export type OwedPart = keyof typeof owedParts;

/** The kinds of due items, most urgent first. */
export type Owed =
  | "run"
  | "in-doubt"
  | "failed"
  | "rejected"
  | "changed"
  | "correction"
  | "pending"
  | "credit-waits"
  | "overdue"
  | "not-issued"
  | "objected"
  | "not-delivered"
  | "not-accepted"
  | "approval"
  | "agreement"
  | "trn-check"
  | "supplier";

interface OwedKind {
  readonly says: string;
  readonly part: OwedPart;
  /** Outcome for `due --exit-code`; if undefined, the item only counts with `everything` (`worstOf`). */
  readonly outcome?: Outcome;
  /** Maximum number of days left for the outcome to apply. */
  readonly within?: number;
  /** Whether a user's note is enough to settle the item. */
  readonly byWord: boolean;
}

/** All kinds of due items, in display order. */
export const owedKinds: Readonly<Record<Owed, OwedKind>> = {
  run: { says: "RUN NOT FINISHED", part: "runs", outcome: "pending", byWord: true },
  "in-doubt": { says: "IN DOUBT", part: "money", outcome: "in_doubt", byWord: false },
  failed: { says: "FAILED", part: "money", outcome: "rejected", byWord: true },
  rejected: { says: "REJECTED", part: "money", outcome: "rejected", byWord: true },
  changed: { says: "CHANGED BY THE SERVICE", part: "money", outcome: "invalid", byWord: true },
  correction: { says: "CORRECTION NOT FINISHED", part: "money", outcome: "pending", byWord: true },
  pending: { says: "PENDING TOO LONG", part: "money", outcome: "pending", byWord: true },
  "credit-waits": { says: "CREDIT NOTE NOT APPROVED YET", part: "money", byWord: false },
  overdue: { says: "OVERDUE", part: "days", outcome: "invalid", byWord: false },
  "not-issued": { says: "NOT ISSUED YET", part: "days", outcome: "invalid", within: 3, byWord: false },
  objected: { says: "SUPPLIER OBJECTS", part: "house", byWord: true },
  "not-delivered": { says: "NOT DELIVERED", part: "house", byWord: false },
  "not-accepted": { says: "NOT ACCEPTED YET", part: "house", byWord: true },
  approval: { says: "WAITS FOR APPROVAL", part: "house", byWord: true },
  agreement: { says: "AGREEMENT", part: "house", byWord: false },
  "trn-check": { says: "TRN NOT CHECKED", part: "house", byWord: false },
  supplier: { says: "SUPPLIER INCOMPLETE", part: "house", byWord: false },
};

export interface OwedRow {
  readonly what: Owed;
  /** Number of days until the deadline; negative after it. */
  readonly daysLeft?: number | undefined;
}

/** Outcomes of due items, from worst to best. */
const worstFirst = ["in_doubt", "rejected", "invalid", "pending"] as const satisfies readonly Outcome[];

/** Returns the worst outcome of due items. With `everything`, an item without an outcome counts as `pending`. */
export function worstOf(rows: Iterable<OwedRow>, everything: boolean): Outcome {
  const found = new Set<Outcome>();
  for (const { what, daysLeft } of rows) {
    const { outcome, within } = owedKinds[what];
    const counts = within === undefined || (daysLeft !== undefined && daysLeft <= within);
    if (outcome !== undefined && counts) found.add(outcome);
    else if (everything) found.add("pending");
  }
  return worstFirst.find((each) => found.has(each)) ?? "done";
}
