import { type DocumentKind, documentKinds } from "../../document/index.ts";
import type { UblElement } from "../../ubl/index.ts";
import { storedTree } from "../documents/network-check.ts";
import type { StoredDocument } from "../documents/stored-document.ts";
import type { Services } from "../endpoint.ts";
import type { Fate } from "../state.ts";
import { findSalesCreditNote } from "./sales-credit-notes.ts";

/** A document as its journey through the network sees it, whether purchase or sales. Times are Unix milliseconds. */
export interface FollowedDocument extends Fate {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly createdAt: number;
  /** Instants of submissions that failed before the present one. */
  readonly earlierSubmissions: readonly number[];
  readonly tree: UblElement;
  /** Who gets it; the supplier when left out. */
  readonly receiver?: "buyer";
}

/** The journey of a purchase document that was created here. */
export function purchaseSubject(stored: StoredDocument, services: Services): FollowedDocument {
  return {
    ...stored,
    earlierSubmissions: services.store.earlierSubmissions(stored.id),
    tree: storedTree(stored, services),
  };
}

/** The journey of a seeded sales credit note; undefined when the id is none. */
export function salesSubject(id: string, { profileOf, account, salesSince }: Services): FollowedDocument | undefined {
  const seller = profileOf(account.profileId);
  const since = salesSince();
  const found = seller && findSalesCreditNote(id, seller, since);
  return found && { ...found, kind: "credit-note", createdAt: since, earlierSubmissions: [], receiver: "buyer" };
}

/** How the snapshot and the log call a kind of document. */
export const documentTypes = { invoice: "INVOICE", "credit-note": "CREDIT_NOTE" } as const;

/** How a sentence calls it: `Self-billed invoice`. */
export function nounOf(kind: DocumentKind): string {
  return documentKinds[kind].root === "Invoice" ? "Invoice" : "Credit note";
}
