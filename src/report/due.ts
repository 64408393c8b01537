import type { Owed, OwedPart } from "../life/index.ts";

/** A matter that requires action. */
export interface DueItem {
  readonly what: Owed;
  /** Display name: the number, otherwise the file, otherwise the attempt; without a document, the name of the supplier, or the request. */
  readonly called: string;
  /** The kind of the document; absent if the matter is not about a document. */
  readonly kind?: "invoice" | "credit-note" | undefined;
  readonly supplier: string;
  readonly currency: string;
  /** The payable amount as exact text; empty if unknown. */
  readonly payable: string;
  /** When the document was sent or that state was seen (UTC, ISO 8601); absent if nothing was sent. */
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

/** The deadline of a matter. Days are YYYY-MM-DD. */
export interface Deadline {
  /**
   * The event from which the deadline counts: the supply of an invoice, or the event of a credit note; `agreement`: an agreement ends on its last
   * day.
   */
  readonly from: "supply" | "event" | "agreement";
  readonly day: string;
  readonly last: string;
  /** Days until the deadline; negative after it. */
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
