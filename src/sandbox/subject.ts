import type { DocumentKind } from "../document/index.ts";
import type { UblElement } from "../ubl/index.ts";
import type { Services } from "./endpoint.ts";
import { storedTree } from "./network-check.ts";
import type { Fate } from "./state.ts";
import type { StoredDocument } from "./store.ts";

/** A document as its journey through the network sees it, whether purchase or sales. Times are Unix milliseconds. */
export interface Subject {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly createdAt: number;
  readonly fate: Fate;
  /** Instants of submissions that failed before the present one. */
  readonly earlierSubmissions: readonly number[];
  /** `scheme:identifier` of who issues it: the buyer in self-billing, the seller in sales. */
  readonly sender: string;
  readonly receiver: string;
  readonly receiverCountry: string | null;
  /** The bare customization id, as the service shows it (Decision 34). */
  readonly docTypeId: string;
  readonly processId: string;
  readonly tree: () => UblElement;
}

/** The journey of a purchase document that was created here. */
export function purchaseSubject(stored: StoredDocument, services: Services): Subject {
  const supplier = stored.document.accounting_supplier_party;
  const profile = services.profileOf(stored.profileId);
  return {
    id: stored.id,
    kind: stored.kind,
    createdAt: stored.createdAt,
    fate: stored,
    earlierSubmissions: services.store.earlierSubmissions(stored.id),
    sender: participant(profile?.endpoint_scheme_id, profile?.endpoint_id),
    receiver: participant(supplier?.endpoint_scheme_id, supplier?.endpoint_id ?? supplier?.tin),
    receiverCountry: supplier?.postal_address?.country_code ?? null,
    docTypeId: "urn:peppol:pint:selfbilling-1@ae-1",
    processId: "urn:peppol:bis:selfbilling",
    tree: () => storedTree(stored, services),
  };
}

export function participant(scheme: string | null | undefined, id: string | null | undefined): string {
  return `${scheme ?? "0235"}:${id ?? ""}`;
}
