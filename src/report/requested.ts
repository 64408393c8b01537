import type { Amount } from "../document/index.ts";
import type { Preview } from "./report.ts";

/** One document of an approval request. */
export interface RequestedRow {
  readonly preview: Preview;
  /** The document number, or else the file name or the document's position in the file. */
  readonly name: string;
  readonly supplier: { readonly name: string; readonly trn: string };
  /** The accounts that would receive the payment. */
  readonly accounts: readonly string[];
  readonly grossInAed: Amount;
  /** Points that the approver must examine: a changed TRN or account, a new supplier or account, a limit. */
  readonly marks: readonly string[];
}

export interface RequestedList {
  readonly rows: readonly RequestedRow[];
  /** A sentence that says what the accounts were compared with. */
  readonly compared: string;
}

/** A request on one page: the list, then each document in full. */
export interface RequestedPage extends RequestedList {
  readonly title: string;
  /** Sentences that say who made the request, when, and what the page is for. */
  readonly about: readonly string[];
  readonly warnings: readonly string[];
  readonly sandbox: boolean;
}
