import type { BusinessProfile } from "./business-profile-schema.ts";
import type { Party } from "./shapes.ts";
import { addressShape } from "./shapes-party.ts";

export type CustomerParty = Party;

/** A new member of `Party` causes a compile error until it is copied or listed as absent for the buyer. */
type Whole = { readonly [Name in keyof Party]-?: Party[Name] | undefined };

/** Null members of the profile are left out. */
export function customerPartyOf(profile: BusinessProfile): CustomerParty {
  const given = (value: string | null | undefined): string | undefined => value ?? undefined;
  const address = profile.postal_address as Record<string, unknown> | null | undefined;
  const whole: Whole = {
    name: given(profile.name),
    party_name: given(profile.party_name),
    email: given(profile.email),
    telephone: given(profile.telephone),
    tin: given(profile.tin),
    endpoint_id: given(profile.endpoint_id),
    endpoint_scheme_id: given(profile.endpoint_scheme_id),
    scheme_agency_id: given(profile.scheme_agency_id),
    company_id: given(profile.company_id),
    authority_name: given(profile.authority_name),
    passport_issuing_country_code: given(profile.passport_issuing_country_code),
    party_tax_scheme: profile.party_tax_scheme
      ? {
          company_id: given(profile.party_tax_scheme.company_id),
          tax_scheme: given(profile.party_tax_scheme.tax_scheme) ?? "VAT",
        }
      : undefined,
    postal_address: address
      ? Object.fromEntries(
          Object.keys(addressShape.members).map((key) => [
            key,
            typeof address[key] === "string" ? address[key] : undefined,
          ]),
        )
      : undefined,
    // The printed page takes the Arabic name from the profile. The other members are either not returned by the
    // service for a buyer or meant only for the service.
    party_name_in_local_language: undefined,
    profile_id: undefined,
    logo_url: undefined,
    company_scheme_id: undefined,
    company_legal_form: undefined,
  };
  return whole;
}

/** Whether the supplier and the profile have the same TIN or the same TRN. */
export function sameEntity(supplier: Party | undefined, profile: BusinessProfile): boolean {
  // The supplier may not have been validated yet, so a value may be an object instead of a string.
  const same = (a: unknown, b: string | null | undefined): boolean =>
    typeof a === "string" && a.trim() !== "" && a.trim() === b?.trim();
  return (
    same(supplier?.tin, profile.tin) ||
    same(supplier?.party_tax_scheme?.company_id, profile.party_tax_scheme?.company_id)
  );
}

/** Normalises an id for policy lookup, which ignores case. */
export function businessProfileName(id: string): string {
  return id.trim().toLowerCase();
}
