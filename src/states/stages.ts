/** The outcome of a stage: `good` and `bad` are final, `open` is not. */
export type StatusClass = "good" | "bad" | "open";

interface StageOfDocument {
  readonly says: string;
  readonly standing: StatusClass;
  /** Whether totals for a period include a document in this stage. */
  readonly counted: boolean;
  /** The command that corrects a document in this stage. */
  readonly remedy?: "correct" | "resubmit";
  /** Why a credit note in this stage credits nothing, or nothing yet. */
  readonly noEffect?: string;
}

/** Stages of a document that was sent. */
export const stages = {
  /** The document may or may not exist. */
  "in-doubt": {
    says: "in doubt: it may or may not exist",
    standing: "open",
    counted: false,
    noEffect: "may or may not exist",
  },
  /** Another process is sending the document. */
  "under-way": {
    says: "being sent by another process",
    standing: "open",
    counted: false,
    noEffect: "is being sent",
  },
  pending: {
    says: "pending: Peppol is still processing it",
    standing: "open",
    counted: true,
    noEffect: "is not approved yet",
  },
  approved: {
    says: "delivered over Peppol; reported to the tax authority",
    standing: "good",
    counted: true,
  },
  rejected: {
    says: "rejected; this is final",
    standing: "bad",
    counted: false,
    remedy: "correct",
    noEffect: "was rejected itself",
  },
  /** The document was not delivered, so it can be sent again with the same number. */
  failed: {
    says: "failed the Peppol validation and was not delivered",
    standing: "bad",
    counted: false,
    remedy: "resubmit",
    noEffect: "failed the validation itself",
  },
  /** The document exists, but the service reports no status. */
  created: { says: "created; this service tells no status of it", standing: "open", counted: true },
} as const satisfies Readonly<Record<string, StageOfDocument>>;

export type Stage = keyof typeof stages;

export function stageFacts(stage: Stage): StageOfDocument {
  return stages[stage];
}

export const standings = {
  good: { sign: "✓", tone: "good", outcome: "done" },
  bad: { sign: "✗", tone: "bad", outcome: "rejected" },
  open: { sign: "…", tone: "warn", outcome: "pending" },
} as const satisfies Readonly<Record<StatusClass, object>>;

/**
 * An approved document is `delivered`, or `reported` if undelivered; it is never called accepted, because only a
 * supplier can accept it.
 */
export function stageWord(stage: Stage, isUndelivered = false): string {
  if (stage === "approved") return isUndelivered ? "reported" : "delivered";
  return stage === "in-doubt" ? "IN DOUBT" : stage.replace("-", " ");
}
