import * as codes from "./codes/index.ts";
import { groupField } from "./fields/fields.ts";
import { code, pattern, textLeaf } from "./fields/leaf.ts";
import { inCode, inUbl, notInUbl } from "./fields/ubl-place.ts";

/** Address, shared by parties, deliveries and accounts (IBG-05). */
export const addressShape = groupField({
  street_name: textLeaf({ term: "IBT-035", says: "Street and number", ubl: "cbc:StreetName" }),
  additional_street_name: textLeaf({
    term: "IBT-036",
    says: "Second line of the street",
    ubl: "cbc:AdditionalStreetName",
  }),
  address_line: textLeaf({ term: "IBT-162", says: "Third line of the address", ubl: "cac:AddressLine/cbc:Line" }),
  city_name: textLeaf({ term: "IBT-037", says: "City", ubl: "cbc:CityName" }),
  postal_zone: textLeaf({ term: "IBT-038", says: "Postal code or box", ubl: "cbc:PostalZone" }),
  country_subentity: textLeaf({
    term: "IBT-039",
    says: "Emirate code in the UAE (AUH DXB SHJ UAQ FUJ AJM RAK), else the region",
    ubl: "cbc:CountrySubentity",
  }),
  country: textLeaf({ says: "Country name", ubl: inCode("country name") }),
  country_code: code(codes.countryCodes, "country", {
    term: "IBT-040",
    says: "ISO 3166-1 alpha-2, such as AE",
    ubl: "cac:Country/cbc:IdentificationCode",
  }),
}).refined((address, refuse) => {
  const emirate = address.country_subentity;
  if (address.country_code !== "AE" || !emirate?.trim() || emirate in codes.emirates) return;
  const all = Object.entries(codes.emirates).map(([key, name]) => `${key} (${name})`);
  refuse(["country_subentity"], `${emirate} is not an emirate code.`, `Use one of: ${all.join(", ")}.`);
});

/** The authority that issued a registration and the country of a passport share an attribute. */
const hasPassport = (party: Readonly<Record<string, unknown>>): boolean => party.scheme_agency_id === "PAS";
const hasNoPassport = (party: Readonly<Record<string, unknown>>): boolean => !hasPassport(party);

const emailForm = /^[^\s@<>(),;:"[\]]+@[^\s@<>(),;:"[\]]+\.[^\s@<>(),;:"[\].]+$/;

/** Party that supplies; the customer is never sent (IBG-04). */
export const partyShape = groupField({
  name: textLeaf({
    term: "IBT-028",
    says: "Display name",
    ubl: inUbl("cac:PartyName/cbc:Name", { readAt: "cac:PartyLegalEntity/cbc:RegistrationName" }),
  }),
  party_name: textLeaf({
    term: "IBT-027",
    says: "Registered (legal) name",
    ubl: inUbl("cac:PartyLegalEntity/cbc:RegistrationName", { orElse: "name" }),
  }),
  party_name_in_local_language: textLeaf({ says: "Name in Arabic", ubl: notInUbl("a party has one legal name there") }),
  email: pattern(emailForm, "is not an e-mail address.", "Write it like accounts@supplier.example.", {
    term: "IBT-043",
    says: "E-mail address",
    ubl: "cac:Contact/cbc:ElectronicMail",
  }),
  telephone: textLeaf({
    term: "IBT-042",
    says: "Telephone; required for a UAE supplier",
    ubl: "cac:Contact/cbc:Telephone",
  }),
  tin: textLeaf({ says: "UAE tax identification number, 10 digits, first digit 1", ubl: inCode("TIN") }),
  endpoint_id: textLeaf({ term: "IBT-034", says: "Network address; in the UAE the TIN", ubl: "cbc:EndpointID" }),
  endpoint_scheme_id: textLeaf({ term: "IBT-034-1", says: "0235 for the UAE", ubl: "cbc:EndpointID/@schemeID" }),
  party_tax_scheme: groupField({
    company_id: textLeaf({
      term: "IBT-031",
      says: "TRN, 15 digits, first digit 1, ending in 03",
      ubl: inCode("by its group"),
    }),
    tax_scheme: pattern(/^VAT$/, "is not VAT.", "Write VAT.", {
      term: "IBT-031-1",
      says: "VAT",
      ubl: inCode("by its group"),
    }),
  }).at(inCode("VAT number"), "The TRN; left out for a foreign party"),
  scheme_agency_id: code(codes.registrationTypes, "registration type", {
    term: "BTAE-15",
    says: "Kind of registration",
    ubl: "cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyID",
  }),
  company_id: textLeaf({
    term: "IBT-030",
    says: "Registration number (not the TRN)",
    ubl: "cac:PartyLegalEntity/cbc:CompanyID",
  }),
  authority_name: textLeaf({
    term: "BTAE-12",
    says: "Authority that issued the trade licence",
    ubl: inUbl("cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyName", { when: hasNoPassport }),
  }),
  passport_issuing_country_code: code(codes.countryCodes, "country", {
    term: "BTAE-18",
    says: "Country that issued the passport; for PAS",
    ubl: inUbl("cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyName", { when: hasPassport }),
  }),
  postal_address: addressShape.at("cac:PostalAddress", "Address"),
  profile_id: textLeaf({
    says: "Business profile of a supplier that is a customer of the service itself",
    ubl: notInUbl("it is the service's own"),
  }),
  logo_url: textLeaf({ says: "Address of a logo", ubl: notInUbl("it is for the page of the service") }),
  company_scheme_id: textLeaf({
    term: "IBT-030-1",
    says: "Scheme of the registration number",
    ubl: "cac:PartyLegalEntity/cbc:CompanyID/@schemeID",
  }),
  company_legal_form: textLeaf({
    term: "IBT-033",
    says: "Legal form",
    ubl: "cac:PartyLegalEntity/cbc:CompanyLegalForm",
  }),
}).refined((party, refuse) => {
  const trn = party.party_tax_scheme?.company_id?.trim();
  if (party.postal_address?.country_code !== "AE") return;
  if (party.tin?.trim() && !/^1\d{9}$/.test(party.tin)) {
    refuse(
      ["tin"],
      `${party.tin} is not a TIN${lengthSays(party.tin, 10)}.`,
      "A UAE TIN has 10 digits and begins with 1.",
    );
  }
  if (trn && !/^1\d{12}0[13]$/.test(trn)) {
    refuse(
      ["party_tax_scheme", "company_id"],
      `${trn} is not a TRN${lengthSays(trn, 15)}.`,
      "A TRN has 15 digits, begins with 1 and ends with 03.",
    );
  }
  if (party.endpoint_scheme_id?.trim() && party.endpoint_scheme_id !== "0235") {
    refuse(["endpoint_scheme_id"], `${party.endpoint_scheme_id} is not the UAE's endpoint scheme.`, 'Write "0235".');
  }
});

function lengthSays(value: string, wanted: number): string {
  return /^\d+$/.test(value) && value.length !== wanted ? `: it has ${value.length} digits, not ${wanted}` : "";
}

/** Bank account to pay to (IBG-17). */
export const financialAccountShape = groupField({
  id: textLeaf({ term: "IBT-084", says: "IBAN or account number", ubl: "cbc:ID" }),
  name: textLeaf({ term: "IBT-085", says: "Account holder", ubl: "cbc:Name" }),
  financial_institution_branch_id: textLeaf({
    term: "IBT-086",
    says: "The bank: its BIC or branch",
    ubl: "cac:FinancialInstitutionBranch/cbc:ID",
  }),
  address: addressShape.at("cac:FinancialInstitutionBranch/cac:Address", "Address of the bank"),
});

/** Who is paid instead of the supplier (IBG-10). */
export const payeePartyShape = groupField({
  party_identification: groupField({
    id: textLeaf({ term: "IBT-060", says: "Identifier of the payee", ubl: "cbc:ID" }),
  }).at("cac:PartyIdentification", "Identifier of the payee"),
  party_name: textLeaf({ term: "IBT-059", says: "Name of the payee", ubl: "cac:PartyName/cbc:Name" }),
  financial_account: financialAccountShape.at("cac:FinancialAccount", "Account of the payee"),
});

/** The supplier's tax representative (IBG-11). */
export const taxRepresentativePartyShape = groupField({
  party_identification: groupField({
    id: textLeaf({ term: "IBT-063", says: "The representative's TRN", ubl: "cbc:CompanyID" }),
  }).at(inUbl("cac:PartyTaxScheme", { with: { "cac:TaxScheme/cbc:ID": "VAT" } }), "The representative's TRN"),
  party_name: textLeaf({ term: "IBT-062", says: "Name of the representative", ubl: "cac:PartyName/cbc:Name" }),
  postal_address: addressShape.at("cac:PostalAddress", "Address of the representative"),
});
