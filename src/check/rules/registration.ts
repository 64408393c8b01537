import { codes } from "../../document/index.ts";
import type { UblElement } from "../../ubl/index.ts";
import { exists, saying } from "../conditions.ts";
import {
  aeBuyer,
  aeBuyerPassportCountry,
  aeDocumentRoot,
  aeSeller,
  aeSellerPassportCountry,
} from "../contexts/contexts-ae.ts";
import { quoted } from "../expression.ts";
import { type Condition, defineRule, pintAe } from "../rule.ts";
import { unreachable } from "../unreachable.ts";
import { attribute, isCode, path } from "../xpath.ts";

const endpoint = path("cbc:EndpointID");
const legalId = path("cac:PartyLegalEntity/cbc:CompanyID");
const innerEndpoint = path("cac:Party/cbc:EndpointID");
const country = path("cac:PostalAddress/cac:Country/cbc:IdentificationCode");
const because = ["cac:PartyLegalEntity/cbc:CompanyID", "cac:PartyLegalEntity"];

const registration = "cac:PartyLegalEntity/cbc:CompanyID";
const sellerTypes = new Set(["TL", "EID", "PAS", "CD"]);
/** CL is only in the list for buyers. */
const buyerTypes = new Set([...sellerTypes, "CL"]);
const buyerTypesOf102 = new Set(["CL", "EID", "PAS", "CD"]);
/** ISO 3166-1, without the two codes that Peppol adds. */
const isPassportCountry = (code: string): boolean => code !== "1A" && code !== "XI" && codes.countryCodes.has(code);

const isUaeEndpoint = saying("cbc:EndpointID/@schemeID = '0235'", (party) =>
  endpoint.some(party, (id) => attribute(id, "schemeID") === "0235"),
);

/**
 * Whether the endpoint is a normal UAE address (a TIN starts with 1) or one of the placeholders, which start with 9.
 */
function isOrdinaryEndpoint(party: UblElement): boolean {
  return /^[19]/.test(endpoint.text(party));
}

function ofType(type: string): Condition {
  return saying(`${registration}/@schemeAgencyID = '${type}'`, (party) =>
    legalId.some(party, (id) => attribute(id, "schemeAgencyID") === type),
  );
}

function typeIn(types: ReadonlySet<string>): Condition {
  return saying(`${registration}/@schemeAgencyID = ${quoted(types)}`, (party) =>
    legalId.some(party, (id) => types.has(attribute(id, "schemeAgencyID") ?? "")),
  );
}

const hasAnyType = saying(`exists(${registration}/@schemeAgencyID)`, (party) =>
  legalId.some(party, (id) => attribute(id, "schemeAgencyID") !== undefined),
);

const hasAuthority = saying(`exists(${registration}/@schemeAgencyName)`, (party) =>
  legalId.some(party, (id) => attribute(id, "schemeAgencyName") !== undefined),
);

const hasPassportCountry = saying(`${registration}/@schemeAgencyName = $country[not(. = ('1A', 'XI'))]`, (party) =>
  legalId.some(party, (id) => isPassportCountry(attribute(id, "schemeAgencyName") ?? "")),
);

const uaeRegistered = `${isUaeEndpoint.xpath} and exists(${registration})`;
const isRegisteredInUae = saying(uaeRegistered, (party, facts) => isUaeEndpoint(party, facts) && legalId.in(party));

export const uaeSellerHasRegistration = defineRule({
  id: "IBR-150-AE",
  says: "A seller with a network address in the UAE (endpoint_scheme_id 0235) must have a registration number.",
  hint: "Add accounting_supplier_party.company_id, for example the trade licence number.",
  source: pintAe("IBT-030", "IBT-034-1"),
  of: aeSeller,
  when: isUaeEndpoint,
  holds: exists("cac:PartyLegalEntity/cbc:CompanyID"),
  because: ["cac:PartyLegalEntity", "cbc:EndpointID"],
  // 1.0.2 looked for a party inside the party.
  before: [
    {
      until: "1.0.2",
      when: saying("cac:Party/cbc:EndpointID/@schemeID = '0235'", (party) =>
        innerEndpoint.some(party, (address) => attribute(address, "schemeID") === "0235"),
      ),
      holds: exists("cac:Party/cac:PartyLegalEntity/cbc:CompanyID"),
    },
  ],
});

export const sellerRegistrationHasType = defineRule({
  id: "IBR-181-AE",
  says: "The registration number of a seller with a network address in the UAE (endpoint_scheme_id 0235) must have its type.",
  hint: "Add accounting_supplier_party.scheme_agency_id: TL, EID, PAS or CD.",
  source: pintAe("BTAE-15", "IBT-030", "IBT-034-1"),
  of: aeSeller,
  when: isRegisteredInUae,
  holds: hasAnyType,
  because,
});

export const sellerRegistrationTypeIsListed = defineRule({
  id: "IBR-173-AE",
  says: "A UAE seller's registration must be a trade licence, Emirates ID, passport or cabinet decision.",
  hint: "Set accounting_supplier_party.scheme_agency_id to TL, EID, PAS or CD.",
  source: pintAe("BTAE-15", "IBT-030", "IBT-040"),
  of: aeSeller,
  when: saying(
    `${uaeRegistered} and cac:PostalAddress/cac:Country/cbc:IdentificationCode = 'AE'`,
    (party, facts) => isRegisteredInUae(party, facts) && country.is(party, "AE"),
  ),
  holds: typeIn(sellerTypes),
  because,
});

export const sellerLicenceNamesAuthority = defineRule({
  id: "IBR-172-AE",
  says: "A seller's trade licence must name the authority that issued it.",
  hint: "Add accounting_supplier_party.authority_name.",
  source: pintAe("BTAE-12", "BTAE-15"),
  of: aeSeller,
  when: ofType("TL"),
  holds: hasAuthority,
  because,
});

export const sellerPassportNamesCountry = defineRule({
  id: "IBR-012-AE",
  says: "A seller's passport must name the country that issued it, as a two-letter ISO code.",
  hint: "Set accounting_supplier_party.passport_issuing_country_code, for example IN.",
  source: pintAe("BTAE-18", "BTAE-15"),
  of: aeSeller,
  when: ofType("PAS"),
  holds: hasPassportCountry,
  because,
});

export const buyerRegistrationHasType = defineRule({
  id: "IBR-180-AE",
  says: "The registration number of a buyer with a network address in the UAE (endpoint_scheme_id 0235) must have its type.",
  hint: "Complete the business profile: scheme_agency_id TL, EID, PAS or CD beside company_id.",
  source: pintAe("BTAE-16", "IBT-047", "IBT-049-1"),
  of: aeBuyer,
  when: isRegisteredInUae,
  holds: hasAnyType,
  because,
});

/** Does not apply to a normal UAE buyer, whose endpoint starts with 1. */
export const buyerRegistrationTypeIsListed = defineRule({
  id: "IBR-183-AE",
  says: "The registration of a buyer whose network address is not a TIN must be a trade licence, Emirates ID, passport or cabinet decision.",
  hint: "Complete the business profile: scheme_agency_id TL, EID, PAS or CD beside company_id.",
  source: pintAe("BTAE-16", "IBT-047", "IBT-049"),
  of: aeBuyer,
  when: saying(
    `${uaeRegistered} and not(matches(normalize-space(cbc:EndpointID), '^[19]'))`,
    (party, facts) => isRegisteredInUae(party, facts) && !isOrdinaryEndpoint(party),
  ),
  holds: typeIn(buyerTypes),
  because,
  // 1.0.2 looked for the registration directly below the document.
  before: [
    {
      until: "1.0.2",
      of: aeDocumentRoot,
      when: saying(
        `${uaeRegistered} and not(starts-with(normalize-space(cbc:EndpointID), '1'))`,
        (root, facts) => isRegisteredInUae(root, facts) && !endpoint.text(root).startsWith("1"),
      ),
      holds: typeIn(buyerTypesOf102),
    },
  ],
});

export const buyerLicenceNamesAuthority = defineRule({
  id: "IBR-101-AE",
  says: "A buyer's trade licence must name the authority that issued it.",
  hint: "Complete the business profile: authority_name beside company_id.",
  source: pintAe("BTAE-11", "BTAE-16"),
  of: aeBuyer,
  when: ofType("TL"),
  holds: hasAuthority,
  because,
});

export const buyerPassportNamesCountry = defineRule({
  id: "IBR-010-AE",
  says: "A buyer's passport must name the country that issued it, as a two-letter ISO code.",
  hint: "Complete the business profile: passport_issuing_country_code beside company_id.",
  source: pintAe("BTAE-19", "BTAE-16"),
  of: aeBuyer,
  when: ofType("PAS"),
  holds: hasPassportCountry,
  because,
});

export const sellerPassportCountryIsListed = defineRule({
  id: "IBR-013-AE",
  says: "The country of a seller's passport must be a code of ISO 3166-1.",
  hint: "Set accounting_supplier_party.passport_issuing_country_code, for example IN.",
  source: pintAe("BTAE-18"),
  of: aeSellerPassportCountry,
  test: "normalize-space() = $country",
  holds: (companyId) => isCode(attribute(companyId, "schemeAgencyName") ?? "", codes.countryCodes),
  unreachable: unreachable["IBR-013-AE"].reason,
});

export const buyerPassportCountryIsListed = defineRule({
  id: "IBR-011-AE",
  says: "The country of a buyer's passport must be a code of ISO 3166-1.",
  hint: "Complete the business profile: passport_issuing_country_code beside company_id.",
  source: pintAe("BTAE-19"),
  of: aeBuyerPassportCountry,
  test: "normalize-space() = $country",
  holds: (companyId) => isCode(attribute(companyId, "schemeAgencyName") ?? "", codes.countryCodes),
  unreachable: unreachable["IBR-011-AE"].reason,
});
