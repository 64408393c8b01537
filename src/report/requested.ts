import type { Amount } from "../document/index.ts";
import type { Preview } from "./report.ts";

/** A document in a request for approval. */
export interface RequestedRow {
  readonly preview: Preview;
  /** The document's number; without one the name of its file or its position there. */
  readonly name: string;
  readonly supplier: { readonly name: string; readonly trn: string };
  /** Accounts to pay. */
  readonly accounts: readonly string[];
  readonly grossInAed: Amount;
  /** The points that the approver must examine, in words: a changed TRN or account, a new supplier or account, a limit. */
  readonly marks: readonly string[];
}

/** Documents of a request in the order for reviewing them. */
export interface RequestedList {
  readonly rows: readonly RequestedRow[];
  /** A sentence about the data that the accounts were compared with. */
  readonly compared: string;
}

/** A request as one page: the list, and below it each document in full. */
export interface RequestedPage extends RequestedList {
  readonly title: string;
  /** The requester, the time, and the purpose of the page. */
  readonly about: readonly string[];
  readonly warnings: readonly string[];
  readonly sandbox: boolean;
}
