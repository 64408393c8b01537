/** The meaning of a stage for the person who is waiting: `good` and `bad` are final, everything else is `open`. */
export type StatusClass = "good" | "bad" | "open";

interface StageOfDocument {
  /** Words for a sentence about a document. */
  readonly says: string;
  readonly standing: StatusClass;
  /** Whether the document counts in the totals of a period; a credit note that does not count credits nothing. */
  readonly counted: boolean;
  /** The command to correct a document that ended in this stage. */
  readonly remedy?: "correct" | "resubmit";
  /** Why a credit note in this stage credits nothing. */
  readonly noEffect?: string;
}

/** The progress of a document that left this computer. */
export const stages = {
  /** It is unknown whether the document exists. */
  "in-doubt": {
    says: "in doubt: it may or may not exist",
    standing: "open",
    counted: false,
    noEffect: "may or may not exist",
  },
  /** A live process is sending the document. */
  "under-way": {
    says: "being sent by another process",
    standing: "open",
    counted: false,
    noEffect: "is being sent",
  },
  pending: { says: "pending: Peppol is still processing it", standing: "open", counted: true },
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
  /** The document exists, and the service gives no status for documents of its kind. */
  created: { says: "created; this service tells no status of it", standing: "open", counted: true },
} as const satisfies Readonly<Record<string, StageOfDocument>>;

export type Stage = keyof typeof stages;

/** Returns the facts about a stage. */
export function stageFacts(stage: Stage): StageOfDocument {
  return stages[stage];
}

/** How a standing is displayed, and the outcome of a command that reports it. */
export const standings = {
  good: { sign: "✓", tone: "good", outcome: "done" },
  bad: { sign: "✗", tone: "bad", outcome: "rejected" },
  open: { sign: "…", tone: "warn", outcome: "pending" },
} as const satisfies Readonly<Record<StatusClass, object>>;

/** Returns the word for a stage in a list. An approved document is `delivered`, or `reported` if undelivered: only suppliers accept. */
export function stageWord(stage: Stage, isUndelivered = false): string {
  if (stage === "approved") return isUndelivered ? "reported" : "delivered";
  return stage === "in-doubt" ? "IN DOUBT" : stage.replace("-", " ");
}
