import { invoice, muscat } from "../../support/documents.ts";
import { add, make, remove } from "../../support/edit-tree.ts";
import { type RuleCases, xml } from "../../support/rule-cases.ts";

const dubai = {
  street_name: "Al Quoz Street 14",
  city_name: "Dubai",
  country_subentity: "DXB",
  country: "United Arab Emirates",
  country_code: "AE",
};

function representedIn(postal_address: typeof dubai) {
  return invoice({
    tax_representative_party: {
      party_name: "Creek Tax Agents",
      party_identification: { id: "100111222300003" },
      postal_address,
    },
  });
}

const without = (party: string, part: string) =>
  xml(invoice(), (root) => remove(root, `cac:Accounting${party}Party/cac:Party/cac:PostalAddress/cbc:${part}`));
const place = (party: string) => `/Invoice/cac:Accounting${party}Party/cac:Party/cac:PostalAddress`;

export const cases: RuleCases = {
  "IBR-143-AE": {
    holds: { "a full address": invoice() },
    breaks: {
      "no street": { given: without("Supplier", "StreetName"), at: [place("Supplier")] },
      "no city": { given: without("Supplier", "CityName"), at: [place("Supplier")] },
      "no subdivision": { given: without("Supplier", "CountrySubentity"), at: [place("Supplier")] },
    },
  },
  "IBR-144-AE": {
    holds: { "a full address": invoice() },
    breaks: {
      "no street": { given: without("Customer", "StreetName"), at: [place("Customer")] },
      "no city": { given: without("Customer", "CityName"), at: [place("Customer")] },
      "no subdivision": { given: without("Customer", "CountrySubentity"), at: [place("Customer")] },
    },
  },
  "IBR-128-AE": {
    holds: { "a tax representative in Dubai": representedIn(dubai) },
    breaks: {
      "an emirate in words": {
        given: representedIn({ ...dubai, country_subentity: "Dubai" }),
        at: ["tax_representative_party.postal_address.country_subentity"],
      },
    },
    skips: {
      "a tax representative in Oman": representedIn(muscat),
      "a seller, whatever the emirate": invoice({
        accounting_supplier_party: {
          ...invoice().accounting_supplier_party,
          postal_address: { ...dubai, country_subentity: "Dubai" },
        },
      }),
    },
  },
  "IBR-196-AE": {
    holds: { "an Incoterm": invoice({ delivery: { delivery_location: { address: muscat }, terms: "FOB" } }) },
    breaks: {
      "terms in words only": {
        given: xml(invoice({ delivery: { delivery_location: { address: muscat } } }), (root) =>
          add(root, "cac:Delivery", make("cac:DeliveryTerms", [make("cbc:SpecialTerms", "Free on board")])),
        ),
        at: ["/Invoice/cac:Delivery/cac:DeliveryTerms"],
      },
    },
  },
};
