import type { Amount } from "../document/index.ts";
import type { Preview } from "./report.ts";

/** One document of a request for approval, as it is listed. */
export interface RequestedRow {
  readonly preview: Preview;
  /** Its number; without one the name of its file or its place in one. */
  readonly name: string;
  readonly supplier: { readonly name: string; readonly trn: string };
  /** Accounts to pay to. */
  readonly accounts: readonly string[];
  readonly grossInAed: Amount;
  /** What the approver has to look at, in words: a changed TRN or account, a new one, a limit. */
  readonly marks: readonly string[];
}

/** Documents of a request in the order in which they are to be looked at. */
export interface RequestedList {
  readonly rows: readonly RequestedRow[];
  /** With what the accounts were compared, in a sentence. */
  readonly compared: string;
}

/** A request as one page: the list, and below it each document in full. */
export interface RequestedPage extends RequestedList {
  readonly title: string;
  /** Who requested it and when, and what the page is. */
  readonly about: readonly string[];
  readonly warnings: readonly string[];
  readonly sandbox: boolean;
}
