import type { BusinessProfile } from "../document/index.ts";

/** Identifies the only organization in a data folder. */
export interface Organization {
  readonly orgId: string;
  readonly profileUuid: string;
  /** Begins with `SBX-` (Decision 28). */
  readonly profileId: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** Returns the fictional buyer of every document. Source: contract §4.17. */
export function seededProfile(organization: Organization): BusinessProfile {
  const seconds = Math.floor(organization.createdAt / 1000);
  return {
    id: organization.profileUuid,
    profile_id: organization.profileId,
    org_id: organization.orgId,
    name: "Palm Ledger Holdings",
    party_name: "Palm Ledger Holdings LLC",
    party_name_in_local_language: "بالم ليدجر القابضة ذ.م.م",
    logo_url: null,
    scheme_agency_id: "TL",
    company_id: "CN-5566778",
    authority_name: "Abu Dhabi Department of Economic Development",
    passport_issuing_country_code: null,
    tin: "1009876549",
    endpoint_id: "1009876549",
    endpoint_scheme_id: "0235",
    email: "ap@palmledger.example",
    telephone: "+97125550123",
    status: "COMPLETED",
    party_tax_scheme: { company_id: "100987654900003", tax_scheme: "VAT" },
    postal_address: {
      street_name: "Corniche Road 5",
      additional_street_name: null,
      city_name: "Abu Dhabi",
      postal_zone: null,
      country_subentity: "AUH",
      address_line: null,
      country: "United Arab Emirates",
      country_code: "AE",
    },
    created_by: "sandbox",
    updated_by: "sandbox",
    created_at: seconds,
    updated_at: seconds,
  };
}

/** Returns the profile as endpoint 18 does: the address has its own id and times (Unix seconds). */
export function shownProfile(organization: Organization): object {
  const profile = seededProfile(organization);
  const { created_at, updated_at, id } = profile;
  return { ...profile, postal_address: { id, ...profile.postal_address, created_at, updated_at } };
}
