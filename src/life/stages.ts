import { isFailedState, statusClassOf } from "../contract/index.ts";
import type { Outcome } from "../problem/index.ts";
import { overallState, type PastState, type Stage } from "../states/index.ts";

/** The facts that decide the stage of an attempt that created a document, or may have. */
interface Standing {
  readonly state: PastState;
  readonly status: string | undefined;
  /** Whether the service gives an overall status for documents of this kind. */
  readonly tellsStatus: boolean;
}

/** Returns the stage of an attempt. An unknown status is not final; refusals on the legs are. */
export function stageOf({ state, status: overallStatus, tellsStatus }: Standing): Stage {
  if (state === "under-way") return state;
  if (state !== "created") return "in-doubt";
  if (isFailedState(overallStatus)) return "failed";
  const standing = statusClassOf(overallStatus);
  if (standing === "open") return tellsStatus ? "pending" : "created";
  return overallState(overallStatus)?.stage ?? "rejected";
}

/** The groups of open matters, in the order in which a person handles them. */
export const owedParts = {
  money: "Money and doubt",
  days: "Legal days",
  house: "Answers and housekeeping",
} as const;

export type OwedPart = keyof typeof owedParts;

/** The kinds of open matters, the most urgent first. */
export type Owed =
  | "in-doubt"
  | "failed"
  | "rejected"
  | "correction"
  | "pending"
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
  /** The outcome that a matter of this kind gives `due --exit-code`. Undefined: none, unless everything counts. */
  readonly outcome?: Outcome;
  /** Maximum number of days left for that outcome to count. */
  readonly within?: number;
  /** Whether a person's note is enough to settle a matter of this kind. */
  readonly byWord: boolean;
}

/** The facts about each kind, in display order. */
export const owedKinds: Readonly<Record<Owed, OwedKind>> = {
  "in-doubt": { says: "IN DOUBT", part: "money", outcome: "in_doubt", byWord: false },
  failed: { says: "FAILED", part: "money", outcome: "rejected", byWord: true },
  rejected: { says: "REJECTED", part: "money", outcome: "rejected", byWord: true },
  correction: { says: "CORRECTION NOT FINISHED", part: "money", outcome: "pending", byWord: true },
  pending: { says: "PENDING TOO LONG", part: "money", outcome: "pending", byWord: true },
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

/** An open matter, as far as it affects an exit code. */
export interface OwedRow {
  readonly what: Owed;
  /** Days until the legal deadline; negative after it. */
  readonly daysLeft?: number | undefined;
}

/** Outcomes of open matters, the worst first. */
const worstFirst = ["in_doubt", "rejected", "invalid", "pending"] as const satisfies readonly Outcome[];

/** Returns the outcome of the worst open matter. A matter without an outcome of its own is `pending` if everything counts. */
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
