import * as codes from "./codes/index.ts";
import { groupField } from "./fields/fields.ts";
import { code, pattern, textLeaf } from "./fields/leaf.ts";

/** Address, shared by parties, deliveries and accounts (IBG-05). */
export const addressShape = groupField({
  street_name: textLeaf({ term: "IBT-035", description: "Street and number" }),
  additional_street_name: textLeaf({ term: "IBT-036", description: "Second line of the street" }),
  address_line: textLeaf({ term: "IBT-162", description: "Third line of the address" }),
  city_name: textLeaf({ term: "IBT-037", description: "City" }),
  postal_zone: textLeaf({ term: "IBT-038", description: "Postal code or box" }),
  country_subentity: textLeaf({
    term: "IBT-039",
    description: "Emirate code in the UAE (AUH DXB SHJ UAQ FUJ AJM RAK), else the region",
  }),
  country: textLeaf({ description: "Country name" }),
  country_code: code(codes.countryCodes, "country", {
    term: "IBT-040",
    description: "ISO 3166-1 alpha-2, such as AE",
  }),
}).refined((address, refuse) => {
  const emirate = address.country_subentity;
  if (address.country_code !== "AE" || !emirate?.trim() || emirate in codes.emirates) return;
  const all = Object.entries(codes.emirates).map(([key, name]) => `${key} (${name})`);
  refuse(["country_subentity"], `${emirate} is not an emirate code.`, `Use one of: ${all.join(", ")}.`);
});

const emailForm = /^[^\s@<>(),;:"[\]]+@[^\s@<>(),;:"[\]]+\.[^\s@<>(),;:"[\].]+$/;

/** Party that supplies; the customer is never sent (IBG-04). */
export const partyShape = groupField({
  name: textLeaf({ term: "IBT-028", description: "Display name" }),
  party_name: textLeaf({ term: "IBT-027", description: "Registered (legal) name" }),
  party_name_in_local_language: textLeaf({ description: "Name in Arabic" }),
  email: pattern(emailForm, "is not an e-mail address.", "Write it like accounts@supplier.example.", {
    term: "IBT-043",
    description: "E-mail address",
  }),
  telephone: textLeaf({ term: "IBT-042", description: "Telephone; required for a UAE supplier" }),
  tin: textLeaf({ description: "UAE tax identification number, 10 digits, first digit 1" }),
  endpoint_id: textLeaf({ term: "IBT-034", description: "Network address; in the UAE the TIN" }),
  endpoint_scheme_id: textLeaf({ term: "IBT-034-1", description: "0235 for the UAE" }),
  party_tax_scheme: groupField({
    company_id: textLeaf({ term: "IBT-031", description: "TRN, 15 digits, first digit 1, ending in 03" }),
    tax_scheme: pattern(/^VAT$/, "is not VAT.", "Write VAT.", { term: "IBT-031-1", description: "VAT" }),
  }).described("The TRN; left out for a foreign party"),
  scheme_agency_id: code(codes.registrationTypes, "registration type", {
    term: "BTAE-15",
    description: "Kind of registration",
  }),
  company_id: textLeaf({ term: "IBT-030", description: "Registration number (not the TRN)" }),
  authority_name: textLeaf({ term: "BTAE-12", description: "Authority that issued the trade licence" }),
  passport_issuing_country_code: code(codes.countryCodes, "country", {
    term: "BTAE-18",
    description: "Country that issued the passport; for PAS",
  }),
  postal_address: addressShape.described("Address"),
  profile_id: textLeaf({ description: "Business profile of a supplier that is a customer of the service itself" }),
  logo_url: textLeaf({ description: "Address of a logo" }),
  company_scheme_id: textLeaf({ term: "IBT-030-1", description: "Scheme of the registration number" }),
  company_legal_form: textLeaf({ term: "IBT-033", description: "Legal form" }),
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
  id: textLeaf({ term: "IBT-084", description: "IBAN or account number" }),
  name: textLeaf({ term: "IBT-085", description: "Account holder" }),
  financial_institution_branch_id: textLeaf({ term: "IBT-086", description: "The bank: its BIC or branch" }),
  address: addressShape.described("Address of the bank"),
});

/** Who is paid instead of the supplier (IBG-10). */
export const payeePartyShape = groupField({
  party_identification: groupField({
    id: textLeaf({ term: "IBT-060", description: "Identifier of the payee" }),
  }).described("Identifier of the payee"),
  party_name: textLeaf({ term: "IBT-059", description: "Name of the payee" }),
  financial_account: financialAccountShape.described("Account of the payee"),
});

/** The supplier's tax representative (IBG-11). */
export const taxRepresentativePartyShape = groupField({
  party_identification: groupField({
    id: textLeaf({ term: "IBT-063", description: "The representative's TRN" }),
  }).described("The representative's TRN"),
  party_name: textLeaf({ term: "IBT-062", description: "Name of the representative" }),
  postal_address: addressShape.described("Address of the representative"),
});
