import * as codes from "./codes/index.ts";
import { groupField } from "./fields/fields.ts";
import { latinDigits } from "./fields/latin-digits.ts";
import { code, pattern, textLeaf } from "./fields/leaf.ts";
import { inCode, inUbl, notInUbl } from "./fields/ubl-place.ts";

/** Postal address (IBG-05), shared by parties, deliveries and accounts. */
export const addressShape = groupField({
  street_name: textLeaf("Street and number", "cbc:StreetName", {
    term: "IBT-035",
    example: "Al Quoz Street 14",
    label: "the street",
  }),
  additional_street_name: textLeaf("Second line of the street", "cbc:AdditionalStreetName", {
    term: "IBT-036",
    example: "Warehouse 3",
    label: "the second line of the street",
  }),
  address_line: textLeaf("Third line of the address", "cac:AddressLine/cbc:Line", {
    term: "IBT-162",
    example: "Gate B",
  }),
  city_name: textLeaf("City", "cbc:CityName", { term: "IBT-037", example: "Dubai", label: "the city" }),
  postal_zone: textLeaf("Postal code or box", "cbc:PostalZone", {
    term: "IBT-038",
    example: "12345",
    label: "the postal code",
  }),
  country_subentity: textLeaf(
    "Emirate code in the UAE (AUH DXB SHJ UAQ FUJ AJM RAK), else the region",
    "cbc:CountrySubentity",
    { term: "IBT-039", example: "DXB", label: "the emirate or region" },
  ),
  country: textLeaf("Country name", inCode("country name"), {
    example: "United Arab Emirates",
    label: "the name of the country",
  }),
  country_code: code(
    "ISO 3166-1 alpha-2, such as AE",
    "cac:Country/cbc:IdentificationCode",
    codes.countryCodes,
    "country",
    { term: "IBT-040", example: "AE", label: "the country code" },
  ),
}).refined((address, refuse) => {
  const emirate = address.country_subentity;
  if (address.country_code !== "AE" || !emirate?.trim() || emirate in codes.emirates) return;
  const all = Object.entries(codes.emirates).map(([key, name]) => `${key} (${name})`);
  refuse(["country_subentity"], `${emirate} is not an emirate code.`, `Use one of: ${all.join(", ")}.`, {
    is: "code",
    list: codes.emirates,
    name: "emirate",
  });
});

/** The authority that issued a registration and the country of a passport share an attribute. */
const hasPassport = (party: Readonly<Record<string, unknown>>): boolean => party.scheme_agency_id === "PAS";
const hasNoPassport = (party: Readonly<Record<string, unknown>>): boolean => !hasPassport(party);

const emailForm = /^[^\s@<>(),;:"[\]]+@[^\s@<>(),;:"[\]]+\.[^\s@<>(),;:"[\].]+$/;

/** The supplier (IBG-04). The customer is never sent: the service fills it in from the business profile. */
export const partyShape = groupField({
  name: textLeaf(
    "Display name",
    inUbl("cac:PartyName/cbc:Name", { readAt: "cac:PartyLegalEntity/cbc:RegistrationName" }),
    { term: "IBT-028", example: "Desert Lime", label: "the supplier's display name" },
  ),
  party_name: textLeaf(
    "Registered (legal) name",
    inUbl("cac:PartyLegalEntity/cbc:RegistrationName", { orElse: "name" }),
    { term: "IBT-027", example: "Desert Lime Trading LLC", label: "the supplier's registered name" },
  ),
  party_name_in_local_language: textLeaf("Name in Arabic", notInUbl("a party has one legal name there"), {
    example: "ديزرت لايم للتجارة ذ.م.م.",
  }),
  email: pattern("E-mail address", "cac:Contact/cbc:ElectronicMail", {
    form: emailForm,
    otherwise: "is not an e-mail address.",
    hint: "Write it like accounts@supplier.example.",
    term: "IBT-043",
    example: "billing@desertlime.example",
    label: "the supplier's e-mail address",
  }),
  telephone: textLeaf("Telephone; required for a UAE supplier", "cac:Contact/cbc:Telephone", {
    term: "IBT-042",
    example: "+97142000111",
    label: "the supplier's telephone number",
    cell: "text",
  }),
  tin: textLeaf("UAE tax identification number, 10 digits, first digit 1", inCode("TIN"), {
    example: "1002345674",
    label: "the supplier's TIN",
    cell: "digits",
  }),
  endpoint_id: textLeaf("Network address; in the UAE the TIN", "cbc:EndpointID", {
    term: "IBT-034",
    example: "1002345674",
    label: "the supplier's network address",
    cell: "digits",
  }),
  endpoint_scheme_id: textLeaf("0235 for the UAE", "cbc:EndpointID/@schemeID", {
    term: "IBT-034-1",
    example: "0235",
    label: "the scheme of the network address",
  }),
  party_tax_scheme: groupField({
    company_id: textLeaf("TRN, 15 digits, first digit 1, ending in 03", inCode("by its group"), {
      term: "IBT-031",
      example: "100234567400003",
      label: "the supplier's TRN",
      cell: "digits",
    }),
    tax_scheme: pattern("VAT", inCode("by its group"), {
      form: /^VAT$/,
      otherwise: "is not VAT.",
      hint: "Write VAT.",
      term: "IBT-031-1",
      example: "VAT",
      label: "the tax scheme",
    }),
  }).at(inCode("VAT number"), "The TRN; left out for a foreign party"),
  scheme_agency_id: code(
    "Kind of registration",
    "cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyID",
    codes.registrationTypes,
    "registration type",
    { term: "BTAE-15", example: "TL", label: "the supplier's kind of registration" },
  ),
  company_id: textLeaf("Registration number (not the TRN)", "cac:PartyLegalEntity/cbc:CompanyID", {
    term: "IBT-030",
    example: "CN-1029384",
    label: "the supplier's registration number",
    cell: "text",
  }),
  authority_name: textLeaf(
    "Authority that issued the trade licence",
    inUbl("cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyName", { when: hasNoPassport }),
    {
      term: "BTAE-12",
      example: "Dubai Department of Economy and Tourism",
      label: "the authority of the trade licence",
    },
  ),
  passport_issuing_country_code: code(
    "Country that issued the passport; for PAS",
    inUbl("cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyName", { when: hasPassport }),
    codes.countryCodes,
    "country",
    { term: "BTAE-18", example: "AE", label: "the country of the passport" },
  ),
  postal_address: addressShape.at("cac:PostalAddress", "Address", { label: "the supplier's address" }),
  profile_id: textLeaf(
    "Business profile of a supplier that is a customer of the service itself",
    notInUbl("it is the service's own"),
    { example: "8f2c" },
  ),
  logo_url: textLeaf("Address of a logo", notInUbl("it is for the page of the service"), {
    example: "https://desertlime.example/logo.png",
  }),
  company_scheme_id: textLeaf("Scheme of the registration number", "cac:PartyLegalEntity/cbc:CompanyID/@schemeID", {
    term: "IBT-030-1",
    example: "0088",
  }),
  company_legal_form: textLeaf("Legal form", "cac:PartyLegalEntity/cbc:CompanyLegalForm", {
    term: "IBT-033",
    example: "LLC",
  }),
}).refined((party, refuse) => {
  const trn = party.party_tax_scheme?.company_id?.trim();
  if (party.postal_address?.country_code !== "AE") return;
  const tinForm = /^1\d{9}$/;
  const trnForm = /^1\d{12}0[13]$/;
  if (party.tin?.trim() && !tinForm.test(party.tin)) {
    refuse(
      ["tin"],
      `${party.tin} is not a TIN${lengthSays(party.tin, 10)}.`,
      otherDigits(party.tin) ?? "A UAE TIN has 10 digits and begins with 1.",
      tinForm,
    );
  }
  if (trn && !trnForm.test(trn)) {
    refuse(
      ["party_tax_scheme", "company_id"],
      `${trn} is not a TRN${lengthSays(trn, 15)}.`,
      otherDigits(trn) ?? "A TRN has 15 digits, begins with 1 and ends with 03.",
      trnForm,
    );
  }
  if (party.endpoint_scheme_id?.trim() && party.endpoint_scheme_id !== "0235") {
    refuse(["endpoint_scheme_id"], `${party.endpoint_scheme_id} is not the UAE's endpoint scheme.`, 'Write "0235".');
  }
});

/** Returns the hint for a number typed in Arabic or other digits; undefined if its digits are 0 to 9. */
function otherDigits(value: string): string | undefined {
  const latin = latinDigits(value);
  return latin === value ? undefined : `Use the digits 0 to 9: write ${latin}.`;
}

function lengthSays(value: string, wanted: number): string {
  return /^\d+$/.test(value) && value.length !== wanted ? `: it has ${value.length} digits, not ${wanted}` : "";
}

/** The account to which the payment is made (IBG-17). */
export const financialAccountShape = groupField({
  id: textLeaf("IBAN or account number", "cbc:ID", {
    term: "IBT-084",
    example: "AE560990000001234567890",
    label: "the number of the account",
    cell: "digits",
  }),
  name: textLeaf("Account holder", "cbc:Name", { term: "IBT-085", example: "Desert Lime Trading LLC" }),
  financial_institution_branch_id: textLeaf("The bank: its BIC or branch", "cac:FinancialInstitutionBranch/cbc:ID", {
    term: "IBT-086",
    example: "BR-1",
  }),
  address: addressShape.at("cac:FinancialInstitutionBranch/cac:Address", "Address of the bank"),
});

/** The party to be paid instead of the supplier (IBG-10). */
export const payeePartyShape = groupField({
  party_identification: groupField({
    id: textLeaf("Identifier of the payee", "cbc:ID", { term: "IBT-060", example: "P-55" }),
  }).at("cac:PartyIdentification", "Identifier of the payee"),
  party_name: textLeaf("Name of the payee", "cac:PartyName/cbc:Name", {
    term: "IBT-059",
    example: "Lime Factoring",
    label: "the name of the payee",
  }),
  financial_account: financialAccountShape.at("cac:FinancialAccount", "Account of the payee"),
});

/** The supplier's tax representative (IBG-11). */
export const taxRepresentativePartyShape = groupField({
  party_identification: groupField({
    id: textLeaf("The representative's TRN", "cbc:CompanyID", { term: "IBT-063", example: "100888777600003" }),
  }).at(inUbl("cac:PartyTaxScheme", { with: { "cac:TaxScheme/cbc:ID": "VAT" } }), "The representative's TRN"),
  party_name: textLeaf("Name of the representative", "cac:PartyName/cbc:Name", {
    term: "IBT-062",
    example: "Gulf Tax Agents",
    label: "the name of the tax representative",
  }),
  postal_address: addressShape.at("cac:PostalAddress", "Address of the representative", {
    label: "the address of the tax representative",
  }),
});
