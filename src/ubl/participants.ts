import type { UblElement } from "./element.ts";

/** A party's network address. */
export interface Participant {
  /** Identifier scheme, `0235` for the UAE. */
  readonly scheme: string;
  readonly id: string;
  /** Country of its address, ISO alpha-2; undefined when there is none. */
  readonly country: string | undefined;
}

/** Between whom a document travels. */
export interface Participants {
  readonly sender: Participant;
  readonly receiver: Participant;
}

/**
 * Who sends a UBL document and who receives it: in self-billing the buyer sends to the seller, in billing the seller to the buyer. What
 * the tree does not tell is "". Source: PINT AE, IBT-024 (CustomizationID), IBT-034, IBT-049.
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
