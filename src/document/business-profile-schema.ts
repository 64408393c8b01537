import * as z from "zod";
import { addressShape } from "./shapes-party.ts";

const optionalText = z.string().nullish();

/**
 * The service copies the customer party of every document from the business profile. Unknown members are allowed.
 * Source: contract §4.17.
 */
export const businessProfileSchema = z.looseObject({
  id: optionalText,
  profile_id: optionalText,
  org_id: optionalText,
  name: optionalText,
  party_name: optionalText,
  party_name_in_local_language: optionalText,
  logo_url: optionalText,
  scheme_agency_id: optionalText,
  company_id: optionalText,
  authority_name: optionalText,
  passport_issuing_country_code: optionalText,
  tin: optionalText,
  endpoint_id: optionalText,
  endpoint_scheme_id: optionalText,
  email: optionalText,
  telephone: optionalText,
  status: optionalText,
  party_tax_scheme: z.looseObject({ company_id: optionalText, tax_scheme: optionalText }).nullish(),
  // Evaluated when used: the shapes may be loaded later.
  get postal_address() {
    return z
      .looseObject(Object.fromEntries(Object.keys(addressShape.members).map((key) => [key, optionalText])))
      .nullish();
  },
});

export type BusinessProfile = z.infer<typeof businessProfileSchema>;
