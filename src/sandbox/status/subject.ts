import { type DocumentKind, documentKinds } from "../../document/index.ts";
import type { UblElement } from "../../ubl/index.ts";
import { storedTree } from "../documents/network-check.ts";
import type { StoredDocument } from "../documents/stored-document.ts";
import type { Services } from "../endpoint.ts";
import type { Fate } from "../state.ts";
import { findSalesCreditNote } from "./sales-credit-notes.ts";

/** A purchase or sales document on the network. Times are Unix milliseconds. */
export interface FollowedDocument extends Fate {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly createdAt: number;
  /** Times of the earlier submissions, each of which failed. */
  readonly earlierSubmissions: readonly number[];
  readonly tree: UblElement;
  /** The role of the receiver; the supplier by default. */
  readonly receiver?: "buyer";
}

/** Returns a document of this sandbox with its UBL and its earlier submissions. */
export function purchaseSubject(stored: StoredDocument, services: Services): FollowedDocument {
  return {
    ...stored,
    earlierSubmissions: services.store.earlierSubmissions(stored.id),
    tree: storedTree(stored, services),
  };
}

/** Returns a seeded sales credit note; undefined if the id does not belong to one. */
export function salesSubject(id: string, { profileOf, account, salesSince }: Services): FollowedDocument | undefined {
  const seller = profileOf(account.profileId);
  const since = salesSince();
  const found = seller && findSalesCreditNote(id, seller, since);
  return found && { ...found, kind: "credit-note", createdAt: since, earlierSubmissions: [], receiver: "buyer" };
}

/** Names used in the snapshot and the log. */
export const documentTypes = { invoice: "INVOICE", "credit-note": "CREDIT_NOTE" } as const;

/** Returns `Invoice` or `Credit note`, for use at the start of a sentence. */
export function nounOf(kind: DocumentKind): string {
  return documentKinds[kind].root === "Invoice" ? "Invoice" : "Credit note";
}
