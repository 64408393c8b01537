import type { UblElement } from "./element.ts";

export interface Participant {
  /** `0235` for the UAE. */
  readonly scheme: string;
  readonly id: string;
  /** ISO alpha-2; undefined if there is none. */
  readonly country: string | undefined;
}

export interface Participants {
  readonly sender: Participant;
  readonly receiver: Participant;
}

/**
 * Returns who sends and who receives a document: in self-billing the buyer sends to the seller, in billing the seller
 * to the buyer. Values missing from the tree are "". Source: PINT AE, IBT-024 (CustomizationID), IBT-034, IBT-049.
 */
export function participantsOf(root: UblElement): Participants {
  const seller = participant(root, "cac:AccountingSupplierParty");
  const buyer = participant(root, "cac:AccountingCustomerParty");
  const selfBilled = root.first("cbc:CustomizationID")?.text.startsWith("urn:peppol:pint:selfbilling") ?? false;
  return selfBilled ? { sender: buyer, receiver: seller } : { sender: seller, receiver: buyer };
}

function participant(root: UblElement, role: string): Participant {
  const party = root.find(role, "cac:Party");
  const endpoint = party?.first("cbc:EndpointID");
  return {
    scheme: endpoint?.attributes?.schemeID ?? "",
    id: endpoint?.text ?? "",
    country: party?.find("cac:PostalAddress", "cac:Country", "cbc:IdentificationCode")?.text,
  };
}
