import { type DocumentKind, documentKinds } from "../../document/index.ts";
import type { UblElement } from "../../ubl/index.ts";
import { storedTree } from "../documents/network-check.ts";
import type { StoredDocument } from "../documents/stored-document.ts";
import type { Services } from "../endpoint.ts";
import type { Fate } from "../state.ts";
import { findSalesCreditNote } from "./sales-credit-notes.ts";

/** A purchase or sales document in the network. Times are Unix milliseconds. */
export interface FollowedDocument extends Fate {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly createdAt: number;
  /** When earlier submissions failed. */
  readonly earlierSubmissions: readonly number[];
  readonly tree: UblElement;
  /** Default: the supplier. */
  readonly receiver?: "buyer";
}

/** The document must have been created here. */
export function purchaseSubject(stored: StoredDocument, services: Services): FollowedDocument {
  return {
    ...stored,
    earlierSubmissions: services.store.earlierSubmissions(stored.id),
    tree: storedTree(stored, services),
  };
}

/** Undefined if the id is not that of a seeded sales credit note. */
export function salesSubject(id: string, { profileOf, account, salesSince }: Services): FollowedDocument | undefined {
  const seller = profileOf(account.profileId);
  const since = salesSince();
  const found = seller && findSalesCreditNote(id, seller, since);
  return found && { ...found, kind: "credit-note", createdAt: since, earlierSubmissions: [], receiver: "buyer" };
}

/** Names in snapshot and log. */
export const documentTypes = { invoice: "INVOICE", "credit-note": "CREDIT_NOTE" } as const;

/** For use in a sentence: `Self-billed invoice`. */
export function nounOf(kind: DocumentKind): string {
  return documentKinds[kind].root === "Invoice" ? "Invoice" : "Credit note";
}
