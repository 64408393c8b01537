import type { Owed, OwedPart } from "../life/index.ts";

/** Something that somebody has to see to. */
export interface DueItem {
  readonly what: Owed;
  /** Number, else the file, else the try of sending; of no document: the name of the supplier, or the request. */
  readonly called: string;
  /** Absent where it does not speak of a document. */
  readonly kind?: "invoice" | "credit-note" | undefined;
  readonly supplier: string;
  readonly currency: string;
  /** Exact text; empty where it is not known. */
  readonly payable: string;
  /** When it was sent or that state was seen (UTC, ISO 8601); absent of what was never sent. */
  readonly since?: string | undefined;
  readonly deadline?: Deadline | undefined;
  readonly overallStatus?: string | undefined;
  readonly id?: string | undefined;
  readonly attempt?: string | undefined;
  readonly file?: string | undefined;
  /** What is known of the reason, each in a sentence. */
  readonly why: readonly string[];
  /** What to do, step by step. */
  readonly todo: readonly string[];
}

/** Days are YYYY-MM-DD. */
export interface Deadline {
  /** What the days are counted from: the supply of an invoice, the event of a credit note; or that an agreement ends on its last day. */
  readonly from: "supply" | "event" | "agreement";
  readonly day: string;
  readonly last: string;
  /** Negative when it is over. */
  readonly daysLeft: number;
}

/** What stands above the rows of a part. */
export interface DuePart {
  readonly part: OwedPart;
  readonly rows: number;
  /** How many of them are credit notes. */
  readonly creditNotes: number;
  /** What the rows come to, by currency: exact texts. Credit notes are subtracted. */
  readonly totals: Readonly<Record<string, string>>;
}
