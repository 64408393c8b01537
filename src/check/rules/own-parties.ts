import { codes } from "../../document/index.ts";
import type { UblElement } from "../../ubl/index.ts";
import { exists, saying } from "../conditions.ts";
import {
  ownBuyer,
  ownBuyerAddress,
  ownDeliveryAddress,
  ownPayee,
  ownPrincipalId,
  ownRepresentative,
  ownSeller,
  ownSellerAddress,
  ownTradingParty,
} from "../contexts/contexts-own.ts";
import { quoted } from "../expression.ts";
import { noPayee } from "../fixes/fixes.ts";
import { defineOwnRule, type OwnRuleId, sources } from "../own-rule.ts";
import { type Context, pintAe, type Rule } from "../rule.ts";
import { attribute, path, spaced, stringOf } from "../xpath.ts";

const emirates: ReadonlySet<string> = new Set(Object.keys(codes.emirates));
const registrationTypes: ReadonlySet<string> = new Set(["TL", "CL", "EID", "PAS", "CD"]);
const trn = /^1[0-9]{12}03$/;
const tin = /^1[0-9]{9}$/;

const country = path("cac:Country/cbc:IdentificationCode");
const addressCountry = path("cac:PostalAddress/cac:Country/cbc:IdentificationCode");
const subdivision = path("cbc:CountrySubentity");
const endpoint = path("cbc:EndpointID");
const taxNumber = path("cac:PartyTaxScheme/cbc:CompanyID");
const legalId = path("cac:PartyLegalEntity/cbc:CompanyID");
const legalName = path("cac:PartyLegalEntity/cbc:RegistrationName");
const partyName = path("cac:PartyName/cbc:Name");
const buyer = path("cac:AccountingCustomerParty/cac:Party");
const seller = path("cac:AccountingSupplierParty/cac:Party");

/**
 * IBR-128-AE is meant for all addresses but never reaches these: other published rules already match them, or the
 * address is not a PostalAddress.
 */
function emirateRule(id: OwnRuleId, whose: string, field: string, of: Context, term: string): Rule {
  return defineOwnRule({
    id,
    says: `In the UAE country_subentity of the ${whose} should be an emirate's code. IBR-128-AE does not check this address.`,
    hint: `Set ${field} to one of ${[...emirates].join(", ")}.`,
    source: sources.meant(term, "IBR-128-AE"),
    of,
    when: saying(
      "cac:Country/cbc:IdentificationCode = 'AE' and exists(cbc:CountrySubentity)",
      (address) => country.is(address, "AE") && subdivision.in(address),
    ),
    test: `cbc:CountrySubentity = ${quoted(emirates)}`,
    holds: (address) => subdivision.isOneOf(address, emirates),
    because: ["cbc:CountrySubentity"],
  });
}

export const emirateCodes: readonly Rule[] = [
  emirateRule(
    "SB-0201",
    "seller's address",
    "accounting_supplier_party.postal_address.country_subentity",
    ownSellerAddress,
    "IBT-039",
  ),
  emirateRule("SB-0202", "buyer's address", "the business profile's country_subentity", ownBuyerAddress, "IBT-054"),
  emirateRule(
    "SB-0203",
    "delivery address",
    "delivery.delivery_location.address.country_subentity",
    ownDeliveryAddress,
    "IBT-079",
  ),
];

/** Only a registered recipient may issue the tax invoice on the supplier's behalf. */
export const buyerIsRegisteredForVat = defineOwnRule({
  id: "SB-0204",
  says: "A buyer who self-bills should be registered for VAT and state its TRN.",
  hint: "Complete the business profile: party_tax_scheme with the buyer's TRN.",
  source: sources.regulation("Article 59"),
  of: ownBuyer,
  holds: exists("cac:PartyTaxScheme/cbc:CompanyID"),
});

function shared(seller: UblElement, buyer: UblElement): UblElement | undefined {
  return [endpoint, taxNumber]
    .flatMap((each) => each.all(seller).filter((own) => each.is(buyer, stringOf(own))))
    .find((own) => /^1\d{9}/.test(stringOf(own)));
}

export const sellerIsNotTheBuyer = defineOwnRule({
  id: "SB-0205",
  says: "The seller and the buyer should be different parties: here they have the same TIN or TRN.",
  hint: "Describe the supplier in accounting_supplier_party; the service fills in the buyer from your business profile. If it is a member of your VAT group, supplies between you carry no VAT (Federal Decree-Law 8 of 2017, Article 14): do not send a tax invoice for them.",
  source: "Federal Decree-Law 8 of 2017: a supply is made by one person to another",
  of: ownSeller,
  when: saying(
    "exists(../../cac:AccountingCustomerParty/cac:Party)",
    (party) => party.parent?.parent !== undefined && buyer.in(party.parent.parent),
  ),
  test: [
    "(let $buyer := ../../cac:AccountingCustomerParty/cac:Party return",
    "empty(cbc:EndpointID[matches(., '^1[0-9]{9}')][. = $buyer/cbc:EndpointID]) and",
    "empty(cac:PartyTaxScheme/cbc:CompanyID[matches(., '^1[0-9]{9}')][. = $buyer/cac:PartyTaxScheme/cbc:CompanyID]))",
  ].join(" "),
  holds: (party) => otherSide(party).every((other) => shared(party, other) === undefined),
  culprit: (party) =>
    otherSide(party)
      .map((other) => shared(party, other))
      .find((found) => found !== undefined),
});

function otherSide(party: UblElement): UblElement[] {
  const root = party.parent?.parent;
  return root === undefined ? [] : buyer.all(root);
}

function uaeTin(party: UblElement): string | undefined {
  const address = endpoint.only(party);
  return address && attribute(address, "schemeID") === "0235" && tin.test(stringOf(address))
    ? stringOf(address)
    : undefined;
}

/** In a VAT group the TRN is the group's, so its first ten digits are the TIN of only one member. */
export const trnBeginsWithTin = defineOwnRule({
  id: "SB-0206",
  says: "The first ten digits of a party's TRN should be its TIN, which is its network address.",
  hint: "Compare party_tax_scheme.company_id with tin and endpoint_id. They may differ only where the TRN belongs to a VAT group.",
  source: pintAe("IBT-031", "IBT-034", "IBT-048", "IBT-049"),
  of: ownTradingParty,
  when: saying(
    [
      "exists(cbc:EndpointID[@schemeID = '0235'][matches(., '^1[0-9]{9}$')])",
      "and exists(cac:PartyTaxScheme/cbc:CompanyID[matches(., '^1[0-9]{12}03$')])",
    ].join(" "),
    (party) => uaeTin(party) !== undefined && taxNumber.some(party, (number) => trn.test(stringOf(number))),
  ),
  test: "cac:PartyTaxScheme/cbc:CompanyID/substring(., 1, 10) = cbc:EndpointID",
  holds: (party) => taxNumber.some(party, (number) => stringOf(number).slice(0, 10) === uaeTin(party)),
  because: ["cac:PartyTaxScheme/cbc:CompanyID"],
});

export const buyerRegistrationTypeIsListed = defineOwnRule({
  id: "SB-0207",
  says: "The type of the buyer's registration number should be TL, CL, EID, PAS or CD. IBR-183-AE does not check buyers with a TIN.",
  hint: "Complete the business profile: scheme_agency_id TL for a trade licence, CD, EID or PAS.",
  source: sources.meant("BTAE-16", "IBR-183-AE"),
  of: ownBuyer,
  when: saying(
    "cac:PostalAddress/cac:Country/cbc:IdentificationCode = 'AE' and exists(cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyID)",
    (party) =>
      addressCountry.is(party, "AE") && legalId.some(party, (id) => attribute(id, "schemeAgencyID") !== undefined),
  ),
  test: `cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyID = ${quoted(registrationTypes)}`,
  holds: (party) => legalId.some(party, (id) => registrationTypes.has(attribute(id, "schemeAgencyID") ?? "")),
  because: ["cac:PartyLegalEntity/cbc:CompanyID"],
});

export const representativeHasOneTaxNumber = defineOwnRule({
  id: "SB-0208",
  says: "A tax representative should have one tax number only. IBR-SR-23 looks for it at a place that UBL does not have.",
  hint: "Keep one PartyTaxScheme for the tax representative in the XML.",
  source: sources.meant("IBT-063", "IBR-SR-23"),
  of: ownRepresentative,
  when: exists("cac:PartyTaxScheme/cbc:CompanyID"),
  test: "count(cac:PartyTaxScheme/cbc:CompanyID) = 1",
  holds: (party) => taxNumber.count(party) === 1,
  because: ["cac:PartyTaxScheme/cbc:CompanyID"],
});

export const representativeNumberIsTrn = defineOwnRule({
  id: "SB-0209",
  says: "A tax representative in the UAE should be identified by its TRN: 15 digits, starting with 1, ending with 03. IBR-132-AE does not check it.",
  hint: "Set tax_representative_party.party_identification.id to the TRN without spaces.",
  source: sources.meant("IBT-063", "IBR-132-AE"),
  of: ownRepresentative,
  when: saying(
    "cac:PostalAddress/cac:Country/cbc:IdentificationCode = 'AE' and exists(cac:PartyTaxScheme/cbc:CompanyID)",
    (party) => addressCountry.is(party, "AE") && taxNumber.in(party),
  ),
  test: "exists(cac:PartyTaxScheme/cbc:CompanyID[matches(., '^1[0-9]{12}03$')])",
  holds: (party) => taxNumber.some(party, (number) => trn.test(stringOf(number))),
  because: ["cac:PartyTaxScheme/cbc:CompanyID"],
});

export const principalNumberIsTrn = defineOwnRule({
  id: "SB-0210",
  flag: "fatal",
  says: "The principal must be identified by its TRN: 15 digits, starting with 1, ending with 01 or 03. IBR-132-AE does not check it.",
  hint: "Set seller_supplier_party.id to the principal's TRN without spaces.",
  source: sources.meant("BTAE-14", "IBR-132-AE"),
  of: ownPrincipalId,
  test: "matches(., '^1[0-9]{12}0[13]$')",
  holds: (id) => /^1[0-9]{12}0[13]$/.test(stringOf(id)),
});

export const principalNumberIsForVat = defineOwnRule({
  id: "SB-0213",
  says: "The principal's TRN should be the one for VAT, which ends with 03. IBR-132-AE does not check it.",
  hint: "Set seller_supplier_party.id to the principal's TRN for VAT.",
  source: sources.meant("BTAE-14", "IBR-132-AE"),
  of: ownPrincipalId,
  test: "not(matches(., '^1[0-9]{12}01$'))",
  holds: (id) => !/^1[0-9]{12}01$/.test(stringOf(id)),
});

/** The published rule compares with the trade name; related rules use the registered name. */
export const payeeIsNotTheSeller = defineOwnRule({
  id: "SB-0211",
  says: "The payee should not be the seller. IBR-017 compares only the trade names.",
  hint: "Leave payee_party out when you pay the supplier itself.",
  fix: noPayee,
  source: sources.meant("IBT-059", "IBT-027", "IBR-017"),
  of: ownPayee,
  when: exists("cac:PartyName/cbc:Name"),
  test: [
    "not(../cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName/normalize-space()",
    "= normalize-space(cac:PartyName/cbc:Name))",
  ].join(" "),
  holds: (payee) => {
    const sides = payee.parent === undefined ? [] : seller.all(payee.parent);
    return !sides.some((side) => legalName.some(side, (name) => spaced(stringOf(name)) === partyName.text(payee)));
  },
  because: ["cac:PartyName/cbc:Name"],
});
