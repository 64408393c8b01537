import type { Party } from "../document/index.ts";

export const outsideAddress = "9900000098";

export function outsideSays(party: Party | undefined): string | undefined {
  if (party?.endpoint_id !== outsideAddress) return undefined;
  return party.postal_address?.country_code === "AE"
    ? `${outsideAddress} stands for a party outside UAE e-invoicing, but the supplier is in the UAE: set endpoint_id to its TIN`
    : `${outsideAddress}, outside UAE e-invoicing: documents are reported, not delivered. Give the supplier its copy, or set endpoint_id and endpoint_scheme_id if it is on the network`;
}
