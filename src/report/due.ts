import type { Owed, OwedPart } from "../life/index.ts";

export interface DueItem {
  readonly what: Owed;
  /**
   * Identifies the item: the document number, or else the file, or else the attempt; the supplier or the request if the
   * item is not a document.
   */
  readonly called: string;
  /** Absent if the item is not a document. */
  readonly kind?: "invoice" | "credit-note" | undefined;
  readonly supplier: string;
  readonly currency: string;
  /** Exact amount as a string; empty if unknown. */
  readonly payable: string;
  /**
   * When the item began to need action, such as the time when the document was sent or entered its status (UTC, ISO
   * 8601); absent if nothing was sent.
   */
  readonly since?: string | undefined;
  readonly deadline?: Deadline | undefined;
  readonly overallStatus?: string | undefined;
  readonly id?: string | undefined;
  readonly attempt?: string | undefined;
  readonly file?: string | undefined;
  /** Set if several companies are listed. */
  readonly company?: string | undefined;
  /** Reasons, one sentence each. */
  readonly why: readonly string[];
  readonly todo: readonly string[];
}

/** Days are YYYY-MM-DD. */
export interface Deadline {
  /** What the deadline counts from: the supply (invoice), the event (credit note), or the last day of an agreement. */
  readonly from: "supply" | "event" | "agreement";
  readonly day: string;
  readonly last: string;
  /** What the last day is counted from, such as `a year and 14 days after`; absent for 14 days and for an agreement. */
  readonly counts?: string;
  /** Negative after the deadline. */
  readonly daysLeft: number;
}

export interface DuePart {
  readonly part: OwedPart;
  readonly rows: number;
  /** Number of credit notes among the rows. */
  readonly creditNotes: number;
  /** Exact amounts by currency, as strings; credit notes are subtracted. */
  readonly totals: Readonly<Record<string, string>>;
}
