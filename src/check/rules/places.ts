import { codes } from "../../document/index.ts";
import { exists, isText, saying } from "../conditions.ts";
import {
  aeAddress,
  aeBuyerAddress,
  aeBuyerPartyAddress,
  aeDeliveryTerms,
  aeSellerAddress,
} from "../contexts/contexts-ae.ts";
import { quoted } from "../expression.ts";
import { defineRule, pintAe } from "../rule.ts";
import { path } from "../xpath.ts";

const parts = [path("cbc:StreetName"), path("cbc:CityName"), path("cbc:CountrySubentity")];
const subdivision = path("cbc:CountrySubentity");
const emirates = new Set(Object.keys(codes.emirates));

const isComplete = saying(
  "exists(cbc:StreetName) and exists(cbc:CityName) and exists(cbc:CountrySubentity)",
  (address) => parts.every((part) => part.in(address)),
);

export const sellerAddressIsComplete = defineRule({
  id: "IBR-143-AE",
  says: "The seller's address must state street, city and emirate (abroad the region).",
  hint: "Add street_name, city_name and country_subentity to accounting_supplier_party.postal_address.",
  source: pintAe("IBT-035", "IBT-037", "IBT-039"),
  of: aeSellerAddress,
  holds: isComplete,
  before: [{ until: "1.0.2", of: aeBuyerPartyAddress }],
});

export const buyerAddressIsComplete = defineRule({
  id: "IBR-144-AE",
  says: "The buyer's address must state street, city and emirate (abroad the region).",
  hint: "Complete the business profile: street_name, city_name and country_subentity of its address.",
  source: pintAe("IBT-050", "IBT-052", "IBT-054"),
  of: aeBuyerAddress,
  holds: isComplete,
});

/**
 * Applies neither to the seller's and buyer's addresses, which belong to the two rules above, nor to the deliver-to
 * address, which is not a PostalAddress.
 */
export const subdivisionIsEmirate = defineRule({
  id: "IBR-128-AE",
  says: "In a UAE address of a tax representative or another party country_subentity must be an emirate's code.",
  hint: `Set country_subentity to one of ${[...emirates].join(", ")}.`,
  source: pintAe("IBT-068", "IBT-069"),
  of: aeAddress,
  when: isText("cac:Country/cbc:IdentificationCode", "AE"),
  test: `cbc:CountrySubentity = ${quoted(emirates)}`,
  holds: (address) => subdivision.isOneOf(address, emirates),
  because: ["cbc:CountrySubentity"],
});

export const deliveryTermsHaveIncoterm = defineRule({
  id: "IBR-196-AE",
  says: "Delivery terms must name the Incoterm.",
  hint: "Write the Incoterm in delivery.terms, for example FOB, or leave the delivery terms out.",
  source: pintAe("BTAE-22"),
  of: aeDeliveryTerms,
  holds: exists("cbc:ID"),
});
