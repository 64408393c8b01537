import type { Amount } from "../document/index.ts";
import type { Preview } from "./report.ts";

/** One document of an approval request. */
export interface RequestedRow {
  readonly preview: Preview;
  /** The document number, or else the file name or the document's position in the file. */
  readonly name: string;
  readonly supplier: { readonly name: string; readonly trn: string };
  /** The accounts that payment would go to. */
  readonly accounts: readonly string[];
  readonly grossInAed: Amount;
  /** What the approver must examine: a changed TRN or account, a new supplier or account, a limit. */
  readonly marks: readonly string[];
}

export interface RequestedList {
  readonly rows: readonly RequestedRow[];
  /** What the accounts were compared with, as a sentence. */
  readonly compared: string;
}

/** A request on one page: the list, then each document in full. */
export interface RequestedPage extends RequestedList {
  readonly title: string;
  /** Who requested it and when, and what the page is for. */
  readonly about: readonly string[];
  readonly warnings: readonly string[];
  readonly sandbox: boolean;
}
