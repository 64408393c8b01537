import type { Party } from "../document/index.ts";

/**
 * Address of a party outside UAE e-invoicing: its documents are reported but not delivered. Only a person may assign it
 * to another party.
 */
export const outsideAddress = "9900000098";

/** Explains the effect of that address for the supplier with this party; undefined for another address. */
export function outsideSays(party: Party | undefined): string | undefined {
  if (party?.endpoint_id !== outsideAddress) return undefined;
  return party.postal_address?.country_code === "AE"
    ? `${outsideAddress} stands for a party outside UAE e-invoicing, but the supplier is in the UAE: set endpoint_id to its TIN`
    : `${outsideAddress}, outside UAE e-invoicing: documents are reported, not delivered. Give the supplier its copy, or set endpoint_id and endpoint_scheme_id if it is on the network`;
}
