import type { UblElement } from "../../ubl/index.ts";
import { atMost, exists, notBlank, saying } from "../conditions.ts";
import {
  delivery,
  deliveryAddress,
  documentRoot,
  payee,
  taxRepresentative,
  taxRepresentativeAddress,
} from "../contexts/contexts-shared.ts";
import { defineRule, pintAe } from "../rule.ts";
import { attribute, type Path, path, stringOf } from "../xpath.ts";

const payeeName = path("cac:PartyName/cbc:Name");
const payeeId = path("cac:PartyIdentification/cbc:ID");
const payeeLegalId = path("cac:PartyLegalEntity/cbc:CompanyID");
const seller = "cac:AccountingSupplierParty/cac:Party";
const sellerTradeName = path(`${seller}/cac:PartyName/cbc:Name`);
const sellerId = path(`${seller}/cac:PartyIdentification/cbc:ID`);
const sellerRegisteredName = path(`${seller}/cac:PartyLegalEntity/cbc:RegistrationName`);

/** True if any value at `own`, in the payee, is also at `other`, which starts at the payee's parent. */
function meets(party: UblElement, own: Path, other: Path): boolean {
  const { parent } = party;
  return parent !== undefined && own.some(party, (element) => other.is(parent, stringOf(element)));
}

/** The limits on the payee's parts do not apply if the payee has the seller's registered name. */
const isTheSeller = saying(`cac:PartyName/cbc:Name = ../${seller}/cac:PartyLegalEntity/cbc:RegistrationName`, (party) =>
  meets(party, payeeName, sellerRegisteredName),
);

/** Compares with the seller's trade name, although the other payee rules use the registered name. */
export const payeeDiffersFromSeller = defineRule({
  id: "IBR-017",
  says: "A payee must have a name, and neither its name nor its identifier may be the seller's.",
  hint: "Add party_name to payee_party; leave payee_party out when the seller is paid.",
  source: pintAe("IBT-059", "IBT-060"),
  of: payee,
  test: `exists(cac:PartyName/cbc:Name) and not(cac:PartyName/cbc:Name = ../${seller}/cac:PartyName/cbc:Name) and not(cac:PartyIdentification/cbc:ID = ../${seller}/cac:PartyIdentification/cbc:ID)`,
  holds: (party) =>
    payeeName.in(party) && !meets(party, payeeName, sellerTradeName) && !meets(party, payeeId, sellerId),
  because: ["cac:PartyName/cbc:Name"],
});

export const payeeHasOneIdentifier = defineRule({
  id: "IBR-105",
  says: "A payee other than the seller must not have more than one identifier (a SEPA creditor identifier not counted).",
  hint: "In an XML file of another program keep one PartyIdentification; payee_party has room for one only.",
  source: pintAe("IBT-060"),
  of: payee,
  when: saying("count(cac:PartyIdentification/cbc:ID) > 1", (party) => payeeId.count(party) > 1),
  test: `count(cac:PartyIdentification/cbc:ID[not(upper-case(@schemeID) = 'SEPA')]) <= 1 or ${isTheSeller.xpath}`,
  holds: (party, facts) =>
    payeeId.all(party).filter((id) => attribute(id, "schemeID")?.toUpperCase() !== "SEPA").length <= 1 ||
    isTheSeller(party, facts),
});

export const payeeHasOneRegistrationNumber = defineRule({
  id: "IBR-106",
  says: "A payee other than the seller must not have more than one registration number.",
  hint: "In an XML file of another program keep one CompanyID; payee_party has room for one only.",
  source: pintAe("IBT-061"),
  of: payee,
  when: saying("count(cac:PartyLegalEntity/cbc:CompanyID) > 1", (party) => payeeLegalId.count(party) > 1),
  holds: isTheSeller,
});

export const payeeHasOneName = defineRule({
  id: "IBR-SR-19",
  says: "A payee other than the seller must not have more than one name.",
  hint: "In an XML file of another program keep one PartyName; payee_party has room for one only.",
  source: pintAe("IBT-059"),
  of: payee,
  when: saying("count(cac:PartyName/cbc:Name) > 1", (party) => payeeName.count(party) > 1),
  holds: isTheSeller,
});

export const taxRepresentativeHasAName = defineRule({
  id: "IBR-018",
  says: "The tax representative must have a name.",
  hint: "Add party_name to tax_representative_party.",
  source: pintAe("IBT-062"),
  of: taxRepresentative,
  holds: notBlank("cac:PartyName/cbc:Name"),
});

export const taxRepresentativeHasAnAddress = defineRule({
  id: "IBR-019",
  says: "The tax representative must have a postal address.",
  hint: "Add postal_address to tax_representative_party.",
  source: pintAe("IBG-12"),
  of: taxRepresentative,
  holds: exists("cac:PostalAddress"),
});

export const taxRepresentativeAddressHasACountry = defineRule({
  id: "IBR-020",
  says: "The tax representative's address must have a country code.",
  hint: "Add country_code, such as AE, to the postal_address of tax_representative_party.",
  source: pintAe("IBT-069"),
  of: taxRepresentativeAddress,
  holds: notBlank("cac:Country/cbc:IdentificationCode"),
});

export const taxRepresentativeHasATaxNumber = defineRule({
  id: "IBR-056",
  says: "The tax representative must have a tax number.",
  hint: "If the supplier has a tax representative, add party_identification with its TRN to tax_representative_party; else remove the party.",
  source: pintAe("IBT-063"),
  of: taxRepresentative,
  holds: exists("cac:PartyTaxScheme/cbc:CompanyID"),
});

/** Never reported by the published stylesheet: it stops at IBR-018 if there are two names. */
export const taxRepresentativeHasOneName = defineRule({
  id: "IBR-SR-22",
  says: "The tax representative must not have more than one name.",
  hint: "In an XML file of another program keep one PartyName; tax_representative_party has room for one only.",
  source: pintAe("IBT-062"),
  of: taxRepresentative,
  holds: atMost("cac:PartyName/cbc:Name"),
});

/**
 * Checks a Party element that UBL does not allow in a tax representative, so only a malformed document can break the
 * rule.
 */
export const taxRepresentativeHasOneTaxNumber = defineRule({
  id: "IBR-SR-23",
  says: "The tax representative must not have more than one tax number in a Party below it.",
  hint: "In an XML file of another program remove the Party element: UBL puts the tax number directly below TaxRepresentativeParty.",
  source: pintAe("IBT-063"),
  of: taxRepresentative,
  holds: atMost("cac:Party/cac:PartyTaxScheme/cbc:CompanyID"),
});

export const taxRepresentativeAddressHasOneExtraLine = defineRule({
  id: "IBR-SR-55",
  says: "The tax representative's address must not have more than one extra line.",
  hint: "Put the extra lines into one.",
  source: pintAe("IBT-164"),
  of: taxRepresentativeAddress,
  holds: atMost("cac:AddressLine/cbc:Line"),
  because: ["cac:AddressLine/cbc:Line"],
});

export const documentHasOneDelivery = defineRule({
  id: "IBR-107",
  says: "The document must not have more than one delivery.",
  hint: "Keep one delivery; goods delivered to several places need a document for each place.",
  source: pintAe("IBG-13"),
  of: documentRoot,
  holds: atMost("cac:Delivery"),
  because: ["cac:Delivery"],
});

export const deliveryHasOnePartyName = defineRule({
  id: "IBR-108",
  says: "A delivery must not name more than one party delivered to.",
  hint: "Keep one party_name in delivery.",
  source: pintAe("IBT-070"),
  of: delivery,
  holds: atMost("cac:DeliveryParty/cac:PartyName/cbc:Name"),
  because: ["cac:DeliveryParty"],
});

export const deliveryAddressHasACountry = defineRule({
  id: "IBR-057",
  says: "The deliver-to address must have a country code.",
  hint: "Add country_code, such as AE, to the address in delivery.",
  source: pintAe("IBT-080"),
  of: deliveryAddress,
  holds: exists("cac:Country/cbc:IdentificationCode"),
});

export const deliveryAddressHasOneExtraLine = defineRule({
  id: "IBR-SR-56",
  says: "The deliver-to address must not have more than one extra line.",
  hint: "Put the extra lines into one.",
  source: pintAe("IBT-165"),
  of: deliveryAddress,
  holds: atMost("cac:AddressLine/cbc:Line"),
  because: ["cac:AddressLine/cbc:Line"],
});
