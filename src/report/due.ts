/** Something that somebody has to see to. */
export interface DueItem {
  readonly what: DueKind;
  /** Number, else the file, else the try of sending. */
  readonly called: string;
  readonly kind: "invoice" | "credit-note";
  readonly supplier: string;
  readonly currency: string;
  /** Exact text; empty where it is not known. */
  readonly payable: string;
  /** When it was sent or that state was seen (UTC, ISO 8601); absent of what was never sent. */
  readonly since?: string | undefined;
  /** Of an invoice: day of the supply, last day to issue it, and days left (negative when it is over); YYYY-MM-DD. */
  readonly deadline?: { readonly supplied: string; readonly last: string; readonly daysLeft: number } | undefined;
  readonly overallStatus?: string | undefined;
  readonly id?: string | undefined;
  readonly attempt?: string | undefined;
  readonly file?: string | undefined;
  /** What is known of the reason, each in a sentence. */
  readonly why: readonly string[];
  /** What to do, step by step. */
  readonly todo: readonly string[];
}

export type DueKind =
  | "in-doubt"
  | "failed"
  | "rejected"
  | "objected"
  | "overdue"
  | "pending"
  | "not-issued"
  | "not-accepted";
