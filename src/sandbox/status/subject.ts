import { type DocumentKind, documentKinds } from "../../document/index.ts";
import type { UblElement } from "../../ubl/index.ts";
import { storedTree } from "../documents/network-check.ts";
import type { StoredDocument } from "../documents/stored-document.ts";
import type { Services } from "../endpoint.ts";
import type { Fate } from "../state.ts";
import { findSalesCreditNote } from "./sales-credit-notes.ts";

/** A document on its way through the network, purchase or sales. Times are Unix milliseconds. */
export interface FollowedDocument extends Fate {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly createdAt: number;
  /** When each earlier, failed submission happened. */
  readonly earlierSubmissions: readonly number[];
  readonly tree: UblElement;
  /** The receiver; by default the supplier. */
  readonly receiver?: "buyer";
}

/** Returns the progress of a purchase document that was created here. */
export function purchaseSubject(stored: StoredDocument, services: Services): FollowedDocument {
  return {
    ...stored,
    earlierSubmissions: services.store.earlierSubmissions(stored.id),
    tree: storedTree(stored, services),
  };
}

/** Returns the progress of a seeded sales credit note; undefined if the id belongs to none. */
export function salesSubject(id: string, { profileOf, account, salesSince }: Services): FollowedDocument | undefined {
  const seller = profileOf(account.profileId);
  const since = salesSince();
  const found = seller && findSalesCreditNote(id, seller, since);
  return found && { ...found, kind: "credit-note", createdAt: since, earlierSubmissions: [], receiver: "buyer" };
}

/** The name of a kind of document in snapshot and log. */
export const documentTypes = { invoice: "INVOICE", "credit-note": "CREDIT_NOTE" } as const;

/** Returns the name of a kind of document for a sentence: `Self-billed invoice`. */
export function nounOf(kind: DocumentKind): string {
  return documentKinds[kind].root === "Invoice" ? "Invoice" : "Credit note";
}
