import type { Owed, OwedPart } from "../life/index.ts";

/** A matter that requires action. */
export interface DueItem {
  readonly what: Owed;
  /** Display name: the number, else the file, else the attempt; without a document, the name of the supplier, or the request. */
  readonly called: string;
  /** Absent if it does not concern a document. */
  readonly kind?: "invoice" | "credit-note" | undefined;
  readonly supplier: string;
  readonly currency: string;
  /** Exact text; empty if unknown. */
  readonly payable: string;
  /** When it was sent or that state was seen (UTC, ISO 8601); absent if nothing was sent. */
  readonly since?: string | undefined;
  readonly deadline?: Deadline | undefined;
  readonly overallStatus?: string | undefined;
  readonly id?: string | undefined;
  readonly attempt?: string | undefined;
  readonly file?: string | undefined;
  /** The company of the document, if documents of several companies are listed. */
  readonly company?: string | undefined;
  /** The known reasons, one sentence each. */
  readonly why: readonly string[];
  /** The steps to take. */
  readonly todo: readonly string[];
}

/** Days are YYYY-MM-DD. */
export interface Deadline {
  /** The start of the period: the supply of an invoice, or the event of a credit note; `agreement`: an agreement ends on its last day. */
  readonly from: "supply" | "event" | "agreement";
  readonly day: string;
  readonly last: string;
  /** Negative after the deadline. */
  readonly daysLeft: number;
}

/** The heading of a part and its total. */
export interface DuePart {
  readonly part: OwedPart;
  readonly rows: number;
  /** Number of credit notes in the part. */
  readonly creditNotes: number;
  /** The total of the rows by currency: exact texts. Credit notes are subtracted. */
  readonly totals: Readonly<Record<string, string>>;
}
