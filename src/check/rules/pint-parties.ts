import { atMost, exists, existsOneOf, hasAttribute, notBlank } from "../conditions.ts";
import {
  buyer,
  buyerAddress,
  buyerEndpoint,
  documentRoot,
  seller,
  sellerAddress,
  sellerEndpoint,
} from "../contexts/contexts-shared.ts";
import { defineRule, pintAe, type Rule } from "../rule.ts";

const supplier = "cac:AccountingSupplierParty/cac:Party";
const customer = "cac:AccountingCustomerParty/cac:Party";
/** The buyer is the business profile's own party, which is not part of a document. */
const ownParty = "Correct your own party in the business profile";

/** Makes a rule stating that a part of a party may occur at most once; the rule is evaluated on the document. */
function once(id: string, says: string, hint: string, term: string, steps: string): Rule {
  return defineRule({ id, says, hint, source: pintAe(term), of: documentRoot, holds: atMost(steps), because: [steps] });
}

export const sellerHasARegisteredName = defineRule({
  id: "IBR-006",
  says: "The seller must have a registered name.",
  hint: "Add party_name to accounting_supplier_party.",
  source: pintAe("IBT-027"),
  of: documentRoot,
  holds: notBlank(`${supplier}/cac:PartyLegalEntity/cbc:RegistrationName`),
  because: ["cac:AccountingSupplierParty"],
});

export const sellerHasAnAddress = defineRule({
  id: "IBR-008",
  says: "The seller must have a postal address.",
  hint: "Add postal_address to accounting_supplier_party.",
  source: pintAe("IBG-05"),
  of: documentRoot,
  holds: exists(`${supplier}/cac:PostalAddress`),
  because: ["cac:AccountingSupplierParty"],
});

export const sellerCanBeIdentified = defineRule({
  id: "IBR-CO-26",
  says: "The seller must have a tax number, a registration number or another identifier.",
  hint: "Add company_id to accounting_supplier_party or, if the supplier is registered for VAT, party_tax_scheme with its TRN.",
  source: pintAe("IBT-029", "IBT-030", "IBT-031"),
  of: seller,
  holds: existsOneOf(
    "cac:PartyTaxScheme/cbc:CompanyID",
    "cac:PartyIdentification/cbc:ID",
    "cac:PartyLegalEntity/cbc:CompanyID",
  ),
});

export const sellerHasAnEndpoint = defineRule({
  id: "IBR-081",
  says: "The seller must have a network address (endpoint).",
  hint: "Add endpoint_id, in the UAE the TIN, and endpoint_scheme_id 0235 to accounting_supplier_party.",
  source: pintAe("IBT-034"),
  of: seller,
  holds: exists("cbc:EndpointID"),
});

export const sellerEndpointHasAScheme = defineRule({
  id: "IBR-062",
  says: "The seller's network address must name its scheme.",
  hint: 'Add endpoint_scheme_id: "0235" to accounting_supplier_party.',
  source: pintAe("IBT-034-1"),
  of: sellerEndpoint,
  holds: hasAttribute("schemeID"),
});

export const sellerAddressHasACountry = defineRule({
  id: "IBR-009",
  says: "The seller's address must have a country code.",
  hint: "Add country_code, such as AE, to the seller's postal_address.",
  source: pintAe("IBT-040"),
  of: sellerAddress,
  holds: notBlank("cac:Country/cbc:IdentificationCode"),
});

export const sellerAddressHasOneExtraLine = defineRule({
  id: "IBR-SR-53",
  says: "The seller's address must not have more than one extra line.",
  hint: "Put the extra lines into one.",
  source: pintAe("IBT-162"),
  of: sellerAddress,
  holds: atMost("cac:AddressLine/cbc:Line"),
  because: ["cac:AddressLine/cbc:Line"],
});

export const sellerHasTwoTaxSchemesAtMost = defineRule({
  id: "IBR-SR-42",
  says: "The seller must not have more than two tax numbers (PartyTaxScheme).",
  hint: "Keep the TRN under scheme VAT, and at most one more.",
  source: pintAe("IBT-031", "IBT-032"),
  of: seller,
  holds: atMost("cac:PartyTaxScheme", 2),
  because: ["cac:PartyTaxScheme"],
});

/** Never reported by the published stylesheet: it stops at IBR-006 if there are two names. */
export const sellerHasOneRegisteredName = once(
  "IBR-098",
  "The seller must not have more than one registered name.",
  "Keep one party_name.",
  "IBT-027",
  `${supplier}/cac:PartyLegalEntity/cbc:RegistrationName`,
);

export const sellerHasOneTradeName = once(
  "IBR-099",
  "The seller must not have more than one trade name.",
  "Keep one name.",
  "IBT-028",
  `${supplier}/cac:PartyName/cbc:Name`,
);

export const sellerHasOneRegistrationNumber = once(
  "IBR-100",
  "The seller must not have more than one registration number.",
  "Keep one company_id.",
  "IBT-030",
  `${supplier}/cac:PartyLegalEntity/cbc:CompanyID`,
);

export const sellerHasOneLegalForm = once(
  "IBR-101",
  "The seller must not have more than one legal form.",
  "Keep one company_legal_form.",
  "IBT-033",
  `${supplier}/cac:PartyLegalEntity/cbc:CompanyLegalForm`,
);

export const buyerHasARegisteredName = defineRule({
  id: "IBR-007",
  says: "The buyer must have a registered name.",
  hint: `${ownParty}: it needs a name.`,
  source: pintAe("IBT-044"),
  of: documentRoot,
  holds: notBlank(`${customer}/cac:PartyLegalEntity/cbc:RegistrationName`),
  because: ["cac:AccountingCustomerParty"],
});

export const buyerHasAnAddress = defineRule({
  id: "IBR-010",
  says: "The buyer must have a postal address.",
  hint: `${ownParty}: it needs a postal address.`,
  source: pintAe("IBG-08"),
  of: documentRoot,
  holds: exists(`${customer}/cac:PostalAddress`),
  because: ["cac:AccountingCustomerParty"],
});

export const buyerHasAnEndpoint = defineRule({
  id: "IBR-080",
  says: "The buyer must have a network address (endpoint).",
  hint: `${ownParty}: it needs endpoint_id, in the UAE the TIN.`,
  source: pintAe("IBT-049"),
  of: buyer,
  holds: exists("cbc:EndpointID"),
});

export const buyerEndpointHasAScheme = defineRule({
  id: "IBR-063",
  says: "The buyer's network address must name its scheme.",
  hint: `${ownParty}: it needs endpoint_scheme_id 0235.`,
  source: pintAe("IBT-049-1"),
  of: buyerEndpoint,
  holds: hasAttribute("schemeID"),
});

export const buyerAddressHasACountry = defineRule({
  id: "IBR-011",
  says: "The buyer's address must have a country code.",
  hint: `${ownParty}: its address needs a country code, such as AE.`,
  source: pintAe("IBT-055"),
  of: buyerAddress,
  holds: notBlank("cac:Country/cbc:IdentificationCode"),
});

export const buyerAddressHasOneExtraLine = defineRule({
  id: "IBR-SR-54",
  says: "The buyer's address must not have more than one extra line.",
  hint: "Put the extra lines into one.",
  source: pintAe("IBT-163"),
  of: buyerAddress,
  holds: atMost("cac:AddressLine/cbc:Line"),
  because: ["cac:AddressLine/cbc:Line"],
});

/** Never reported by the published stylesheet: it stops at IBR-007 if there are two names. */
export const buyerHasOneRegisteredName = once(
  "IBR-102",
  "The buyer must not have more than one registered name.",
  "In an XML file of another program keep one RegistrationName; a business profile has one only.",
  "IBT-044",
  `${customer}/cac:PartyLegalEntity/cbc:RegistrationName`,
);

export const buyerHasOneTradeName = once(
  "IBR-112",
  "The buyer must not have more than one trade name.",
  "In an XML file of another program keep one PartyName; a business profile has one only.",
  "IBT-045",
  `${customer}/cac:PartyName/cbc:Name`,
);

export const buyerHasOneIdentifier = once(
  "IBR-SR-16",
  "The buyer must not have more than one identifier (PartyIdentification).",
  "Keep one of them.",
  "IBT-046",
  `${customer}/cac:PartyIdentification/cbc:ID`,
);

export const buyerHasOneRegistrationNumber = once(
  "IBR-103",
  "The buyer must not have more than one registration number.",
  "In an XML file of another program keep one CompanyID in PartyLegalEntity; a business profile has one only.",
  "IBT-047",
  `${customer}/cac:PartyLegalEntity/cbc:CompanyID`,
);

export const buyerHasOneTaxNumber = once(
  "IBR-104",
  "The buyer must not have more than one tax number.",
  "Keep the TRN.",
  "IBT-048",
  `${customer}/cac:PartyTaxScheme/cbc:CompanyID`,
);
